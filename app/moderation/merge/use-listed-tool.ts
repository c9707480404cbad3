import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { queries } from '../../data/query.ts'
import { getSupabase } from '../../session/session.ts'
import { isToolId } from '../../shared/tool-id.ts'
import { TOOL_COLUMNS, type ToolSummary } from '../../tools/tool.ts'

export type ListedTool = UseQueryResult<ToolSummary | null>

/** @param idOrSlug empty for none. The data is null if there is no such tool. */
export function useListedTool(idOrSlug: string): ListedTool {
  return useQuery(
    {
      queryKey: ['tool to merge', idOrSlug],
      queryFn: async (): Promise<ToolSummary | null> => {
        const supabase = await getSupabase()
        const { data } = await supabase
          .from('tools')
          .select(TOOL_COLUMNS)
          .eq(isToolId(idOrSlug) ? 'id' : 'slug', idOrSlug.toLowerCase())
          .maybeSingle()
          .throwOnError()
        return data
      },
      enabled: idOrSlug !== '',
      staleTime: 0,
    },
    queries,
  )
}
