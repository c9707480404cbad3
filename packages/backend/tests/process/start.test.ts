// `npm start -- --schema DIR`, as a process of its own.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { openKeys } from '../../src/keys/keys.ts'
import { findFreePort } from '../support/services/local-server.ts'

const MAIN = join(import.meta.dirname, '..', '..', 'src', 'server', 'main.ts')

const folder = mkdtempSync(join(tmpdir(), 'toolmark-start-'))
const schema = join(folder, 'schema')
const dataDir = join(folder, 'data')
afterAll(() => rmSync(folder, { recursive: true }))

/** Starts a process. @returns its first line of output, or undefined if it ends before, and its errors */
async function start(args: string[], variables: Record<string, string>) {
  const child = spawn(process.execPath, ['--no-wasm-code-gc', MAIN, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, ...variables },
  })
  const stop = async () => {
    if (child.exitCode !== null) return
    child.kill('SIGINT')
    await once(child, 'exit')
  }
  onTestFinished(stop)
  const errors: string[] = []
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk.toString()))
  const line = await Promise.race([
    once(child.stdout, 'data').then(([chunk]) => String(chunk).trim()),
    once(child, 'exit').then(() => undefined),
  ])
  return { line, errors, stop }
}

test('a folder of SQL files is served, and a file that is added later runs at the next start', {
  timeout: 180_000,
}, async () => {
  mkdirSync(schema)
  writeFileSync(
    join(schema, '1_notes.sql'),
    `create table notes (id int primary key, body text);
     insert into notes values (1, 'Water the plants'); grant select on notes to anon`,
  )
  const PORT = String(await findFreePort())
  const url = `http://127.0.0.1:${PORT}`
  const first = await start(['--schema', schema], { PORT, SITE_NAME: 'Plants' })
  expect(first.line).toBe(`${schema} is at ${url}`)
  expect((await fetch(`${url}/_/health`)).status).toBe(200)
  expect((await fetch(`${url}/`)).status).toBe(404)
  const { anonKey } = await openKeys(join(dataDir, 'keys.json'))
  const client = createClient(url, anonKey, { auth: { persistSession: false } })
  const { data: notes } = await client.from('notes').select()
  expect(notes).toEqual([{ id: 1, body: 'Water the plants' }])
  const { error } = await client.auth.signUp({ email: 'vi@people.example', password: 'Violet-84' })
  expect(error).toBeNull()
  const mails = await (await fetch(`${url}/_/outbox.json?to=vi@people.example`)).json()
  expect(mails).toMatchObject([{ subject: expect.stringContaining('Plants') }])
  await first.stop()

  writeFileSync(join(schema, '2_title.sql'), 'alter table notes add column title text')
  await start(['--schema', schema], { PORT })
  expect((await client.from('notes').select('title')).data).toEqual([{ title: null }])
})

test.each([
  [['--schema', 'nowhere'], {}, 'cannot start: the folder nowhere does not exist\n'],
  [[], { PORT: 'many' }, 'cannot start: PORT must be a number from 0 to 65535\n'],
  [['--shema', 'x'], {}, "cannot start: Unknown option '--shema'"],
])('%j with %j ends with one line', async (args, variables, message) => {
  const { line, errors } = await start(args, variables)
  expect([line, errors.join('')]).toEqual([undefined, expect.stringContaining(message)])
})
