import type { Transaction } from '@toolmark/backend/database/database.ts'
import { demoIds } from './compose.ts'

/** For each of the members: the tools that they follow, and as many launches of later days. */
const FOLLOWED = 6
const UNREAD = 4

/**
 * Loads the follows and notifications of the demo's moderators: loading rows creates no notifications. All of it
 * leaves with their accounts.
 */
export async function loadReturning(
  usernames: readonly string[],
  { query }: Transaction,
): Promise<void> {
  const people = usernames.map((username) => demoIds.person(username))
  // Of tools with the newest reviews and launches, so that there is something to tell.
  await query(
    `insert into public.tool_follows (user_id, tool_id)
       select p, t.id from unnest($1::uuid[]) p cross join lateral (
         select t.id from public.tools t join public.reviews r on r.tool_id = t.id and r.user_id <> p
         left join private.launches l on l.tool_id = t.id
         group by t.id order by count(l.id) > 0 desc, max(r.created_at) desc, t.id limit $2) t`,
    [people, FOLLOWED],
  )
  await query(
    `insert into public.launch_reminders (launch_id, user_id)
       select l.id, p from unnest($1::uuid[]) p cross join lateral (
         select l.id from private.launches l where l.launch_date > (now() at time zone 'utc')::date and l.user_id <> p
         order by l.launch_date, l.id limit $2) l`,
    [people, FOLLOWED],
  )
  await query(
    `with told as (
       select f.user_id, 'review' as kind, 'review' as subject_type, r.id as subject_id,
         jsonb_build_object('tool', t.name, 'slug', t.slug, 'is_new', true, 'is_maker', false) as data, r.created_at
       from public.tool_follows f join public.tools t on t.id = f.tool_id join public.reviews r on r.tool_id = t.id
       join private.profiles author on author.user_id = r.user_id and author.profile_visibility <> 'private'
       where r.user_id <> f.user_id
       union all
       select f.user_id, 'launch', 'launch', l.id,
         jsonb_build_object('tool', t.name, 'slug', t.slug, 'launch_date', l.launch_date),
         least(now(), l.launch_date) - interval '3 days'
       from public.tool_follows f join public.tools t on t.id = f.tool_id
       join private.launches l on l.tool_id = t.id and not l.is_draft and l.user_id <> f.user_id
       union all
       select r.user_id, 'reply', 'reply', r.id,
         jsonb_build_object('tool', t.name, 'slug', t.slug, 'company_id', y.company_id), y.created_at
       from public.reviews r join public.review_replies y on y.review_id = r.id join public.tools t on t.id = r.tool_id
       union all
       select r.user_id, 'helpful_votes', 'review', r.id,
         jsonb_build_object('tool', t.name, 'slug', t.slug, 'count', (select max(n) from unnest('{1,5,10,25}'::integer[]) n
           where n <= r.helpful_count)), r.created_at + interval '2 days'
       from public.reviews r join public.tools t on t.id = r.tool_id where r.helpful_count > 0
       union all
       select f.following_id, 'follower', 'profile', f.follower_id, '{}',
         now() - abs(hashtext(f.follower_id::text)) % 40 * interval '1 day'
       from public.user_follows f join private.profiles p on p.user_id = f.follower_id and p.profile_visibility <> 'private'
     ), numbered as (
       select *, row_number() over (partition by user_id, kind order by created_at desc, subject_id) as of_kind from told
       where user_id = any ($1) and created_at between now() - interval '11 months' and now()
     )
     insert into public.notifications (user_id, kind, subject_type, subject_id, data, created_at, read_at)
       select user_id, kind, subject_type, subject_id, data, created_at,
         case when row_number() over (partition by user_id order by created_at desc, subject_id) > $2
           then least(created_at + interval '1 day', now()) end
       from numbered where of_kind <= case when kind = 'review' then 12 else 3 end`,
    [people, UNREAD],
  )
}
