import { useQuery } from '@tanstack/react-query'
import { urlSchema } from '../../data/field-schemas.ts'
import { queries } from '../../data/query.ts'
import { getSupabase } from '../../session/session.ts'
import { useDebounced } from '../../ui/forms/use-debounced.ts'

interface DuplicateTool {
  name: string
  slug: string
  /** The equal field: 'name' or 'website'. */
  same: string
}

/** The listed tool with this name or website, if any; the database compares them. */
export function useDuplicateTool(name: string, website: string) {
  const input = useDebounced(JSON.stringify([name.trim(), urlSchema.safeParse(website).data ?? '']))
  const { data, refetch } = useQuery(
    {
      queryKey: ['duplicate tool', input],
      queryFn: () => findDuplicate(input),
      enabled: input !== '["",""]',
    },
    queries,
  )
  return { duplicate: data ?? undefined, checkAgain: refetch }
}

async function findDuplicate(input: string): Promise<DuplicateTool | null> {
  const [tool_name, website] = JSON.parse(input) as [string, string]
  const supabase = await getSupabase()
  const { data } = await supabase.rpc('tool_already_listed', { tool_name, website }).throwOnError()
  return data[0] ?? null
}
