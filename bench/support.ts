import { execFile, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'

export const ROOT = join(import.meta.dirname, '..')
export const PEERS = join(import.meta.dirname, 'peers')

interface Server {
  url: string
  pid: number
  stop: () => Promise<void>
}

/**
 * Starts a server in its own process on a free port, which it gets as PORT.
 * @param args `$PORT` in an argument is replaced by the port
 * @param readyPattern matches the output of the server once it accepts requests
 * @throws {Error} when the server exits before
 */
export async function startServer(
  args: readonly string[],
  readyPattern: RegExp,
  variables: Record<string, string> = {},
  cwd = ROOT,
  program = process.execPath,
): Promise<Server> {
  const port = String(variables.PORT ?? (await findFreePort()))
  const child = spawn(
    program,
    args.map((part) => part.replace('$PORT', port)),
    {
      cwd,
      env: { PATH: process.env.PATH, PORT: port, ...variables },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  let output = ''
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk
      if (readyPattern.test(output)) resolve()
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('exit', () => reject(new Error(`${args.join(' ')} exited: ${output}`)))
  })
  const stop = async () => {
    child.kill('SIGTERM')
    await exited
  }
  return { url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, stop }
}

const scripts = z.object({ scripts: z.object({ start: z.string() }) })

/** Starts the site on its own data folder, with the command of `npm start` and its memory settings. */
export function startSite(folder: string, variables: Record<string, string> = {}): Promise<Server> {
  const text = readFileSync(join(ROOT, 'package.json'), 'utf8')
  const { start } = scripts.parse(JSON.parse(text)).scripts
  const environment = {
    PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
    DATA_DIR: folder,
    LOGO_SERVICE: 'off',
    ...variables,
  }
  return startServer(['-c', start], / is at http/, environment, ROOT, 'sh')
}

export const medianOf = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0

export const formatInteger = (number: number): string => Math.round(number).toLocaleString('en')

const keys = z.object({ anon_key: z.string(), service_key: z.string() })

/** @returns the keys of the site with this data folder */
export async function loadKeys(folder: string): Promise<{ anonKey: string; serviceKey: string }> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(ROOT, 'server', 'commands', 'keys-command.ts')],
    { env: { PATH: process.env.PATH, DATA_DIR: folder } },
  )
  const { anon_key: anonKey, service_key: serviceKey } = keys.parse(JSON.parse(stdout))
  return { anonKey, serviceKey }
}

export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
