import { useRead } from '../data/query.ts'
import { useSession } from './session.ts'

/**
 * Pages are rendered as visitors see them. Members may see more, so their browser reads it again.
 * @param loaded the data of the page's loader
 */
export function useAsViewer<T>(key: readonly string[], loaded: T, read: () => Promise<T>): T {
  const { user } = useSession()
  const { data } = useRead([...key, user?.id], read, { enabled: Boolean(user) })
  return user ? (data ?? loaded) : loaded
}
