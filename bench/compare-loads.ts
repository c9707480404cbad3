import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { medianOf } from './figures.ts'
import { ROOT } from './folders.ts'

/** How long and how often a load is measured. */
export interface Pace {
  isLong: boolean
  /** Seconds of each load. */
  seconds: number
  /** The result is the median of this many rounds. */
  rounds: number
  connections: number
}

const loadResult = z.object({
  count: z.number(),
  perSecond: z.number(),
  median: z.number(),
  p99: z.number(),
  errors: z.number(),
})
type LoadResult = z.infer<typeof loadResult>

/**
 * Requests an address as fast as possible from a separate process.
 * @throws {Error} when an answer has status 400 or above
 */
export async function measureLoad(
  address: string,
  { seconds, connections }: Pace,
  headers: Record<string, string> = {},
): Promise<LoadResult> {
  const program = join(ROOT, 'bench', 'load-generator.ts')
  const args = [address, String(seconds), String(connections), JSON.stringify(headers)]
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args])
  const result = loadResult.parse(JSON.parse(stdout))
  if (result.errors > 0) throw new Error(`${address}: ${result.errors} errors`)
  return result
}

export interface Target {
  address: string
  headers?: Record<string, string>
}

/** Until V8 has compiled the hot code; one second is too short on a busy machine. */
export const WARM_UP_SECONDS = 4

/** Loads two targets in turn after a warm-up, so that other work on the machine affects both. */
export async function compareLoads(pace: Pace, one: Target, other: Target) {
  for (const { address, headers } of [one, other])
    await measureLoad(address, { ...pace, seconds: WARM_UP_SECONDS }, headers)
  const rounds: { one: LoadResult; other: LoadResult }[] = []
  for (let round = 0; round < pace.rounds; round += 1) {
    rounds.push({
      other: await measureLoad(other.address, pace, other.headers),
      one: await measureLoad(one.address, pace, one.headers),
    })
  }
  return {
    ratio: medianOf(rounds.map((each) => each.one.perSecond / each.other.perSecond)),
    one: medianOf(rounds.map((each) => each.one.perSecond)),
    other: medianOf(rounds.map((each) => each.other.perSecond)),
    median: medianOf(rounds.map((each) => each.one.median)),
    p99: medianOf(rounds.map((each) => each.one.p99)),
  }
}
