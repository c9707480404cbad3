import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { openPglite } from '@toolmark/backend/database/engines/pglite.ts'
import { openPostgres } from '@toolmark/backend/database/engines/postgres.ts'
import { migrate } from '@toolmark/backend/database/migrate.ts'
import { openKeys } from '@toolmark/backend/keys/keys.ts'
import { startCluster } from '@toolmark/backend/tests/support/databases/postgres-cluster.ts'
import type { Database } from '@toolmark/site/app/data/database.types.ts'
import { MIGRATIONS } from '@toolmark/site/server/migrations.ts'
import type { Pace } from '../../compare-loads.ts'
import type { Result } from '../../results.ts'
import { startSite } from '../../site.ts'
import { fillDatabase, sizeOf } from './fill.ts'
import { createReads, type Read, SEARCHES } from './reads.ts'

/** Size of the large catalog, as a multiple of the small one. */
const TIMES = { short: 10, long: 100 }
/** Measured calls of each read on each catalog. */
const CALLS = { short: 20, long: 200 }
/** Calls before the measured ones. */
const WARM_UP_CALLS = 5
/** Median on the large catalog divided by that on the small one; p99 divided by its own median. */
const GOALS = { median: 2, p99: 10 }
/** Of the searches that people type, in milliseconds over HTTP. */
const SEARCH_GOALS = { median: 20, p95: 60 }

/** Longest statement while a catalog is filled. */
const FILL_TIMEOUT_MS = 60 * 60 * 1000

type Engine = 'pglite' | 'postgres'

/** Milliseconds. */
interface Growth {
  name: string
  small: number
  large: number
  p95: number
  p99: number
}

/**
 * Compares the reads of each screen on a small and a large catalog, as a visitor over HTTP. Prints
 * the table of all reads to standard error.
 * @param folder for the data of both sites, some GB in the long form
 */
export async function measureGrowth(
  engine: Engine,
  folder: string,
  { isLong }: Pace,
): Promise<Result[]> {
  const times = isLong ? TIMES.long : TIMES.short
  const cleanups: (() => Promise<void>)[] = []
  try {
    const small = await startReads(engine, 1, folder, cleanups)
    const large = await startReads(engine, times, folder, cleanups)
    const growths: Growth[] = []
    for (const [name, read] of large) {
      const before = small.get(name)
      if (!before) throw new Error(`no read of the small catalog for: ${name}`)
      growths.push(await compareReads(name, before, read, isLong))
    }
    printTable(engine, times, growths)
    return resultsOf(engine, times, growths)
  } finally {
    for (const cleanup of cleanups.reverse()) await cleanup()
  }
}

async function startReads(...site: Parameters<typeof startFilledSite>) {
  return (await startFilledSite(...site)).reads
}

/**
 * Fills a database and starts a site on it.
 * @param times factor on the small catalog
 */
export async function startFilledSite(
  engine: Engine,
  times: number,
  folder: string,
  cleanups: (() => Promise<void>)[],
): Promise<{ url: string; dataDir: string; reads: Map<string, Read> }> {
  const dataDir = join(folder, `${engine}-${times}`)
  let url: string | undefined
  if (engine === 'postgres') {
    const cluster = await startCluster()
    cleanups.push(() => cluster.stop())
    url = cluster.url('postgres')
  }
  const database = await (url
    ? openPostgres(url, { timeoutMs: FILL_TIMEOUT_MS })
    : openPglite(dataDir))
  const startedAt = performance.now()
  try {
    await migrate(database, MIGRATIONS)
    await fillDatabase(database, sizeOf(times))
  } finally {
    await database.close()
  }
  console.error(
    `${engine}, ${times} times the data: filled in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`,
  )
  const site = await startSite(dataDir, {
    DEMO_CONTENT: 'off',
    ...(url ? { DATABASE_URL: url } : {}),
  })
  cleanups.push(site.stop)
  const { anonKey } = await openKeys(join(dataDir, 'keys.json'))
  const supabase = createClient<Database>(site.url, anonKey, { auth: { persistSession: false } })
  return { url: site.url, dataDir, reads: await createReads({ supabase, tag: () => {} }) }
}

/** Calls both in turn, so that other work on the machine slows both. */
async function compareReads(
  name: string,
  small: Read,
  large: Read,
  isLong: boolean,
): Promise<Growth> {
  const times: [number[], number[]] = [[], []]
  for (let call = -WARM_UP_CALLS; call < (isLong ? CALLS.long : CALLS.short); call += 1) {
    for (const [place, read] of [small, large].entries()) {
      const calledAt = performance.now()
      await read()
      if (call >= 0) times[place]?.push(performance.now() - calledAt)
    }
  }
  const [before, after] = times.map((taken) => taken.toSorted((one, other) => one - other))
  const at = (taken: number[] = [], part: number) => taken[Math.ceil(taken.length * part) - 1] ?? 0
  return {
    name,
    small: at(before, 0.5),
    large: at(after, 0.5),
    p95: at(after, 0.95),
    p99: at(after, 0.99),
  }
}

function printTable(engine: Engine, times: number, growths: readonly Growth[]): void {
  console.error(`| ${engine} | median ms | ${times} times the data | ratio | p99 ms |`)
  console.error('|---|---|---|---|---|')
  for (const { name, small, large, p99 } of growths) {
    const figures = [small, large, large / small, p99].map((each) => each.toFixed(1))
    console.error(`| ${name} | ${figures.join(' | ')} |`)
  }
}

function resultsOf(engine: Engine, times: number, growths: readonly Growth[]): Result[] {
  const worst = growths.toSorted((one, other) => other.large / other.small - one.large / one.small)
  const over = worst.filter(({ small, large }) => large / small > GOALS.median)
  const named = over.map(({ name, small, large }) => `${name}: ${(large / small).toFixed(1)}`)
  const [first] = worst
  const tail = Math.max(...growths.map(({ large, p99 }) => p99 / large))
  const typed = growths.find(({ name }) => name === SEARCHES)
  if (!typed) throw new Error('no searches were measured')
  const reads = `${growths.length} reads of ${times} times the data, ${engine}`
  return [
    {
      name: `${reads}: medians compared with the small catalog`,
      measured:
        named.length > 0
          ? `${named.length} above the goal (${named.join('; ')})`
          : `at most ${first ? (first.large / first.small).toFixed(1) : ''} times (${first?.name})`,
      goal: `at most ${GOALS.median} times`,
      isMet: over.length === 0,
    },
    {
      name: `${reads}: p99 compared with its own median`,
      measured: `at most ${tail.toFixed(1)} times`,
      goal: `at most ${GOALS.p99} times`,
      isMet: tail <= GOALS.p99,
    },
    {
      name: `${reads}: ${SEARCHES}, median and p95`,
      measured: `${typed.large.toFixed(1)} ms, ${typed.p95.toFixed(1)} ms`,
      goal: `at most ${SEARCH_GOALS.median} ms, ${SEARCH_GOALS.p95} ms`,
      isMet: typed.large <= SEARCH_GOALS.median && typed.p95 <= SEARCH_GOALS.p95,
    },
  ]
}
