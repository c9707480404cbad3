import type { Transaction } from '../../backend/database/database.ts'
import { demoIds } from './compose.ts'
import type { DemoReviewContext } from './read-content.ts'

/** Adds the context of use to reviews, and earlier versions with some of the votes (spec 3 §3.2). */
export async function loadReviewContext(
  { query }: Transaction,
  contexts: readonly DemoReviewContext[],
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
  await query('delete from public.review_revisions')
  await query('update public.reviews set revision = 1, edited_at = null where revision > 1')
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
