import { spawn } from 'node:child_process'
import { findFreePort } from '@toolmark/backend/tests/support/services/local-server.ts'
import { ROOT } from './folders.ts'

export interface Server {
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
