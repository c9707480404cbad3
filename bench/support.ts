import { execFile, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
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
  program = process.execPath,
): Promise<Server> {
  const port = String(more.PORT ?? (await freePort()))
  const child = spawn(
    program,
    command.map((part) => part.replace('$PORT', port)),
    {
      cwd,
      env: { PATH: process.env.PATH, PORT: port, ...more },
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

const scripts = z.object({ scripts: z.object({ start: z.string() }) })

/** The site on a folder of its own, by the command of `npm start`, which has settings for memory. */
export function startSite(folder: string, more: Record<string, string> = {}): Promise<Server> {
  const text = readFileSync(join(ROOT, 'package.json'), 'utf8')
  const { start } = scripts.parse(JSON.parse(text)).scripts
  const variables = {
    PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
    DATA_DIR: folder,
    LOGO_SERVICE: 'off',
    ...more,
  }
  return startServer(['-c', start], /Toolmark is at/, variables, ROOT, 'sh')
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
