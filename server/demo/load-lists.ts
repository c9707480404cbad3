import type { Transaction } from '../../backend/database/database.ts'
import { demoIds } from './compose.ts'
import type { DemoList } from './read-content.ts'

/** Loads the public lists, which are removed with their owners. */
export async function loadLists({ query }: Transaction, lists: readonly DemoList[]): Promise<void> {
  const rows = lists.map(({ person, ...list }) => ({
    ...list,
    id: crypto.randomUUID(),
    user_id: demoIds.person(person),
  }))
  await query(
    `insert into public.lists (id, user_id, name, description, copies, visibility)
       select *, 'public' from jsonb_to_recordset($1::jsonb)
         as r(id uuid, user_id uuid, name text, description text, copies integer)`,
    [JSON.stringify(rows)],
  )
  const items = rows.flatMap(({ id, tools }) =>
    tools.map(({ tool, note = '' }, position) => ({
      list_id: id,
      tool_id: demoIds.tool(tool),
      note,
      position,
    })),
  )
  await query(
    `insert into public.list_items (list_id, tool_id, note, position)
       select * from jsonb_to_recordset($1::jsonb) as r(list_id uuid, tool_id uuid, note text, position integer)`,
    [JSON.stringify(items)],
  )
}
