import { join } from 'node:path'
import type { Caller, Database } from '@toolmark/backend/database/database.ts'
import { openPglite } from '@toolmark/backend/database/engines/pglite.ts'
import { openPostgres } from '@toolmark/backend/database/engines/postgres.ts'
import { migrate } from '@toolmark/backend/database/migrate.ts'
import { startCluster } from '@toolmark/backend/tests/support/databases/postgres-cluster.ts'
import { MIGRATIONS } from '@toolmark/site/server/migrations.ts'
import type { Pace } from '../compare-loads.ts'
import { medianOf } from '../figures.ts'
import type { Result } from '../results.ts'

type Engine = 'pglite' | 'postgres'

const OPEN_REPORTS = 10_000
const REVIEWS_OF_LARGE_TOOL = 1000
/** Measured calls of each function, and calls before them. */
const CALLS = { short: 30, long: 200 }
const WARM_UP_CALLS = 5
/** Milliseconds. */
const GOALS = {
  queue: 30,
  removal: 30,
  report: 20,
  rules: 0.4,
  followers: 50,
  largeTool: { pglite: 2000, postgres: 1000 },
}

/**
 * Measures the database time of moderation, without HTTP: the queue, decisions, reports, and what the
 * rules add to a review.
 * @param folder for the data of PGlite
 */
export async function measureModeration(
  engine: Engine,
  folder: string,
  { isLong }: Pace,
): Promise<Result[]> {
  const calls = isLong ? CALLS.long : CALLS.short
  await using opened = new AsyncDisposableStack()
  const database = await openDatabase(engine, folder, opened)
  await migrate(database, MIGRATIONS)
  await fillModeration(database)
  return await measureFunctions(database, engine, calls)
}

async function openDatabase(engine: Engine, folder: string, opened: AsyncDisposableStack) {
  let url: string | undefined
  if (engine === 'postgres') {
    const cluster = await startCluster()
    opened.defer(() => cluster.stop())
    url = cluster.url('postgres')
  }
  const database = await (url ? openPostgres(url) : openPglite(join(folder, 'moderation')))
  opened.defer(() => database.close())
  return database
}

/** A moderator, 1,000 members, 200 tools with 25 reviews each, one with 1,000, and the open reports. */
async function fillModeration(database: Database): Promise<void> {
  await database.transactionAsOwner(async ({ query }) => {
    await query('set local statement_timeout = 0')
    await query(
      `insert into auth.users (id, email, raw_user_meta_data, email_confirmed_at)
       select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'p' || n || '@people.example',
         jsonb_build_object('username', 'p' || n), now()
       from generate_series(0, $1::int) n`,
      [REVIEWS_OF_LARGE_TOOL],
    )
    await query('insert into auth.sessions (id, user_id) select id, id from auth.users')
    await query(
      "insert into private.staff (user_id, role) values ('00000000-0000-4000-8000-000000000000', 'moderator')",
    )
    await query(
      `insert into tools (name, description, category)
       select 'Tool ' || n, 'Boils water.', 'HR' from generate_series(0, 200) n`,
    )
    await query(
      `insert into reviews (tool_id, user_id, rating, title, content)
       select t.id, p.user_id, 4, 'It boils', 'Not once did it drip.'
       from tools t join private.profiles p on p.username <> 'p0'
         and (t.name = 'Tool 0' or substr(p.username, 2)::int <= 25)`,
    )
    await query(
      `insert into private.reports (key_hash, subject_type, subject_id, tool_id, rating, author_id, snapshot, reason,
         reporter_name, reporter_email)
       select sha256(gen_random_uuid()::text::bytea), 'review', r.id, r.tool_id, r.rating, r.user_id, to_jsonb(r), 'spam',
         'Rita', 'rita' || n || '@people.example'
       from (select *, row_number() over () from reviews) r join generate_series(0, 1) n on true
       order by r.row_number limit $1`,
      [OPEN_REPORTS],
    )
  })
  // Autovacuum does this some minutes later.
  await database.asOwner('vacuum analyze')
}

const REVIEW = `insert into reviews (tool_id, user_id, rating, title, content)
  values ($1, $2, 4, 'It boils', 'Not once did it drip.')`

const personOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

/** Without it a busy machine ends the measurement: a statement on PGlite has 8 s. */
const time = { limitMs: 60_000, onElapsed() {} }

const callerOf = (number: number): Caller => ({
  role: 'authenticated',
  time,
  claims: { sub: personOf(number), session_id: personOf(number), role: 'authenticated' },
})

const MODERATE = 'select moderate($1, $2, $3, $4, $5) as number'
const WHY = ['spam', 'It advertises another product and says nothing about this one.']

async function measureFunctions(
  database: Database,
  engine: Engine,
  calls: number,
): Promise<Result[]> {
  const moderator = callerOf(0)
  const readIds = async (text: string, values: unknown[] = []) =>
    (await database.asOwner<{ id: string }>(text, values)).map(({ id }) => id)
  const [large = ''] = await readIds("select id from tools where name = 'Tool 0'")

  const queue = await timeCalls(calls, () =>
    database.as(moderator, "select * from moderation_queue('reports')"),
  )
  const reviews = await readIds(
    `select r.id from reviews r join tools t on t.id = r.tool_id where t.name <> 'Tool 0' order by r.id`,
  )
  const removal = await timeCalls(calls, (index) =>
    database.as(moderator, MODERATE, ['review', reviews[index], 'remove', ...WHY]),
  )
  const rest = reviews.slice(calls + WARM_UP_CALLS)
  const report = await timeCalls(calls, (index) =>
    // Each member sends at most 20 reports a day, and none about an own review.
    database.as(callerOf(500 + index), "select submit_report('review', $1, 'spam')", [rest[index]]),
  )
  const whole: number[] = []
  for (let round = 0; round < 3; round += 1) {
    const startedAt = performance.now()
    await database.as(moderator, MODERATE, ['tool', large, 'remove', ...WHY])
    const removedAt = performance.now()
    await database.as(moderator, MODERATE, ['tool', large, 'restore', null, null])
    whole.push(Math.max(removedAt - startedAt, performance.now() - removedAt))
  }
  const { member, service } = await measureRules(database, calls)
  const added = member - service
  const { crowded, quiet } = await measureFollowers(database, calls)
  const ms = (time: number, digits = 1) => `${time.toFixed(digits)} ms`
  const row = (name: string, time: number, goal: number): Result => ({
    name: `${name}, ${engine}`,
    measured: ms(time),
    goal: `at most ${goal} ms`,
    isMet: time <= goal,
  })
  return [
    row('the queue with 10,000 open reports', queue, GOALS.queue),
    row('removal of a review', removal, GOALS.removal),
    row('a report', report, GOALS.report),
    row(
      'removal or restore of a tool with 1,000 reviews',
      medianOf(whole),
      GOALS.largeTool[engine],
    ),
    {
      name: `what the rules add to a review, ${engine}`,
      measured: `${ms(added, 2)} (${ms(service, 2)} to ${ms(member, 2)})`,
      goal: `at most ${GOALS.rules} ms`,
      isMet: added <= GOALS.rules,
    },
    {
      name: `what 1,000 followers add to a review, ${engine}`,
      measured: `${ms(crowded - quiet)} (${ms(quiet)} to ${ms(crowded)})`,
      goal: `at most ${GOALS.followers} ms`,
      isMet: crowded - quiet <= GOALS.followers,
    },
  ]
}

/** Reviews of members, and of the service role, whom no rule limits, in turn, so that both get the same noise. */
async function measureRules(database: Database, calls: number) {
  const tools = await database.asOwner<{ id: string }>(
    "select id from tools where name <> 'Tool 0' order by id",
  )
  const times = { member: [] as number[], service: [] as number[] }
  let member = 100
  for (let round = 0; round < 4; round += 1) {
    for (const kind of ['service', 'member'] as const) {
      const caller: Caller =
        kind === 'member'
          ? callerOf(member)
          : { role: 'service_role', time, claims: { role: 'service_role' } }
      for (let call = 0; call < calls + WARM_UP_CALLS; call += 1) {
        const startedAt = performance.now()
        await database.as(caller, REVIEW, [tools[call % tools.length]?.id, personOf(member)])
        if (call >= WARM_UP_CALLS) times[kind].push(performance.now() - startedAt)
      }
      member += 1
    }
  }
  return { member: medianOf(times.member), service: medianOf(times.service) }
}

/** Reviews of two tools; everybody follows one of them and gets a notification of each review. */
async function measureFollowers(database: Database, calls: number) {
  const tools = await database.asOwner<{ id: string }>(
    "select id from tools where name in ('Tool 1', 'Tool 2') order by id",
  )
  await database.asOwner(
    "insert into tool_follows (user_id, tool_id) select user_id, $1 from private.profiles where username <> 'p0'",
    [tools[0]?.id],
  )
  // Members who have not reviewed these tools and have not reached their limit of the day.
  const measure = (tool: string | undefined) =>
    timeCalls(calls, (index) =>
      database.as(callerOf(200 + index), REVIEW, [tool, personOf(200 + index)]),
    )
  return { quiet: await measure(tools[1]?.id), crowded: await measure(tools[0]?.id) }
}

/** @returns the median in milliseconds */
async function timeCalls(
  calls: number,
  call: (index: number) => Promise<unknown>,
): Promise<number> {
  const times: number[] = []
  for (let index = 0; index < calls + WARM_UP_CALLS; index += 1) {
    const startedAt = performance.now()
    await call(index)
    if (index >= WARM_UP_CALLS) times.push(performance.now() - startedAt)
  }
  return medianOf(times)
}
