import { useQuery } from '@tanstack/react-query'
import { queries } from '../data/query.ts'
import { getSupabase } from '../data/session.ts'
import { useDebounced } from '../ui/use-debounced.ts'
import { webAddress } from './tool-schema.ts'

interface Twin {
  name: string
  slug: string
  /** What the two share: 'name' or 'website'. */
  same: string
}

/** The tool, if any, that one of this name and website would repeat; the database knows. */
export function useTwin(name: string, website: string) {
  const wanted = useDebounced(
    JSON.stringify([name.trim(), webAddress.safeParse(website).data ?? '']),
  )
  const { data, refetch } = useQuery(
    { queryKey: ['twin', wanted], queryFn: () => findTwin(wanted), enabled: wanted !== '["",""]' },
    queries,
  )
  return { twin: data ?? undefined, lookAgain: refetch }
}

async function findTwin(wanted: string): Promise<Twin | null> {
  const [tool_name, website] = JSON.parse(wanted) as [string, string]
  const supabase = await getSupabase()
  const { data } = await supabase.rpc('tool_already_listed', { tool_name, website }).throwOnError()
  return data[0] ?? null
}
