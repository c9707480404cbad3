import { useInfiniteQuery } from '@tanstack/react-query'
import { sendCommand } from '../../data/command.ts'
import { queries } from '../../data/query.ts'
import { getSupabase } from '../../session/session.ts'
import {
  type Change,
  describeChanges,
  EDIT_COLUMNS,
  readSuccessorNames,
} from '../../tools/edits/edit.ts'
import { retryUnlessRefused } from '../staff/staff-role.ts'

export interface OpenEdit {
  id: string
  changes: Change[]
  source_url: string | null
  note: string
  created_at: string
  suggested_by: string | null
  profiles: { username: string | null } | null
  tools: { name: string; slug: string }
}

const PAGE_SIZE = 24
const KEY = 'open edits'

/** Suggestions that wait, the oldest first. */
export function useOpenEdits() {
  const query = useInfiniteQuery(
    {
      queryKey: [KEY],
      queryFn: async ({ pageParam }): Promise<OpenEdit[]> => {
        const supabase = await getSupabase()
        const open = supabase
          .from('tool_edits')
          .select(`${EDIT_COLUMNS}, suggested_by, tools!inner(name, slug)` as const)
          .eq('status', 'open')
          .order('created_at')
          .order('id')
          .limit(PAGE_SIZE)
        const edits = await sendCommand(
          pageParam
            ? open.or(
                `created_at.gt.${pageParam.created_at},and(created_at.eq.${pageParam.created_at},id.gt.${pageParam.id})`,
              )
            : open,
        )
        const names = await readSuccessorNames(supabase, edits)
        return edits.map((edit) => ({ ...edit, changes: describeChanges(edit.changes, names) }))
      },
      initialPageParam: null as { created_at: string; id: string } | null,
      getNextPageParam: (page) => {
        const last = page.length < PAGE_SIZE ? undefined : page.at(-1)
        return last ? { created_at: last.created_at, id: last.id } : undefined
      },
      staleTime: 0,
      retry: retryUnlessRefused,
    },
    queries,
  )
  return { ...query, edits: query.data?.pages.flat() }
}

export async function resolveEdit(edit: string, accept: boolean, reason = ''): Promise<void> {
  const supabase = await getSupabase()
  await sendCommand(supabase.rpc('resolve_tool_edit', { edit, accept, reason }))
  await queries.invalidateQueries({ queryKey: [KEY] })
}
