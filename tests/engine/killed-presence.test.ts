// One of two processes on one PostgreSQL ends by SIGKILL, so it cannot take leave.
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openKeys } from '../../backend/keys/keys.ts'
import { closeClients, createRealtimeClient, subscribe } from '../support/backends/realtime.ts'
import { createPostgresCopy } from '../support/databases/database.ts'
import { createTemporaryFolder } from '../support/sites/site.ts'

const SCRIPT = join(import.meta.dirname, '..', 'support', 'backends', 'realtime-process.ts')

const { folder, remove } = createTemporaryFolder()
const KEYS_FILE = join(folder, 'keys.json')
const started: ChildProcess[] = []
let databaseUrl: string
let drop = async () => {}
let anonKey: string
beforeAll(async () => {
  if (inject('engine') === 'pglite') return
  anonKey = (await openKeys(KEYS_FILE)).anonKey
  const copy = await createPostgresCopy()
  databaseUrl = copy.url
  drop = copy.drop
})
afterAll(async () => {
  await closeClients()
  await Promise.all(started.map(kill))
  await drop()
  remove()
})

async function start() {
  const child = spawn(process.execPath, [SCRIPT], {
    env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl, KEYS_FILE },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  started.push(child)
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout.once('data', (chunk) => resolve(Number(chunk)))
    child.once('exit', () => reject(new Error('the process ended')))
  })
  return { child, url: `http://127.0.0.1:${port}`, anonKey }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await exit
}

async function enter(server: { url: string; anonKey: string }, key: string) {
  const channel = createRealtimeClient(server).channel('room', { config: { presence: { key } } })
  channel.on('presence', { event: 'sync' }, () => {})
  await subscribe(channel)
  expect(await channel.track({})).toBe('ok')
  return () => Object.keys(channel.presenceState()).toSorted()
}

test.runIf(inject('engine') === 'postgres')(
  'the members of a process that is killed leave after its timeout, and the others stay',
  async () => {
    const servers = await Promise.all([start(), start(), start()])
    const [first, second, third] = servers
    const readKeys = await enter(first, 'a')
    await enter(second, 'b')
    await enter(third, 'c')
    await expect.poll(readKeys, { timeout: 5000 }).toEqual(['a', 'b', 'c'])
    await kill(third.child)
    await expect.poll(readKeys, { timeout: 5000 }).toEqual(['a', 'b'])
  },
)
