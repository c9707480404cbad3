// Engines that crash, run out of stack or report damage, and errors that are no such fault.
import {
  chmodSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { ApiError } from '../../src/api-error.ts'
import type { Database } from '../../src/database/database.ts'
import { openPglite } from '../../src/database/engines/pglite.ts'
import { PgliteEngine } from '../../src/database/engines/pglite-engine.ts'
import { shareTestBackend } from '../support/backends/backend.ts'
import { copyPgliteFolder } from '../support/databases/database.ts'

const anonymous = { role: 'anon' as const, claims: {} }
const nestArrays = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

const backend = await shareTestBackend()

test.each([1000, 8000, 15_000, 25_000, 100_000, 400_000])(
  'JSON that nests %i deep is read or refused with 54001',
  async (depth) => {
    const { database } = backend.db
    const read = database.as(anonymous, 'select length($1::jsonb::text) as length', [
      nestArrays(depth),
    ])
    const result = await read.catch((error: unknown) => error)
    if (Array.isArray(result)) expect(result).toEqual([{ length: 2 * depth }])
    else expect([depth > 1000, result]).toMatchObject([true, { code: '54001' }])
    expect(await database.as(anonymous, 'select count(*) > 300 as complete from pg_class')).toEqual(
      [{ complete: true }],
    )
  },
)

test('a statement with U+0000 throws 22021 before it is sent', async () => {
  await expect(backend.db.asOwner('select 1 as "a\0b"')).rejects.toMatchObject({ code: '22021' })
  expect(await backend.db.asOwner('select 1 as one')).toEqual([{ one: 1 }])
})

test('an ApiError with the word closed is not taken for a lost connection', async () => {
  const refusal = new ApiError(409, { message: 'The launch is closed' })
  const work = () => Promise.reject(refusal)
  await expect(backend.db.database.transactionAs(anonymous, work)).rejects.toBe(refusal)
  await expect(backend.db.database.transactionAsOwner(work)).rejects.toBe(refusal)
})

describe('an engine that returns no row for a statement that always has one', () => {
  afterEach(() => {
    vi.restoreAllMocks()
    backend.loggedErrors.length = 0
  })

  test.each([
    ['a list', 'asReader', 'todos?select=id', undefined],
    ['a call that reads', 'asReader', 'rpc/count_todos', {}],
    ['a change', 'transactionAs', 'todos?title=eq.Nothing', { title: 'None at all.' }],
  ] as const)('%s returns 500 XX000', async (_label, method, path, body) => {
    if (method === 'asReader') vi.spyOn(backend.db.database, method).mockResolvedValue([])
    else {
      vi.spyOn(backend.db.database, method).mockImplementation((_caller, work) =>
        work({ query: async () => [] }),
      )
    }
    const verb = body === undefined ? 'GET' : path.startsWith('rpc') ? 'POST' : 'PATCH'
    const headers = { apikey: backend.serviceKey }
    const response = await backend.send(verb, `rest/v1/${path}`, body, headers)
    expect([response.status, await response.json()]).toMatchObject([500, { code: 'XX000' }])
    expect(backend.loggedErrors).toHaveLength(1)
  })
})

describe.runIf(inject('engine') === 'pglite')('PGlite', () => {
  const folder = mkdtempSync(join(tmpdir(), 'toolmark-faults-'))
  let database: Database
  beforeAll(async () => {
    // As an operator may have created it.
    chmodSync(folder, 0o755)
    database = await openPglite(folder)
    await database.asOwner('create table stored (word text)')
    await database.asOwner("insert into stored values ('committed')")
  })
  afterAll(async () => {
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Reads the mark of the session, which ends with it. */
  const readMark = async () => {
    const [row] = await database.asOwner<{ mark: string | null }>(
      "select nullif(current_setting('app.mark', true), '') as mark",
    )
    return row?.mark
  }
  const setMark = () => database.asOwner("select set_config('app.mark', 'set', false)")

  test('only the owner can read the folders of the database', () => {
    for (const path of [folder, join(folder, 'db')]) {
      expect(statSync(path).mode & 0o777).toBe(0o700)
    }
  })

  test.each(['XX000', 'XX001', 'XX002'])('PGlite restarts after %s', async (code) => {
    await setMark()
    await expect(
      database.asOwner(`do $$ begin raise sqlstate '${code}'; end $$`),
    ).rejects.toMatchObject({ code })
    await expect.poll(() => readMark().catch(() => 'unavailable'), { timeout: 20_000 }).toBe(null)
    expect(await database.asOwner('select word from stored')).toEqual([{ word: 'committed' }])
  })

  test.each([
    ['a text search with 3000 operators', 'select to_tsquery($1)', `${'!'.repeat(3000)}a`, '54000'],
    ['an array with 3000 dimensions', 'select $1::text[]', '{'.repeat(3000), '54000'],
    ['JSON that nests too deep', 'select $1::jsonb', nestArrays(100_000), '54001'],
    ['invalid JSON', 'select $1::jsonb', '{', '22P02'],
  ])('PGlite does not restart after %s', async (_label, text, value, code) => {
    await setMark()
    await expect(database.asOwner(text, [value])).rejects.toMatchObject({ code })
    expect(await readMark()).toBe('set')
  })

  test('PGlite restarts after a crash in a statement', async () => {
    let crashes = 0
    const place = join(folder, 'small')
    copyPgliteFolder(place)
    const smallEngine = new PgliteEngine(join(place, 'db'), () => (crashes += 1), 4)
    const worker = await smallEngine.running()
    const text = Buffer.from(`select '${nestArrays(25_000)}'::jsonb\0`)
    const query = Buffer.alloc(5)
    query.write('Q')
    query.writeUInt32BE(4 + text.length, 1)
    worker.postMessage(new Uint8Array(Buffer.concat([query, text])))
    await expect.poll(() => crashes, { timeout: 20_000 }).toBe(1)
    const next = await smallEngine.running()
    expect(next).not.toBe(worker)
    await smallEngine.close()
  })
})

describe.runIf(inject('engine') === 'pglite')('a database that lost a file', () => {
  const whole = mkdtempSync(join(tmpdir(), 'toolmark-whole-'))
  const dataDir = mkdtempSync(join(tmpdir(), 'toolmark-damaged-'))
  const folder = join(dataDir, 'db')
  /** By name, the path of its file. */
  const relations = new Map<string, string>()
  beforeAll(async () => {
    copyPgliteFolder(whole)
    const database = await openPglite(whole)
    const rows = await database.asOwner<{ name: string; path: string }>(
      "select name, pg_relation_filepath(name::regclass) as path from unnest(array['public.todos', 'public.todos_pkey', 'public.todos_id_seq', 'pg_proc']) name",
    )
    for (const { name, path } of rows) relations.set(name, path)
    await database.close()
  })
  afterAll(() => {
    for (const each of [whole, dataDir]) rmSync(each, { recursive: true })
  })
  const listFiles = () => readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  const remove = (file: string) => rmSync(file, { recursive: true })
  const empty = (file: string) => truncateSync(file, 0)
  const cut = (file: string) => truncateSync(file, 100)
  const overwrite = (file: string) => writeFileSync(file, Buffer.alloc(statSync(file).size, 7))

  test.each([
    ['PG_VERSION', remove, 'PG_VERSION is missing'],
    ['PG_VERSION', empty, 'FATAL: '],
    ['global/pg_control', remove, 'PANIC:  could not open file "global/pg_control"'],
    ['global/pg_control', cut, 'PANIC: '],
    ['global/pg_control', overwrite, 'FATAL: '],
    ['global/pg_filenode.map', remove, 'could not open file "global/pg_filenode.map"'],
    ['global/1262', empty, 'FATAL: '],
    ['global', remove, 'could not open file "global/pg_control"'],
    ['base', remove, 'FATAL: '],
    ['base/5', remove, 'base/5'],
    ['base/5/PG_VERSION', remove, 'base/5'],
    ['pg_wal', remove, 'required WAL directory "pg_wal" does not exist'],
    ['pg_xact/0000', remove, 'Could not open file "pg_xact/0000"'],
    ['postgresql.conf', remove, 'could not access the server configuration file'],
    ['pg_hba.conf', remove, 'pg_hba.conf'],
    ['pg_proc', remove, 'could not open file "base/5/'],
    ['public.todos', remove, 'files are missing or empty: todos (base/5/'],
    ['public.todos_pkey', remove, 'files are missing or empty: todos_pkey (base/5/'],
    ['public.todos_pkey', empty, 'files are missing or empty: todos_pkey (base/5/'],
    ['public.todos_id_seq', empty, 'files are missing or empty: todos_id_seq (base/5/'],
  ])('%s: %o throws one line with the reason and creates nothing', async (name, damage, reason) => {
    rmSync(folder, { recursive: true, force: true })
    cpSync(join(whole, 'db'), folder, { recursive: true })
    damage(join(folder, relations.get(name) ?? name))
    const before = listFiles()
    const error = await openPglite(dataDir).catch((thrown: unknown) => thrown)
    const lines = new RegExp(
      `^Error: the database in ${folder} is damaged: restore a backup \\(.+\\)$`,
    )
    expect(String(error)).toMatch(lines)
    expect(String(error)).toContain(reason)
    const created = listFiles().filter((file) => !before.includes(file))
    expect(created.filter((file) => file !== 'postmaster.pid')).toEqual([])
    if (reason === 'PG_VERSION is missing') expect(listFiles()).toEqual(before)
  })

  test('the same files open when they are whole', async () => {
    rmSync(folder, { recursive: true, force: true })
    cpSync(join(whole, 'db'), folder, { recursive: true })
    const database = await openPglite(dataDir)
    expect(await database.asOwner('select count(*) >= 0 as is_there from public.todos')).toEqual([
      { is_there: true },
    ])
    await database.close()
  })
})
