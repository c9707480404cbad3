import { useQuery } from '@tanstack/react-query'
import { webAddress } from '../data/field-schemas.ts'
import { queries } from '../data/query.ts'
import { getSupabase } from '../session/session.ts'
import { useDebounced } from '../ui/forms/use-debounced.ts'

interface DuplicateTool {
  name: string
  slug: string
  /** What the two have in common: 'name' or 'website'. */
  same: string
}

/** The listed tool, if any, that has this name or website; the database compares. */
export function useDuplicateTool(name: string, website: string) {
  const wanted = useDebounced(
    JSON.stringify([name.trim(), webAddress.safeParse(website).data ?? '']),
  )
  const { data, refetch } = useQuery(
    {
      queryKey: ['duplicate tool', wanted],
      queryFn: () => findDuplicate(wanted),
      enabled: wanted !== '["",""]',
    },
    queries,
  )
  return { duplicate: data ?? undefined, checkAgain: refetch }
}

async function findDuplicate(wanted: string): Promise<DuplicateTool | null> {
  const [tool_name, website] = JSON.parse(wanted) as [string, string]
  const supabase = await getSupabase()
  const { data } = await supabase.rpc('tool_already_listed', { tool_name, website }).throwOnError()
  return data[0] ?? null
}
