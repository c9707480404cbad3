// Debian's HAProxy and Varnish, with the files of deploy/.
import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  findFreePort,
  waitUntilOpen,
} from '@toolmark/backend/tests/support/services/local-server.ts'
import { findHaproxy, findVarnish } from '../../../../../scripts/test-tools.js'

const DEPLOY = join(import.meta.dirname, '../../../../../deploy')

export interface FrontServer {
  port: number
  pid: number
  stop: () => Promise<void>
}

/**
 * Starts HAProxy.
 * @param file of deploy/
 * @param listens the port in the file where HAProxy listens; a free one replaces it
 * @param ports what replaces the other ports in the file
 * @param folder for its configuration
 */
export async function startHaproxy(
  file: string,
  listens: string,
  ports: Readonly<Record<string, number>>,
  folder: string,
): Promise<FrontServer> {
  const port = await findFreePort()
  let config = readFileSync(join(DEPLOY, file), 'utf8')
  for (const [from, to] of Object.entries({ ...ports, [listens]: port }))
    config = config.replaceAll(`127.0.0.1:${from}`, `127.0.0.1:${to}`)
  const path = join(folder, file)
  writeFileSync(path, config)
  return start(findHaproxy() ?? '', ['-db', '-f', path], port)
}

/** Starts Varnish in front of a port. @param folder for its configuration and memory */
export async function startVarnish(
  site: number,
  port: number,
  folder: string,
): Promise<FrontServer> {
  const vcl = readFileSync(join(DEPLOY, 'varnish.vcl'), 'utf8')
  const path = join(folder, 'site.vcl')
  writeFileSync(path, vcl.replaceAll('"3000"', `"${site}"`))
  const listens = ['-a', `127.0.0.1:${port}`, '-n', join(folder, 'varnish')]
  const settings = ['-F', '-j', 'none', '-s', 'malloc,64m']
  return start(findVarnish() ?? '', [...settings, ...listens, '-f', path], port)
}

async function start(program: string, args: readonly string[], port: number): Promise<FrontServer> {
  const child = spawn(program, args, { stdio: 'ignore' })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const end = () => void child.kill('SIGTERM')
  process.once('exit', end)
  await waitUntilOpen(port, program)
  return {
    port,
    pid: child.pid ?? 0,
    async stop() {
      process.off('exit', end)
      end()
      await exited
    },
  }
}
