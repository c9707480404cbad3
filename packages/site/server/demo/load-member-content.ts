import type { Transaction } from '@toolmark/backend/database/database.ts'
import { subDays } from 'date-fns/subDays'
import { demoIds } from './compose.ts'
import type { DemoEdit, DemoList, DemoReviewContext } from './read-content.ts'

/** Adds the context of use to reviews, and earlier versions with some of the votes (spec 3 §3.2). */
export async function loadReviewContext(
  contexts: readonly DemoReviewContext[],
  { query }: Transaction,
): Promise<void> {
  const rows = contexts.map(({ tool, person, ...context }) => ({
    id: demoIds.review(tool, person),
    ...context,
    ...context.before,
  }))
  const json = JSON.stringify(rows)
  await query(
    `update public.reviews review set used_version = r.version, used_plan = r.plan, relationship = r.relationship,
       incentive = r.incentive, used_from = review.created_at::date - r."usedForDays"
     from jsonb_to_recordset($1::jsonb) as r(id uuid, version text, plan text, relationship text, incentive text,
       "usedForDays" integer)
     where review.id = r.id`,
    [json],
  )
  // The trigger has stored a version without context, which is not part of the content.
  const ids = rows.map(({ id }) => id)
  await query('delete from public.review_revisions where review_id = any ($1)', [ids])
  await query(
    'update public.reviews set revision = 1, edited_at = null where revision > 1 and id = any ($1)',
    [ids],
  )
  await query(
    `with edited as (
       select * from jsonb_to_recordset($1::jsonb) as r(id uuid, rating smallint, title text, content text, "editedDaysAgo" integer)
       where "editedDaysAgo" is not null
     ), earlier as (
       insert into public.review_revisions (review_id, number, rating, title, content, pros, cons, used_plan, used_from, written_at)
       select review.id, 1, coalesce(r.rating, review.rating), coalesce(r.title, review.title), coalesce(r.content, review.content),
         review.pros, review.cons, review.used_plan, review.used_from, review.created_at
       from edited r join public.reviews review on review.id = r.id
     ), later_votes as (
       update public.review_helpful_votes vote set revision = 2 from edited r
       where vote.review_id = r.id and hashtext(vote.user_id::text) % 2 = 0
     )
     update public.reviews review set revision = 2, edited_at = now() - make_interval(days => r."editedDaysAgo")
     from edited r where review.id = r.id`,
    [json],
  )
}

/** Loads the public lists, which are removed with their owners. */
export async function loadLists(lists: readonly DemoList[], { query }: Transaction): Promise<void> {
  const rows = lists.map(({ person, ...list }) => ({
    ...list,
    id: crypto.randomUUID(),
    user_id: demoIds.person(person),
  }))
  await query(
    `insert into public.lists (id, user_id, name, description, copies, trusted_copies, visibility)
       select id, user_id, name, description, copies, copies, 'public' from jsonb_to_recordset($1::jsonb)
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
