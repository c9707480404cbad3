import { useEffect } from 'react'
import { logFailure } from '../data/command-error.ts'
import { getSupabase, useSession } from '../session/session.ts'

/** Counts a signed-in viewer's look at a profile; the database counts each once a day. */
export function useProfileView(person: string): void {
  const { user } = useSession()
  const viewer = user?.id
  useEffect(() => {
    if (!viewer || viewer === person) return
    // A look that is not counted is no trouble for who looks.
    getSupabase()
      .then((supabase) => supabase.rpc('count_profile_view', { person }))
      .catch(logFailure)
  }, [viewer, person])
}
