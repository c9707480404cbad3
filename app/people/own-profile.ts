import { useQuery } from '@tanstack/react-query'
import { queries } from '../data/query.ts'
import { getReader } from '../session/session.ts'
import { readProfileById, readStats } from './profile.ts'

const toQueryKey = (userId: string) => ['own profile', userId]

/** The member's own profile; header and account screens share one request. */
export function useOwnProfile(userId: string) {
  return useQuery(
    {
      queryKey: toQueryKey(userId),
      queryFn: async () => readProfileById(await getReader(), userId),
    },
    queries,
  )
}

/** Reads the profile again after a change. */
export const refreshOwnProfile = (userId: string) =>
  queries.invalidateQueries({ queryKey: toQueryKey(userId) })

/** The counts of the member's own activity. They change with each review and follow, so each screen reads them. */
export function useOwnStats(userId: string) {
  return useQuery(
    {
      queryKey: ['own stats', userId],
      queryFn: async () => readStats(await getReader(), userId),
      staleTime: 0,
    },
    queries,
  )
}
