import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import type { Database } from '../../app/data/database.types.ts'
import { migrate } from '../../backend/database/migrate.ts'
import { openPglite } from '../../backend/database/pglite.ts'
import { openPostgres } from '../../backend/database/postgres.ts'
import { openKeys } from '../../backend/keys/keys.ts'
import { MIGRATIONS } from '../../server/migrations.ts'
import { startCluster } from '../../tests/support/postgres-cluster.ts'
import type { Pace } from '../compare.ts'
import { type Line, startSite } from '../support.ts'
import { fill, sizeOf } from './fill.ts'
import { type Read, readsOf } from './reads.ts'

/** How many times the small catalogue the large one is. */
const TIMES = { short: 10, long: 100 }
/** Of each read, on each of both. */
const CALLS = { short: 20, long: 200 }
/** Calls that do not count. */
const WARMING = 5
/** Most of the small catalogue's median that a median may be, and most of its median that a p99. */
const WANTED = { median: 2, p99: 10 }

/** What a statement of the filling may take, in milliseconds. */
const FILLING_MAX = 60 * 60 * 1000

type Engine = 'pglite' | 'postgres'

/** Milliseconds. */
interface Grown {
  what: string
  small: number
  large: number
  p99: number
}

/**
 * What each screen reads, on a catalogue and on a larger one, as a visitor over HTTP; the ratio of
 * the medians says how it grows. The whole table is said on standard error.
 * @param folder for both sites' data, some GB of it in the long form
 */
export async function growth(engine: Engine, folder: string, { isLong }: Pace): Promise<Line[]> {
  const times = isLong ? TIMES.long : TIMES.short
  /** What has begun. */
  const ends: (() => Promise<void>)[] = []
  try {
    const small = await readsOn(engine, 1, folder, ends)
    const large = await readsOn(engine, times, folder, ends)
    const grown: Grown[] = []
    for (const [what, read] of large) {
      const before = small.get(what)
      if (!before) throw new Error(`the small catalogue has nothing for: ${what}`)
      grown.push(await compare(what, before, read, isLong))
    }
    sayTable(engine, times, grown)
    return linesOf(engine, times, grown)
  } finally {
    for (const end of ends.reverse()) await end()
  }
}

async function readsOn(
  engine: Engine,
  times: number,
  folder: string,
  ends: (() => Promise<void>)[],
): Promise<Map<string, Read>> {
  const dataDir = join(folder, `${engine}-${times}`)
  let url: string | undefined
  if (engine === 'postgres') {
    const cluster = await startCluster()
    ends.push(() => cluster.stop())
    url = cluster.url('postgres')
  }
  const database = await (url ? openPostgres(url, FILLING_MAX) : openPglite(dataDir))
  const begun = performance.now()
  try {
    await migrate(database, MIGRATIONS)
    await fill(database, sizeOf(times))
  } finally {
    await database.close()
  }
  console.error(
    `${engine}, ${times} times the data: filled in ${((performance.now() - begun) / 1000).toFixed(0)} s`,
  )
  const site = await startSite(dataDir, {
    DEMO_CONTENT: 'off',
    ...(url ? { DATABASE_URL: url } : {}),
  })
  ends.push(site.stop)
  const { anonKey } = await openKeys(join(dataDir, 'keys.json'))
  return readsOf(createClient<Database>(site.url, anonKey, { auth: { persistSession: false } }))
}

/** Both in turn, so that whatever else the machine does slows both. */
async function compare(what: string, small: Read, large: Read, isLong: boolean): Promise<Grown> {
  const times: [number[], number[]] = [[], []]
  for (let call = -WARMING; call < (isLong ? CALLS.long : CALLS.short); call += 1) {
    for (const [place, read] of [small, large].entries()) {
      const began = performance.now()
      await read()
      if (call >= 0) times[place]?.push(performance.now() - began)
    }
  }
  const [before, after] = times.map((taken) => taken.toSorted((one, other) => one - other))
  const at = (taken: number[] = [], part: number) => taken[Math.ceil(taken.length * part) - 1] ?? 0
  return { what, small: at(before, 0.5), large: at(after, 0.5), p99: at(after, 0.99) }
}

function sayTable(engine: Engine, times: number, grown: readonly Grown[]): void {
  console.error(`| ${engine} | median ms | ${times} times the data | ratio | p99 ms |`)
  console.error('|---|---|---|---|---|')
  for (const { what, small, large, p99 } of grown) {
    const figures = [small, large, large / small, p99].map((each) => each.toFixed(1))
    console.error(`| ${what} | ${figures.join(' | ')} |`)
  }
}

function linesOf(engine: Engine, times: number, grown: readonly Grown[]): Line[] {
  const worst = grown.toSorted((one, other) => other.large / other.small - one.large / one.small)
  const over = worst.filter(({ small, large }) => large / small > WANTED.median)
  const named = over.map(({ what, small, large }) => `${what}: ${(large / small).toFixed(1)}`)
  const [first] = worst
  const tail = Math.max(...grown.map(({ large, p99 }) => p99 / large))
  const of = `${grown.length} reads of ${times} times the data, ${engine}`
  return [
    {
      what: `${of}: medians, of those of the small catalogue`,
      figure:
        named.length > 0
          ? `${named.length} over it (${named.join('; ')})`
          : `at most ${first ? (first.large / first.small).toFixed(1) : ''} times (${first?.what})`,
      wanted: `at most ${WANTED.median} times`,
      isMet: over.length === 0,
    },
    {
      what: `${of}: p99, of its own median`,
      figure: `at most ${tail.toFixed(1)} times`,
      wanted: `at most ${WANTED.p99} times`,
      isMet: tail <= WANTED.p99,
    },
  ]
}
