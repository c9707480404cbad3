import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startCluster } from '../tests/support/postgres-cluster.ts'
import type { Pace } from './compare.ts'
import { applyLoad, memoryOf } from './mixed-load.ts'
import { type Line, startSite, whole } from './support.ts'

/** At most, in MB: at rest after a first start, and after the load. */
const WANTED = {
  pglite: { rest: 450, loaded: 550 },
  postgres: { rest: 256, loaded: 256 },
}
/** Growth over the second half of the load that still counts as flat. */
const FLAT = 0.05
/** Minutes of load. */
const MINUTES = { short: 2, long: 10 }
/** Until a started site has compiled and collected what it will, in milliseconds. */
const REST = 20_000

const NAMES = { pglite: 'PGlite', postgres: 'PostgreSQL' }

/**
 * Resident memory of the site's process: after a first start with demo content, after the next one,
 * and under mixed load.
 * @param folder for its data
 */
export async function memory(
  engine: keyof typeof NAMES,
  folder: string,
  { isLong }: Pace,
): Promise<Line[]> {
  const minutes = isLong ? MINUTES.long : MINUTES.short
  const { rest, loaded } = WANTED[engine]
  const dataDir = join(folder, `memory-${engine}`)
  const cluster = engine === 'postgres' ? await startCluster() : undefined
  try {
    const variables: Record<string, string> = cluster
      ? { DATABASE_URL: cluster.url('postgres') }
      : {}
    const first = await restOf(await startSite(dataDir, variables))
    await first.site.stop()
    const next = await restOf(await startSite(dataDir, variables))
    const { done, memory } = await applyLoad(next.site.url, dataDir, minutes).finally(
      next.site.stop,
    )
    if (done.faults.length > 0) throw new Error(`${done.faults.length} faults: ${done.faults[0]}`)
    const after = memory.at(-1) ?? 0
    const before = memory.at(-1 - minutes / 2) ?? 0
    const line = (what: string, size: number, most: number): Line => ({
      what: `resident memory on ${NAMES[engine]} ${what}`,
      figure: `${whole(size)} MB`,
      wanted: `at most ${most} MB`,
      isMet: size <= most,
    })
    return [
      line('at rest after a first start with demo content', first.resident, rest),
      {
        what: 'the peak of that start, and of the next',
        figure: `${first.peak}, ${next.peak}`,
      },
      line('at rest after the next start', next.resident, rest),
      line(`after ${minutes} minutes of mixed load`, after, loaded),
      {
        what: `growth over the last ${minutes / 2} of them`,
        figure: `${after - before} MB (${before} to ${after}, at most ${Math.max(...memory)})`,
        wanted: `at most ${FLAT * 100} %`,
        isMet: after <= before * (1 + FLAT),
      },
    ]
  } finally {
    await cluster?.stop()
  }
}

async function restOf(site: Awaited<ReturnType<typeof startSite>>) {
  try {
    await (await fetch(site.url)).arrayBuffer()
    await pause(REST)
    const { resident } = await memoryOf(site.url)
    return { site, resident, peak: peakOf(site.pid) }
  } catch (error) {
    await site.stop()
    throw error
  }
}

/** The most that a process has had; only Linux writes it down. */
function peakOf(pid: number): string {
  const file = `/proc/${pid}/status`
  if (!existsSync(file)) return 'not known'
  const kilobytes = /^VmHWM:\s+(\d+)/m.exec(readFileSync(file, 'utf8'))?.[1]
  return `${whole(Number(kilobytes) / 1024)} MB`
}
