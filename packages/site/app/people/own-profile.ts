import { queries, useRead } from '../data/query.ts'
import { getReader } from '../session/session.ts'
import { readProfileById, readStats } from './profile.ts'

const toQueryKey = (userId: string) => ['own profile', userId]

/** The member's own profile; header and account screens share one request. */
export function useOwnProfile(userId: string) {
  return useRead(toQueryKey(userId), async () => readProfileById(await getReader(), userId))
}

/** Reads the profile again after a change. */
export const refreshOwnProfile = (userId: string) =>
  queries.invalidateQueries({ queryKey: toQueryKey(userId) })

/** The counts of the member's own activity. They change with each review and follow, so each screen reads them. */
export function useOwnStats(userId: string) {
  return useRead(['own stats', userId], async () => readStats(await getReader(), userId), {
    staleTime: 0,
  })
}
