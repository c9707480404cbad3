import { useRead } from '../data/query.ts'
import { callFunction } from '../session/call-function.ts'
import { useDebounced } from '../ui/forms/use-debounced.ts'
import { USERNAME } from './profile.ts'

/**
 * Whether the member may take a username; their own one is free.
 * @returns undefined for an invalid username, and until the server has answered
 */
export function useUsernameIsFree(username: string): boolean | undefined {
  const wanted = useDebounced(username.trim())
  const { data } = useRead(['username', wanted], () => isFree(wanted), {
    enabled: USERNAME.test(wanted),
    staleTime: 0,
  })
  return wanted === username.trim() ? data : undefined
}

const isFree = (wanted: string): Promise<boolean> => callFunction('username_available', { wanted })
