import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Pace } from '../compare-loads.ts'
import { formatInteger, medianOf } from '../figures.ts'
import type { Result } from '../results.ts'
import { readMemory } from '../site.ts'
import { sizeOf } from './growth/fill.ts'
import { startFilledSite } from './growth/growth.ts'
import type { Read } from './growth/reads.ts'

/** Size of the catalog, as a multiple of growth's small one. */
const TIMES = { short: 10, long: 100 }
/** Of 100,000 tools and 1,000,000 reviews, in seconds; a smaller catalog has its share. */
const GOAL_SECONDS = 300
/** The time of the reads meanwhile, divided by that at rest. */
const GOAL_RATIO = 2

/**
 * Measures the dump that a site on PostgreSQL makes by itself, and what it costs a visitor.
 * @param folder for the data of the site
 */
export async function measureDump(folder: string, { isLong }: Pace): Promise<Result[]> {
  const times = isLong ? TIMES.long : TIMES.short
  const cleanups: (() => Promise<void>)[] = []
  try {
    const at = join(folder, 'dump')
    const { url, dataDir, reads } = await startFilledSite('postgres', times, at, cleanups)
    const dumps = join(dataDir, 'dumps')
    const list = () => (existsSync(dumps) ? readdirSync(dumps) : [])
    const isUnderWay = () => list().some((name) => name.endsWith('.part'))
    const warmUp = await timeReads(reads, () => !isUnderWay())
    const atRest = (await readMemory(url)).resident
    const startedAt = performance.now()
    const meanwhile = await timeReads(reads, isUnderWay)
    const seconds = (performance.now() - startedAt) / 1000
    const peak = (await readMemory(url)).resident
    const rounds = Math.min(...[...meanwhile.values()].map(({ length }) => length))
    let round = 0
    const rest = await timeReads(reads, () => round++ < rounds * reads.size)
    if (warmUp.size === 0 || rounds === 0) throw new Error('the dump was too short to measure')
    const [day = ''] = list().filter((name) => /^\d/.test(name))
    return resultsOf({ times, seconds, meanwhile, rest, atRest, peak, dump: join(dumps, day) })
  } finally {
    for (const cleanup of cleanups.reverse()) await cleanup()
  }
}

/** Calls the reads one after the other, again and again. @returns the milliseconds of each call */
async function timeReads(
  reads: ReadonlyMap<string, Read>,
  shouldGoOn: () => boolean,
): Promise<Map<string, number[]>> {
  const taken = new Map([...reads.keys()].map((name) => [name, [] as number[]]))
  for (;;) {
    for (const [name, read] of reads) {
      if (!shouldGoOn()) return taken
      const calledAt = performance.now()
      await read()
      taken.get(name)?.push(performance.now() - calledAt)
      // Without it, one visitor would keep a processor busy.
      await pause(20)
    }
  }
}

interface Measured {
  times: number
  seconds: number
  meanwhile: ReadonlyMap<string, number[]>
  rest: ReadonlyMap<string, number[]>
  /** Megabytes of the site's process before and after. */
  atRest: number
  peak: number
  dump: string
}

function resultsOf({ times, seconds, meanwhile, rest, atRest, peak, dump }: Measured): Result[] {
  const { tools, reviews } = sizeOf(times)
  const sum = (of: ReadonlyMap<string, number[]>) =>
    [...of.values()].reduce((total, taken) => total + medianOf(taken), 0)
  const ratio = sum(meanwhile) / sum(rest)
  const goal = (GOAL_SECONDS * times) / TIMES.long
  const bytes = readdirSync(dump).reduce(
    (total, name) => total + statSync(join(dump, name)).size,
    0,
  )
  const rows = `${formatInteger(tools)} tools and up to ${formatInteger(reviews)} reviews`
  return [
    {
      name: `the dump of ${rows}`,
      measured: `${seconds.toFixed(0)} s`,
      goal: `at most ${goal} s`,
      isMet: seconds <= goal,
    },
    {
      name: `${meanwhile.size} reads meanwhile, compared with those at rest`,
      measured: `${ratio.toFixed(2)} times`,
      goal: `at most ${GOAL_RATIO} times`,
      isMet: ratio <= GOAL_RATIO,
    },
    { name: 'its files', measured: `${(bytes / 1e6).toFixed(1)} MB` },
    {
      name: 'memory of the process when it begins and after it',
      measured: `${atRest} MB, ${peak} MB`,
    },
  ]
}
