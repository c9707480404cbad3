import { execFile, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'

export const ROOT = join(import.meta.dirname, '..')
export const PEERS = join(import.meta.dirname, 'peers')

/** A line of the table. */
export interface Line {
  what: string
  /** As measured in this run. */
  figure: string
  wanted?: string
  isMet?: boolean
}

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
export type Seen = z.infer<typeof seen>

interface Server {
  url: string
  pid: number
  stop: () => Promise<void>
}

/**
 * A server of its own process, on a free port that it is told as PORT.
 * @param word what it says when it has begun
 * @throws {Error} when it ends before
 */
export async function startServer(
  command: readonly string[],
  word: RegExp,
  more: Record<string, string> = {},
  cwd = ROOT,
): Promise<Server> {
  const port = String(more.PORT ?? (await freePort()))
  const child = spawn(
    process.execPath,
    command.map((part) => part.replace('$PORT', port)),
    {
      cwd,
      env: { PATH: process.env.PATH, NODE_ENV: 'production', PORT: port, ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  let said = ''
  await new Promise<void>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      said += chunk
      if (word.test(said)) resolve()
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.once('exit', () => reject(new Error(`${command.join(' ')} ended: ${said}`)))
  })
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  return { url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, stop }
}

/** The site on a folder of its own. */
export const startSite = (folder: string, more: Record<string, string> = {}) =>
  startServer(['server/main.ts'], /Toolmark is at/, {
    DATA_DIR: folder,
    LOGO_SERVICE: 'off',
    ...more,
  })

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

/** Loads two in turn, both warm, so that what else the machine does meets both. */
export async function compare(pace: Pace, one: Target, other: Target) {
  for (const { address, headers } of [one, other])
    await load(address, { ...pace, seconds: 1 }, headers)
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

export const middle = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0

export const whole = (number: number): string => Math.round(number).toLocaleString('en')

const keys = z.object({ anon_key: z.string(), service_key: z.string() })

/** The keys of the site that keeps its data there. */
export async function keysOf(folder: string): Promise<{ anonKey: string; serviceKey: string }> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(ROOT, 'server', 'keys-command.ts')],
    { env: { PATH: process.env.PATH, DATA_DIR: folder } },
  )
  const { anon_key: anonKey, service_key: serviceKey } = keys.parse(JSON.parse(stdout))
  return { anonKey, serviceKey }
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
