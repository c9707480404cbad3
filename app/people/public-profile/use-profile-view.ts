import { useEffect } from 'react'
import { logFailure } from '../../data/command-error.ts'
import { getSupabase, useSession } from '../../session/session.ts'

/** Counts a member's view of another profile; the database counts at most one a day. */
export function useProfileView(userId: string): void {
  const { user } = useSession()
  const viewer = user?.id
  useEffect(() => {
    if (!viewer || viewer === userId) return
    // A failure is only logged, because it does not concern the viewer.
    getSupabase()
      .then((supabase) => supabase.rpc('count_profile_view', { person: userId }))
      .catch(logFailure)
  }, [viewer, userId])
}
