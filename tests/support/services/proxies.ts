// Debian's HAProxy and Varnish, with the files of deploy/.
import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findHaproxy, findVarnish } from '../../../scripts/test-tools.js'
import { findFreePort } from './local-server.ts'

const DEPLOY = join(import.meta.dirname, '../../../deploy')

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

/** Waits until a program listens on a port. */
export async function waitUntilOpen(port: number, program: string): Promise<void> {
  for (let attempt = 0; !(await isOpen(port)); attempt += 1) {
    if (attempt > 400) throw new Error(`${program} did not start`)
    await pause(50)
  }
}

const isOpen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('error', () => resolve(false))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })
