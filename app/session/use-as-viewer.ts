import { useQuery } from '@tanstack/react-query'
import { queries } from '../data/query.ts'
import { useSession } from './session.ts'

/**
 * Pages are rendered as a visitor sees them; who is signed in may see more, and reads it again.
 * @param loaded what the page came with
 */
export function useAsViewer<T>(key: readonly string[], loaded: T, read: () => Promise<T>): T {
  const { user } = useSession()
  const { data } = useQuery(
    { queryKey: [...key, user?.id], queryFn: read, enabled: Boolean(user) },
    queries,
  )
  return user ? (data ?? loaded) : loaded
}
