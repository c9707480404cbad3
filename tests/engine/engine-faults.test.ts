// Engines that crash, run out of stack or report damage, and errors that are no such fault.
import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { ApiError } from '../../backend/api-error.ts'
import { openPglite, type PgliteDatabase } from '../../backend/database/engines/pglite.ts'
import { PgliteEngine } from '../../backend/database/engines/pglite-engine.ts'
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
    ['a list', 'asReader', 'tools?select=id', undefined],
    ['a call that reads', 'asReader', 'rpc/count_tools', { query: 'x' }],
    ['a change', 'transactionAs', 'tools?name=eq.Nothing', { description: 'None at all.' }],
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
  let database: PgliteDatabase
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
    const smallEngine = new PgliteEngine({ folder: join(place, 'db') }, () => (crashes += 1), 4)
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
