import { useQuery } from '@tanstack/react-query'
import { queries } from '../data/query.ts'
import { getReader } from '../session/session.ts'
import { readProfileById } from './profile.ts'

const keyOf = (userId: string) => ['own profile', userId]

/** The viewer's own profile; the header and the account screens show the same one. */
export function useOwnProfile(userId: string) {
  return useQuery(
    {
      queryKey: keyOf(userId),
      queryFn: async () => readProfileById(await getReader(), userId),
    },
    queries,
  )
}

/** To be called after a change. */
export const refreshOwnProfile = (userId: string) =>
  queries.invalidateQueries({ queryKey: keyOf(userId) })
