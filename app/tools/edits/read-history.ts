import type { Reader } from '../../data/cache-tags.ts'
import { type Change, describeChanges, EDIT_COLUMNS, readSuccessorNames } from './edit.ts'

const PAGE_SIZE = 20

/** An accepted edit. */
export interface HistoryEntry {
  number: number
  decided_at: string
  profiles: { username: string | null; first_name: string | null; last_name: string | null } | null
  changes: Change[]
  source_url: string | null
  note: string
}

/**
 * Reads a page of the accepted edits of a tool, the newest first.
 * @param after the number of the last edit of the page before; 0 for the first page
 */
export async function readHistory({ supabase, tag }: Reader, toolId: string, after: number) {
  tag(`tool-edits:${toolId}`, 'profiles')
  const query = supabase
    .from('tool_edits')
    .select(EDIT_COLUMNS)
    .eq('tool_id', toolId)
    .eq('status', 'accepted')
    .order('number', { ascending: false })
    .limit(PAGE_SIZE + 1)
  const { data } = await (after > 0 ? query.lt('number', after) : query).throwOnError()
  const page = data.slice(0, PAGE_SIZE)
  const names = await readSuccessorNames(supabase, page)
  if (names.size > 0) tag('tools')
  const entries = page.map(
    ({ number, decided_at, changes, ...edit }): HistoryEntry => ({
      number: number ?? 0,
      decided_at: decided_at ?? edit.created_at,
      profiles: edit.profiles,
      changes: describeChanges(changes, names),
      source_url: edit.source_url,
      note: edit.note,
    }),
  )
  return {
    entries,
    /** The cursor of the next page. */
    older: data.length > PAGE_SIZE ? entries.at(-1)?.number : undefined,
    isFirst: after <= 0,
  }
}
