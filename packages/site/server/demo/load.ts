import { setTimeout as pause } from 'node:timers/promises'
import type { Database, Transaction } from '@toolmark/backend/database/database.ts'
import { vacuumFilledTables } from '@toolmark/backend/database/engines/autovacuum.ts'
import type { DemoRows } from './compose.ts'

/**
 * The tables in the order in which they refer to each other, and how a row of each is written. A row with a
 * `key` is recorded, so that it can be removed again.
 */
const INSERTS: readonly {
  rows: keyof DemoRows
  into: string
  as: string
  key?: string
  isShort?: boolean
}[] = [
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
    isShort: true,
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
    isShort: true,
  },
  {
    rows: 'follows',
    into: 'public.user_follows (follower_id, following_id)',
    as: 'select * from r(follower_id uuid, following_id uuid)',
    isShort: true,
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
    isShort: true,
  },
]

/** Rows of a step, which takes about 0.1 s: requests run between two steps, and PGlite has one connection. */
const STEP_ROWS = 40

/** Of the tables that refer to two others. */
const SHORT_ROWS = 400

/** Of what functions decide. */
const FEW_ROWS = 4

/** Of a step, in a row: members who write at the same time can end it by a deadlock. */
const ATTEMPTS = 10
const PAUSE_MS = 500

type Step = (transaction: Transaction) => Promise<void>

/**
 * Marks an empty database as one that gets the demo content. Does nothing if there are tools or people.
 * @param today launches are today, before and after it
 */
export async function beginDemoContent(database: Database, today: Date): Promise<void> {
  await database.asOwner(
    `insert into private.demo_loading (day) select $1
     where not exists (select from public.tools) and not exists (select from auth.users) on conflict do nothing`,
    [today],
  )
}

/**
 * Loads the demo content into a database that is marked, or the rest of it, with the same triggers as for content of
 * members. Each step is a transaction, also beside another process that loads it.
 * @param hasEnded ends it after the step in progress
 * @returns whether this call has completed it
 */
export async function loadDemoContent(
  database: Database,
  hasEnded = () => false,
): Promise<boolean> {
  const [begun] = await database.asOwner<{ day: Date }>('select day from private.demo_loading')
  if (!begun) return false
  const categories = await database.asOwner<{ slug: string; name: string }>(
    'select slug, name from public.categories',
  )
  const names = new Map(categories.map(({ slug, name }) => [slug, name]))
  const steps = await listSteps(names, begun.day)
  let failures = 0
  for (let isMore = true; isMore; ) {
    if (hasEnded()) return false
    try {
      isMore = await takeStep(database, steps)
      failures = 0
    } catch (error) {
      failures += 1
      if (failures === ATTEMPTS) throw error
      await pause(PAUSE_MS)
    }
  }
  // PostgreSQL's own autovacuum does this within a minute.
  if (database.engine === 'pglite') await vacuumFilledTables(database)
  return (await database.asOwner('delete from private.demo_loading returning day')).length > 0
}

/** @returns whether there was one left */
const takeStep = (database: Database, steps: readonly Step[]): Promise<boolean> =>
  database.transactionAsOwner(async (transaction) => {
    const [state] = await transaction.query<{ steps_done: number }>(
      'select steps_done from private.demo_loading for update',
    )
    const step = state && steps[state.steps_done]
    if (!step) return false
    await transaction.query('set local statement_timeout = 0')
    await step(transaction)
    // Demo people read no mail.
    await transaction.query(
      `delete from private.email_queue where user_id::text in (
         select row_id from private.demo_content where table_name = 'auth.users')`,
    )
    await transaction.query('update private.demo_loading set steps_done = steps_done + 1')
    return true
  })

async function listSteps(names: ReadonlyMap<string, string>, today: Date): Promise<Step[]> {
  // Imported only here: loading these modules takes longer than the start of a filled site.
  const { composeDemo } = await import('./compose.ts')
  const { readDemoContent } = await import('./read-content.ts')
  const { loadReviewContext, loadLists, loadEdits } = await import('./load-member-content.ts')
  const { loadRecordedFacts } = await import('./load-recorded-facts.ts')
  const { loadCases, loadClaims, loadStaff } = await import('./load-moderation.ts')
  const { loadMakers } = await import('./load-makers.ts')
  const { loadReturning } = await import('./load-returning.ts')
  const content = readDemoContent()
  const { staff, cases, claims } = content.moderation
  const rows = composeDemo(content, names, today)
  return [
    ...INSERTS.flatMap((insert) =>
      inSteps<unknown>(
        insert.isShort ? SHORT_ROWS : STEP_ROWS,
        rows[insert.rows],
        (part, transaction) => insertRows(transaction, insert, part),
      ),
    ),
    ...inSteps(STEP_ROWS, rows.profiles, async (part, { query }) => {
      await query(
        `update private.profiles p set bio = nullif(r.bio, ''), profile_visibility = r.profile_visibility, created_at = r.created_at
         from jsonb_to_recordset($1::jsonb) as r(user_id uuid, bio text, profile_visibility text, created_at timestamptz) where p.user_id = r.user_id`,
        [JSON.stringify(part)],
      )
    }),
    ...inSteps(STEP_ROWS, content.reviewContext, loadReviewContext),
    ...inSteps(FEW_ROWS, content.makers, (part, transaction) =>
      loadMakers(transaction, part, names, today),
    ),
    ...inSteps(FEW_ROWS, content.lists, loadLists),
    ...inSteps(FEW_ROWS, content.edits, (part, transaction) => loadEdits(transaction, part, today)),
    ...inSteps(FEW_ROWS, content.recordedFacts, loadRecordedFacts),
    ...inSteps(FEW_ROWS, staff, loadStaff),
    ...inSteps(1, cases, (part, transaction) => loadCases(transaction, part, today)),
    ...inSteps(FEW_ROWS, claims, (part, transaction) => loadClaims(transaction, part, today)),
    ...inSteps(1, staff, loadReturning),
    async ({ query }) => void (await query('select public.take_rating_prior()')),
  ]
}

/** Divides rows among steps. What conflicts with content that members wrote meanwhile is left out. */
function inSteps<Row>(
  size: number,
  rows: readonly Row[],
  load: (part: readonly Row[], transaction: Transaction) => Promise<void>,
): Step[] {
  const loadPart = async (part: readonly Row[], transaction: Transaction): Promise<void> => {
    await transaction.query('savepoint part')
    try {
      await load(part, transaction)
    } catch (error) {
      if (!isConflict(error)) throw error
      await transaction.query('rollback to savepoint part')
      if (part.length === 1) return
      const middle = part.length / 2
      await loadPart(part.slice(0, middle), transaction)
      await loadPart(part.slice(middle), transaction)
    }
  }
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, place) => {
    const part = rows.slice(place * size, (place + 1) * size)
    return (transaction) => loadPart(part, transaction)
  })
}

/** A constraint, or what the site's own functions refuse. */
const isConflict = (error: unknown) =>
  error instanceof Error && 'code' in error && /^(23|PT4)/.test(String(error.code))

async function insertRows(
  { query }: Transaction,
  { into, as, key }: (typeof INSERTS)[number],
  rows: readonly unknown[],
): Promise<void> {
  const insert = `insert into ${into} ${as.replace(' r(', ' jsonb_to_recordset($1::jsonb) as r(')}`
  const [table] = into.split(' ')
  await query(
    key
      ? `with inserted as (${insert} returning ${key})
         insert into private.demo_content (table_name, row_id) select '${table}', ${key} from inserted`
      : insert,
    [JSON.stringify(rows)],
  )
}
