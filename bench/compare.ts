import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { middle, ROOT } from './support.ts'

/** How long is measured. */
export interface Pace {
  isLong: boolean
  /** Seconds of each load. */
  seconds: number
  /** Of whose figures the median is taken. */
  rounds: number
  connections: number
}

const seen = z.object({
  perSecond: z.number(),
  median: z.number(),
  p99: z.number(),
  bytes: z.number(),
  faults: z.number(),
})
type Seen = z.infer<typeof seen>

/** Asks for an address as fast as it is answered, from a process of its own. */
export async function load(
  address: string,
  { seconds, connections }: Pace,
  headers: Record<string, string> = {},
): Promise<Seen> {
  const program = join(ROOT, 'bench', 'load.ts')
  const words = [address, String(seconds), String(connections), JSON.stringify(headers)]
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...words])
  const result = seen.parse(JSON.parse(stdout))
  if (result.faults > 0) throw new Error(`${address}: ${result.faults} faults`)
  return result
}

interface Target {
  address: string
  headers?: Record<string, string>
}

/** Until the code that runs most is compiled, in seconds: on a busy machine one of them is too short. */
const WARMING = 4

/** Loads two in turn, both warm, so that what else the machine does meets both. */
export async function compare(pace: Pace, one: Target, other: Target) {
  for (const { address, headers } of [one, other])
    await load(address, { ...pace, seconds: WARMING }, headers)
  const rounds: { one: Seen; other: Seen }[] = []
  for (let round = 0; round < pace.rounds; round += 1) {
    rounds.push({
      other: await load(other.address, pace, other.headers),
      one: await load(one.address, pace, one.headers),
    })
  }
  return {
    ratio: middle(rounds.map((each) => each.one.perSecond / each.other.perSecond)),
    one: middle(rounds.map((each) => each.one.perSecond)),
    other: middle(rounds.map((each) => each.other.perSecond)),
    median: middle(rounds.map((each) => each.one.median)),
    p99: middle(rounds.map((each) => each.one.p99)),
  }
}
