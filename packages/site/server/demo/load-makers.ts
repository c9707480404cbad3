import type { Transaction } from '@toolmark/backend/database/database.ts'
import { subDays } from 'date-fns/subDays'
import { demoIds } from './compose.ts'
import type { DemoMaker } from './read-content.ts'

/** How long after a review the maker replies, in hours, one after the other. */
const REPLY_HOURS = [20, 46, 93]

/**
 * Loads the invented tools of the demo's companies: the maker, the reviews and half of the replies. Nothing checks
 * their proof, because their domains do not exist.
 * @param categoryNames by slug
 */
export async function loadMakers(
  { query }: Transaction,
  makers: readonly DemoMaker[],
  categoryNames: ReadonlyMap<string, string>,
  today: Date,
): Promise<void> {
  const tools = makers.map(({ reviews: _reviews, category, name, ...maker }) => ({
    ...maker,
    id: demoIds.tool(name),
    name,
    category: categoryNames.get(category) ?? category,
    company_id: demoIds.company(maker.company),
  }))
  const reviews = makers.flatMap(({ name, reviews: of }) =>
    of.map(({ person, daysAgo, ...review }, place) => ({
      ...review,
      id: demoIds.review(name, person),
      tool_id: demoIds.tool(name),
      user_id: demoIds.person(person),
      created_at: subDays(today, daysAgo).toISOString(),
      hours: REPLY_HOURS[place % REPLY_HOURS.length],
    })),
  )
  const [toolRows, reviewRows] = [JSON.stringify(tools), JSON.stringify(reviews)]
  await query(
    `with r as (select * from jsonb_to_recordset($1::jsonb) as r(id uuid, name text, description text, category text, company_id uuid)),
     inserted as (
       insert into public.tools (id, name, description, category, website_url, created_at)
         select r.id, r.name, r.description, r.category, c.website, now() - interval '200 days'
         from r join public.companies c on c.id = r.company_id
       returning id)
     insert into private.demo_content (table_name, row_id) select 'public.tools', id from inserted`,
    [toolRows],
  )
  await query(
    `insert into public.tool_facts (tool_id, pricing_model, license, platforms)
       select * from jsonb_to_recordset($1::jsonb) as r(id uuid, pricing text, license text, platforms text[])`,
    [toolRows],
  )
  await query(
    `insert into public.tool_capabilities (tool_id, capability)
       select r.id, c.slug from jsonb_to_recordset($1::jsonb) as r(id uuid, uses text[])
       join public.capabilities c on lower(c.name) in (select lower(unnest(r.uses)))`,
    [toolRows],
  )
  await query(
    `with r as (select * from jsonb_to_recordset($1::jsonb) as r(id uuid, company_id uuid, method text)),
     claimed as (
       insert into private.tool_claims (tool_id, company_id, claimant_id, method, status, checked_at, proven_website)
         select r.id, r.company_id, m.user_id, r.method, 'granted', now(), t.website_url
         from r join public.tools t using (id)
           join public.company_members m on m.company_id = r.company_id and m.is_admin
       returning company_id, claimant_id),
     confirmed as (
       update public.company_members m set is_confirmed = true from claimed c
         where m.company_id = c.company_id and m.user_id = c.claimant_id)
     insert into public.tool_makers (tool_id, company_id, method, verified_on, is_sample)
       select r.id, r.company_id, r.method, current_date - 150, true from r`,
    [toolRows],
  )
  await query(
    'select private.update_verification(company_id) from jsonb_to_recordset($1::jsonb) as r(company_id uuid)',
    [toolRows],
  )
  await query(
    `insert into public.review_campaigns (tool_id, name, created_at)
       select id, campaign, now() - interval '150 days' from jsonb_to_recordset($1::jsonb) as r(id uuid, campaign text)
       where campaign is not null`,
    [toolRows],
  )
  await query(
    `with inserted as (
       insert into public.reviews (id, tool_id, user_id, rating, title, content, pros, cons, created_at, is_sample, campaign_id)
         select r.id, r.tool_id, user_id, rating, title, content, pros, cons, r.created_at, true, case when r.invited then c.id end
         from jsonb_to_recordset($1::jsonb) as r(id uuid, tool_id uuid, user_id uuid, rating smallint, title text, content text,
           pros text[], cons text[], created_at timestamptz, invited boolean)
         left join public.review_campaigns c on c.tool_id = r.tool_id
       returning id)
     insert into private.demo_content (table_name, row_id) select 'public.reviews', id from inserted`,
    [reviewRows],
  )
  await query(
    `insert into public.review_replies (review_id, content, created_at)
       select id, reply, created_at + make_interval(hours => hours)
       from jsonb_to_recordset($1::jsonb) as r(id uuid, reply text, created_at timestamptz, hours integer) where reply is not null`,
    [reviewRows],
  )
}
