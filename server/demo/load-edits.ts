import { subDays } from 'date-fns/subDays'
import type { Transaction } from '../../backend/database/database.ts'
import { demoIds } from './compose.ts'
import type { DemoEdit } from './read-content.ts'

/** Loads suggested edits; the database's own functions apply those that were accepted. */
export async function loadEdits(
  { query }: Transaction,
  edits: readonly DemoEdit[],
  today: Date,
): Promise<void> {
  for (const { tool, person, after, source, note, daysAgo, acceptedDaysAgo } of edits) {
    const isAccepted = acceptedDaysAgo !== undefined
    const [row] = await query<{ changes: object }>(
      `select private.clean_tool_changes(jsonb_object_agg(key,
         jsonb_build_array(private.get_tool_field_value($1, key), value))) as changes from jsonb_each($2::jsonb)`,
      [demoIds.tool(tool), JSON.stringify(after)],
    )
    const changes = JSON.stringify(row?.changes)
    const [edit] = isAccepted
      ? await query<{ id: string }>(
          `select private.record_tool_edit($1, $2::jsonb, $3, $4, $5) as id
           from (select private.apply_tool_changes($1, $2::jsonb)) applied`,
          [demoIds.tool(tool), changes, source, note, demoIds.person(person)],
        )
      : await query<{ id: string }>(
          `insert into public.tool_edits (tool_id, changes, source_url, note, suggested_by)
           values ($1, $2::jsonb, $3, $4, $5) returning id`,
          [demoIds.tool(tool), changes, source, note, demoIds.person(person)],
        )
    await query('update public.tool_edits set created_at = $2, decided_at = $3 where id = $1', [
      edit?.id,
      subDays(today, daysAgo).toISOString(),
      isAccepted ? subDays(today, acceptedDaysAgo).toISOString() : null,
    ])
    await query(
      "insert into private.demo_content (table_name, row_id) values ('public.tool_edits', $1)",
      [edit?.id],
    )
  }
}
