// An engine that breaks off, runs out of stack, or says that it is damaged; and what only sounds so.
import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { ApiError } from '../../backend/api-error.ts'
import { openPglite, type PgliteDatabase } from '../../backend/database/pglite.ts'
import { PgliteEngine } from '../../backend/database/pglite-engine.ts'
import { startTestBackend, type TestBackend } from '../support/backend.ts'

const anonymous = { role: 'anon' as const, claims: {} }
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend.close())

test.each([1000, 8000, 15_000, 25_000, 100_000, 400_000])(
  'what nests %i deep is read right or refused as too complex',
  async (depth) => {
    const { database } = backend.db
    const read = database.as(anonymous, 'select length($1::jsonb::text) as length', [nested(depth)])
    const answer = await read.catch((error: unknown) => error)
    if (Array.isArray(answer)) expect(answer).toEqual([{ length: 2 * depth }])
    else expect([depth > 1000, answer]).toMatchObject([true, { code: '54001' }])
    expect(await database.as(anonymous, 'select count(*) > 300 as whole from pg_class')).toEqual([
      { whole: true },
    ])
  },
)

test('a search of too many signs is the sender’s fault', async () => {
  const search = backend.db.asOwner('select to_tsquery($1)', [`${'!'.repeat(3000)}a`])
  await expect(search).rejects.toMatchObject({ code: '54000' })
})

test('a statement with U+0000 is refused before it is sent', async () => {
  await expect(backend.db.asOwner('select 1 as "a\0b"')).rejects.toMatchObject({ code: '22021' })
  expect(await backend.db.asOwner('select 1 as one')).toEqual([{ one: 1 }])
})

test('a refusal that speaks of something closed is no lost connection', async () => {
  const refusal = new ApiError(409, { message: 'The launch is closed' })
  const work = () => Promise.reject(refusal)
  await expect(backend.db.database.transactionAs(anonymous, work)).rejects.toBe(refusal)
  await expect(backend.db.database.transactionAsOwner(work)).rejects.toBe(refusal)
})

describe('a statement that always gives one row and gave none is a fault, and not an empty list', () => {
  afterEach(() => {
    vi.restoreAllMocks()
    backend.logged.length = 0
  })

  test.each([
    ['a list', 'asReader', 'tools?select=id', undefined],
    ['a call that reads', 'asReader', 'rpc/count_tools', { query: 'x' }],
    ['a change', 'transactionAs', 'tools?name=eq.Nothing', { description: 'None at all.' }],
  ] as const)('%s', async (_name, door, path, body) => {
    if (door === 'asReader') vi.spyOn(backend.db.database, door).mockResolvedValue([])
    else {
      vi.spyOn(backend.db.database, door).mockImplementation((_caller, work) =>
        work({ query: async () => [] }),
      )
    }
    const method = body === undefined ? 'GET' : path.startsWith('rpc') ? 'POST' : 'PATCH'
    const response = await fetch(`${backend.url}/rest/v1/${path}`, {
      method,
      headers: { apikey: backend.serviceKey, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    expect([response.status, await response.json()]).toMatchObject([500, { code: 'XX000' }])
    expect(backend.logged).toHaveLength(1)
  })
})

describe.runIf(inject('engine') === 'pglite')('PGlite', () => {
  const folder = mkdtempSync(join(tmpdir(), 'toolmark-faults-'))
  let database: PgliteDatabase
  beforeAll(async () => {
    // As an operator may have made it.
    chmodSync(folder, 0o755)
    database = await openPglite(folder)
    await database.asOwner('create table kept (word text)')
    await database.asOwner("insert into kept values ('kept')")
  })
  afterAll(async () => {
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Whether the session that remembers it still lives. */
  const marked = async () => {
    const [row] = await database.asOwner<{ mark: string | null }>(
      "select nullif(current_setting('app.mark', true), '') as mark",
    )
    return row?.mark
  }
  const mark = () => database.asOwner("select set_config('app.mark', 'set', false)")

  test('is nobody else’s to read', () => {
    for (const path of [folder, join(folder, 'db')]) {
      expect(statSync(path).mode & 0o777).toBe(0o700)
    }
  })

  test.each(['XX000', 'XX001', 'XX002'])('begins anew after %s', async (code) => {
    await mark()
    await expect(
      database.asOwner(`do $$ begin raise sqlstate '${code}'; end $$`),
    ).rejects.toMatchObject({ code })
    await expect.poll(() => marked().catch(() => 'unavailable'), { timeout: 20_000 }).toBe(null)
    expect(await database.asOwner('select word from kept')).toEqual([{ word: 'kept' }])
  })

  test.each([
    ['a search of too many signs', 'select to_tsquery($1)', `${'!'.repeat(3000)}a`, '54000'],
    ['a list of too many lists', 'select $1::text[]', '{'.repeat(3000), '54000'],
    ['a value too deep', 'select $1::jsonb', nested(100_000), '54001'],
    ['a value that is none', 'select $1::jsonb', '{', '22P02'],
  ])('goes on after %s', async (_name, text, value, code) => {
    await mark()
    await expect(database.asOwner(text, [value])).rejects.toMatchObject({ code })
    expect(await marked()).toBe('set')
  })

  test('is ended when it breaks off in a statement, and begins anew', async () => {
    let ends = 0
    const narrow = new PgliteEngine({}, () => (ends += 1), 4)
    const worker = await narrow.running()
    const text = Buffer.from(`select '${nested(25_000)}'::jsonb\0`)
    const query = Buffer.alloc(5)
    query.write('Q')
    query.writeUInt32BE(4 + text.length, 1)
    worker.postMessage(new Uint8Array(Buffer.concat([query, text])))
    await expect.poll(() => ends, { timeout: 20_000 }).toBe(1)
    const next = await narrow.running()
    expect(next).not.toBe(worker)
    await narrow.close()
  })
})
