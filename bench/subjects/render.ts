import { execFile, execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { compareLoads, type Pace } from '../compare-loads.ts'
import { formatInteger } from '../figures.ts'
import { PEERS, ROOT } from '../folders.ts'
import { recordRows } from '../recorded-rows.ts'
import type { Result } from '../results.ts'
import { startServer } from '../start-server.ts'

const RENDERINGS = { short: 1000, long: 5000 }
/** In milliseconds. */
const CPU_GOAL_MS = 2
/** Requests a second, divided by those of Next.js. */
const NEXT_GOAL = 4

/**
 * Measures the rendering of a listing of 24 cards: its processor time, and its requests a second
 * compared with the same page in Next.js (peers/next). Both have the rows of the site's page in
 * memory, Next.js even as objects. Both render the whole document for each request in one process,
 * uncompressed.
 * @param site the address of a site with the demo content
 * @param folder for temporary files
 */
export async function measureRendering(
  site: string,
  anonKey: string,
  folder: string,
  pace: Pace,
): Promise<Result[]> {
  const rows = join(folder, 'rows.json')
  writeFileSync(rows, JSON.stringify(await recordRows(site, anonKey, '/tools')))
  const count = pace.isLong ? RENDERINGS.long : RENDERINGS.short
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(ROOT, 'bench', 'servers', 'uncached-pages.ts'), rows, String(count)],
    { env: { PATH: process.env.PATH } },
  )
  const cpuMs = Number(stdout)
  const uncached = await startServer(['bench/servers/uncached-pages.ts', rows], /uncached/)
  try {
    return [toTimeResult(cpuMs), await compareWithNext(uncached.url, rows, pace)]
  } finally {
    await uncached.stop()
  }
}

const toTimeResult = (cpuMs: number): Result => ({
  name: 'rendering of a listing of 24 cards: processor time',
  measured: `${cpuMs.toFixed(2)} ms`,
  goal: `less than ${CPU_GOAL_MS} ms`,
  isMet: cpuMs < CPU_GOAL_MS,
})

async function compareWithNext(uncachedUrl: string, rows: string, pace: Pace): Promise<Result> {
  const next = await startNext(rows)
  try {
    const cards = await Promise.all(
      [uncachedUrl, next.url].map((url) => countCards(`${url}/tools`)),
    )
    if (cards.some((number) => number !== 24)) throw new Error(`${cards} cards instead of 24`)
    const { ratio, one, other } = await compareLoads(
      pace,
      { address: `${uncachedUrl}/tools` },
      { address: `${next.url}/tools` },
    )
    return {
      name: 'rendering of a listing of 24 cards: requests compared with Next.js',
      measured: `${ratio.toFixed(1)} times (${formatInteger(one)}/s, ${formatInteger(other)}/s)`,
      goal: `at least ${NEXT_GOAL} times`,
      isMet: ratio >= NEXT_GOAL,
    }
  } finally {
    await next.stop()
  }
}

const NEXT = join(PEERS, 'node_modules', 'next', 'dist', 'bin', 'next')

function startNext(rows: string) {
  const app = join(PEERS, 'next')
  const variables = { ROWS: rows, NEXT_TELEMETRY_DISABLED: '1' }
  execFileSync(process.execPath, [NEXT, 'build'], {
    cwd: app,
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...variables },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return startServer([NEXT, 'start', app, '-p', '$PORT', '-H', '127.0.0.1'], /Ready in/, variables)
}

async function countCards(address: string): Promise<number> {
  const html = await (await fetch(address)).text()
  return html.match(/<article/g)?.length ?? 0
}
