import type { Database } from '@toolmark/backend/database/database.ts'
import { lockMigrations } from '@toolmark/backend/database/migrate.ts'
import type { DemoRows } from './compose.ts'

/**
 * The tables in the order in which they refer to each other, and how a row of each is written. A row with a
 * `key` is recorded, so that it can be removed again.
 */
const INSERTS: readonly { rows: keyof DemoRows; into: string; as: string; key?: string }[] = [
  {
    rows: 'users',
    into: 'auth.users (id, email, created_at, email_confirmed_at, raw_app_meta_data, raw_user_meta_data)',
    as: `select id, email, created_at, created_at, '{"demo": true}', data
      from r(id uuid, email text, data jsonb, created_at timestamptz)`,
    key: 'id',
  },
  {
    rows: 'companies',
    into: 'public.companies (id, name, domain, website, size, industry, created_by)',
    as: 'select * from r(id uuid, name text, domain text, website text, size text, industry text, created_by uuid)',
    key: 'id',
  },
  {
    rows: 'members',
    into: 'public.company_members (company_id, user_id, role, is_admin)',
    as: 'select * from r(company_id uuid, user_id uuid, role text, is_admin boolean)',
  },
  {
    rows: 'tools',
    into: 'public.tools (id, name, description, category, website_url, aliases, created_at)',
    as: `select * from r(id uuid, name text, description text, category text, website_url text,
      aliases text[], created_at timestamptz)`,
    key: 'id',
  },
  {
    rows: 'capabilities',
    into: 'public.capabilities (slug, name, category, synonyms)',
    // The operator's own capabilities stay as they are.
    as: 'select private.slugify(name), * from r(name text, category text, synonyms text[]) on conflict do nothing',
    key: 'slug',
  },
  {
    rows: 'capabilityTerms',
    into: 'public.capability_terms (capability, language, terms)',
    as: `select slug, language, terms from r(capability text, language text, terms text[])
      join public.capabilities on lower(name) = lower(capability) on conflict do nothing`,
  },
  {
    rows: 'toolCapabilities',
    into: 'public.tool_capabilities (tool_id, capability)',
    as: `select tool_id, slug from r(tool_id uuid, capability text)
      join public.capabilities on lower(name) = lower(capability)`,
  },
  {
    rows: 'facts',
    into: 'public.tool_facts (tool_id, pricing_model, license, platforms, repository_url)',
    as: 'select * from r(tool_id uuid, pricing_model text, license text, platforms text[], repository_url text)',
  },
  {
    rows: 'reviews',
    into: 'public.reviews (id, tool_id, user_id, rating, title, content, pros, cons, created_at, is_sample, used_for)',
    as: `select id, tool_id, user_id, rating, title, content, pros, cons, created_at, true,
        array(select slug from public.capabilities c where lower(c.name) in (select lower(unnest("usedFor"))))
      from r(id uuid, tool_id uuid, user_id uuid, rating smallint, title text, content text, pros text[], cons text[],
        created_at timestamptz, "usedFor" text[])`,
    key: 'id',
  },
  {
    rows: 'votes',
    into: 'public.review_helpful_votes (review_id, user_id)',
    as: 'select * from r(review_id uuid, user_id uuid)',
  },
  {
    rows: 'follows',
    into: 'public.user_follows (follower_id, following_id)',
    as: 'select * from r(follower_id uuid, following_id uuid)',
  },
  {
    rows: 'launches',
    into: 'private.launches (id, user_id, tool_id, tagline, description, launch_date)',
    as: 'select * from r(id uuid, user_id uuid, tool_id uuid, tagline text, description text, launch_date date)',
    key: 'id',
  },
  {
    rows: 'upvotes',
    into: 'public.launch_upvotes (launch_id, user_id, created_at)',
    as: 'select * from r(launch_id uuid, user_id uuid, created_at timestamptz)',
  },
]

/**
 * Fills an empty database with the demo content in one transaction, with the same triggers as for
 * content of members. Does nothing if there are tools or people.
 * @param today launches are today, before and after it
 * @returns whether it was loaded
 */
export function loadDemoContent(database: Database, today: Date): Promise<boolean> {
  return database.transactionAsOwner(async (transaction) => {
    // If two processes start at once, the second finds the content that the first has loaded.
    await lockMigrations(transaction)
    const [state] = await transaction.query<{ is_empty: boolean }>(
      'select not exists (select from public.tools) and not exists (select from auth.users) as is_empty',
    )
    if (!state?.is_empty) return false
    await transaction.query('set local statement_timeout = 0')
    // Imported only here: loading these modules takes longer than the start of a filled site.
    const { composeDemo } = await import('./compose.ts')
    const { readDemoContent } = await import('./read-content.ts')
    const { loadReviewContext, loadLists, loadEdits } = await import('./load-member-content.ts')
    const { loadRecordedFacts } = await import('./load-recorded-facts.ts')
    const { loadModeration } = await import('./load-moderation.ts')
    const { loadMakers } = await import('./load-makers.ts')
    const { loadReturning } = await import('./load-returning.ts')
    const categories = await transaction.query<{ slug: string; name: string }>(
      'select slug, name from public.categories',
    )
    const names = new Map(categories.map(({ slug, name }) => [slug, name]))
    const content = readDemoContent()
    const rows = composeDemo(content, names, today)
    for (const step of INSERTS) {
      const insert = `insert into ${step.into} ${step.as.replace(' r(', ' jsonb_to_recordset($1::jsonb) as r(')}`
      const [table] = step.into.split(' ')
      await transaction.query(
        step.key
          ? `with inserted as (${insert} returning ${step.key})
             insert into private.demo_content (table_name, row_id) select '${table}', ${step.key} from inserted`
          : insert,
        [JSON.stringify(rows[step.rows])],
      )
    }
    await transaction.query(
      `update private.profiles p set bio = nullif(r.bio, ''), profile_visibility = r.profile_visibility, created_at = r.created_at
       from jsonb_to_recordset($1::jsonb) as r(user_id uuid, bio text, profile_visibility text, created_at timestamptz) where p.user_id = r.user_id`,
      [JSON.stringify(rows.profiles)],
    )
    await loadReviewContext(transaction, content.reviewContext)
    await loadMakers(transaction, content.makers, names, today)
    await loadLists(transaction, content.lists)
    await loadEdits(transaction, content.edits, today)
    await loadRecordedFacts(transaction, content.recordedFacts)
    await loadModeration(transaction, content.moderation, today)
    await loadReturning(transaction, content.moderation.staff)
    await transaction.query('select public.take_rating_prior()')
    // Demo people read no mail.
    await transaction.query('delete from private.email_queue')
    return true
  })
}
