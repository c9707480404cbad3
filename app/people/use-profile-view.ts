import { useEffect } from 'react'
import { logFailure } from '../data/command-error.ts'
import { getSupabase, useSession } from '../session/session.ts'

/** Counts a member's view of a profile; the database counts one a day. */
export function useProfileView(person: string): void {
  const { user } = useSession()
  const viewer = user?.id
  useEffect(() => {
    if (!viewer || viewer === person) return
    // A view that is not counted does not concern the viewer.
    getSupabase()
      .then((supabase) => supabase.rpc('count_profile_view', { person }))
      .catch(logFailure)
  }, [viewer, person])
}
