import { Link } from 'react-router'
import type { Reader } from '../data/cache-tags.ts'
import * as detailWords from '../tools/words/detail.ts'

interface PublicList {
  id: string
  name: string
  tool_count: number
}

const LISTS_SHOWN = 5

/** Reads the public lists that have a tool, the most copied first (spec 7 §3). */
export async function readListsWith(
  { supabase, tag }: Reader,
  toolId: string,
): Promise<PublicList[]> {
  tag(`tool-lists:${toolId}`)
  const { data } = await supabase
    .from('lists')
    .select('id, name, tool_count, list_items!inner(tool_id)')
    .eq('visibility', 'public')
    .eq('list_items.tool_id', toolId)
    .order('copies', { ascending: false })
    .order('id', { ascending: false })
    .limit(LISTS_SHOWN)
    .throwOnError()
  return data.map(({ id, name, tool_count }) => ({ id, name, tool_count }))
}

export function ListsPanel({ lists }: { lists: readonly PublicList[] }) {
  if (lists.length === 0) return null
  return (
    <section aria-labelledby="in-lists" className="panel p-4 sm:p-5">
      <h2 id="in-lists" className="mb-2 font-semibold">
        {detailWords.listsTitle}
      </h2>
      <ul className="grid gap-1 text-sm">
        {lists.map(({ id, name, tool_count }) => (
          <li key={id} className="flex items-baseline justify-between gap-3">
            <Link
              to={`/list/${id}`}
              className="inline-block min-h-6 min-w-0 wrap-anywhere hover:underline"
            >
              {name}
            </Link>
            <span className="whitespace-nowrap text-soft">
              {detailWords.listsTools(tool_count)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
