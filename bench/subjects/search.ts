import { readFileSync } from 'node:fs'
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
import { readSearches } from '../searches.ts'
import { fillDatabase, sizeOf } from './growth/fill.ts'

type Engine = 'pglite' | 'postgres'

/** Size of the catalog, as a multiple of growth's small one: in the long form 100,000 tools and 1,000,000 reviews. */
const TIMES = { short: 10, long: 100 }
const ROUNDS = 3
/** Milliseconds. */
const GOALS = {
  postgres: { search_page: [12, 35], suggest: [5, 15] },
  pglite: { search_page: [16, 45], suggest: [5, 15] },
} as const
const FILL_TIMEOUT_MS = 60 * 60 * 1000
const VISITOR: Caller = { role: 'anon', claims: {} }

/**
 * Measures the database time of `search_page` and `suggest`, without HTTP, for the searches of search-queries.txt and those
 * of the demo. Of three rounds each search counts with its median.
 * @param folder for the data of PGlite, some GB in the long form
 */
export async function measureSearch(
  engine: Engine,
  folder: string,
  { isLong }: Pace,
): Promise<Result[]> {
  await using opened = new AsyncDisposableStack()
  const database = await openDatabase(engine, folder, opened)
  await migrate(database, MIGRATIONS)
  const size = sizeOf(isLong ? TIMES.long : TIMES.short)
  await fillDatabase(database, size)
  const queries = [...readQueries(), ...readSearches().map(({ query }) => query)]
  // What a search box asks for while these are typed.
  const beginnings = queries.flatMap((query) => [query.slice(0, 2), query.slice(0, 5), query])
  const calls = {
    search_page: await timeCalls(database, "select search_page($1, sort => 'relevance')", queries),
    suggest: await timeCalls(database, 'select * from suggest($1)', beginnings),
  }
  return (['search_page', 'suggest'] as const).map((name) => {
    const [median, p95] = calls[name]
    const [medianGoal, p95Goal] = GOALS[engine][name]
    return {
      name: `${name} of ${queries.length} searches, ${size.tools.toLocaleString('en')} tools, ${engine}: median and p95`,
      measured: `${median.toFixed(1)} ms, ${p95.toFixed(1)} ms`,
      goal: `at most ${medianGoal} ms, ${p95Goal} ms`,
      isMet: median <= medianGoal && p95 <= p95Goal,
    }
  })
}

async function openDatabase(engine: Engine, folder: string, opened: AsyncDisposableStack) {
  let url: string | undefined
  if (engine === 'postgres') {
    const cluster = await startCluster()
    opened.defer(() => cluster.stop())
    url = cluster.url('postgres')
  }
  const database = await (url
    ? openPostgres(url, { timeoutMs: FILL_TIMEOUT_MS })
    : openPglite(join(folder, 'search')))
  opened.defer(() => database.close())
  return database
}

const readQueries = () =>
  readFileSync(join(import.meta.dirname, '..', 'search-queries.txt'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))

/** @returns median and p95 of the searches */
async function timeCalls(
  database: Database,
  statement: string,
  queries: readonly string[],
): Promise<[number, number]> {
  const times = new Map<number, number[]>()
  // The first round warms up.
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [place, query] of queries.entries()) {
      const calledAt = performance.now()
      await database.asReader(VISITOR, statement, [query], 'any')
      const taken = performance.now() - calledAt
      if (round > 0) times.set(place, [...(times.get(place) ?? []), taken])
    }
  }
  const medians = [...times.values()].map(medianOf).toSorted((one, other) => one - other)
  return [medianOf(medians), medians[Math.ceil(medians.length * 0.95) - 1] ?? 0]
}
