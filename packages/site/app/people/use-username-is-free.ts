import { useRead } from '../data/query.ts'
import { getSupabase } from '../session/session.ts'
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

async function isFree(wanted: string): Promise<boolean> {
  const supabase = await getSupabase()
  const { data } = await supabase.rpc('username_available', { wanted }).throwOnError()
  return data
}
