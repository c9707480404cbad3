import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Pace } from '../compare-loads.ts'
import { ROOT } from '../folders.ts'
import { recordRows } from '../recorded-rows.ts'
import type { Result } from '../results.ts'

const RENDERINGS = { short: 1000, long: 5000 }
/** In milliseconds. */
const CPU_GOAL_MS = 2

/**
 * Measures the processor time of the rendering of a listing of 24 cards, whose rows are in memory: the whole document,
 * uncompressed.
 * @param site the address of a site with the demo content
 * @param folder for temporary files
 */
export async function measureRendering(
  site: string,
  anonKey: string,
  folder: string,
  pace: Pace,
): Promise<Result> {
  const rows = join(folder, 'rows.json')
  writeFileSync(rows, JSON.stringify(await recordRows(site, anonKey, '/tools')))
  const count = pace.isLong ? RENDERINGS.long : RENDERINGS.short
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(ROOT, 'bench', 'servers', 'render-listing.ts'), rows, String(count)],
    { env: { PATH: process.env.PATH } },
  )
  return toTimeResult(Number(stdout))
}

const toTimeResult = (cpuMs: number): Result => ({
  name: 'rendering of a listing of 24 cards: processor time',
  measured: `${cpuMs.toFixed(2)} ms`,
  goal: `less than ${CPU_GOAL_MS} ms`,
  isMet: cpuMs < CPU_GOAL_MS,
})
