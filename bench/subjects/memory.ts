import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startCluster } from '@toolmark/backend/tests/support/databases/postgres-cluster.ts'
import type { Pace } from '../compare-loads.ts'
import { formatInteger } from '../figures.ts'
import { applyMixedLoad } from '../mixed-load.ts'
import type { Result } from '../results.ts'
import { readMemory, startSite } from '../site.ts'

/** At most: at rest after a first start, and after the load. */
const GOALS_MB = {
  pglite: { rest: 450, loaded: 550 },
  postgres: { rest: 256, loaded: 256 },
}
/** Largest growth over the second half of the load, as a share. */
const GROWTH_GOAL = 0.05
/** Minutes of load. */
const MINUTES = { short: 2, long: 10 }
/** Until compilation and garbage collection after a start have ended. */
const REST_MS = 20_000

const NAMES = { pglite: 'PGlite', postgres: 'PostgreSQL' }

/**
 * Measures the resident memory of the site's process: after a first start with demo content, after
 * the next start, and under mixed load.
 * @param folder parent of the site's data folder
 */
export async function measureMemory(
  engine: keyof typeof NAMES,
  folder: string,
  { isLong }: Pace,
): Promise<Result[]> {
  const minutes = isLong ? MINUTES.long : MINUTES.short
  const { rest, loaded } = GOALS_MB[engine]
  const dataDir = join(folder, `memory-${engine}`)
  const cluster = engine === 'postgres' ? await startCluster() : undefined
  try {
    const variables: Record<string, string> = cluster
      ? { DATABASE_URL: cluster.url('postgres') }
      : {}
    const first = await measureAtRest(await startSite(dataDir, variables))
    await first.site.stop()
    const next = await measureAtRest(await startSite(dataDir, variables))
    const { done, memory } = await applyMixedLoad(next.site.url, dataDir, minutes).finally(
      next.site.stop,
    )
    if (done.errors.length > 0)
      throw new Error(`${done.errors.length} requests failed: ${done.errors[0]}`)
    const after = memory.at(-1) ?? 0
    const before = memory.at(-1 - minutes / 2) ?? 0
    const result = (what: string, size: number, goal: number): Result => ({
      name: `resident memory on ${NAMES[engine]} ${what}`,
      measured: `${formatInteger(size)} MB`,
      goal: `at most ${goal} MB`,
      isMet: size <= goal,
    })
    return [
      result('at rest after a first start with demo content', first.resident, rest),
      {
        name: `peak memory on ${NAMES[engine]} of the first start, of the next`,
        measured: `${first.peak}, ${next.peak}`,
      },
      result('at rest after the next start', next.resident, rest),
      result(`after ${minutes} minutes of mixed load`, after, loaded),
      {
        name: `growth of memory on ${NAMES[engine]} over the last ${minutes / 2} of these minutes`,
        measured: `${formatGrowth(before, after)} (${before} to ${after} MB, at most ${Math.max(...memory)})`,
        goal: `at most ${GROWTH_GOAL * 100} %`,
        isMet: after <= before * (1 + GROWTH_GOAL),
      },
    ]
  } finally {
    await cluster?.stop()
  }
}

const formatGrowth = (before: number, after: number) =>
  `${((after / before - 1) * 100).toFixed(1)} %`

async function measureAtRest(site: Awaited<ReturnType<typeof startSite>>) {
  try {
    await (await fetch(site.url)).arrayBuffer()
    await pause(REST_MS)
    const { resident } = await readMemory(site.url)
    return { site, resident, peak: readPeak(site.pid) }
  } catch (error) {
    await site.stop()
    throw error
  }
}

/** @returns the peak resident memory of a process; only Linux reports it */
function readPeak(pid: number): string {
  const file = `/proc/${pid}/status`
  if (!existsSync(file)) return 'unknown'
  const kilobytes = /^VmHWM:\s+(\d+)/m.exec(readFileSync(file, 'utf8'))?.[1]
  return `${formatInteger(Number(kilobytes) / 1024)} MB`
}
