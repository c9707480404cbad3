// A copy of everything beside people who replace their files, and what is not taken back.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keyOf } from '../../backend/storage/files/files.ts'
import { holdRemovedFiles } from '../../backend/storage/removed-files.ts'
import { restoreCopy } from '../../server/backup/restore-copy.ts'
import { type Source, writeCopy } from '../../server/backup/write-copy.ts'
import { startTestBackend, type TestBackend } from '../support/backend.ts'
import { openTestDatabase } from '../support/database.ts'

const folder = mkdtempSync(join(tmpdir(), 'toolmark-copies-'))
let backend: TestBackend
let source: Source
beforeAll(async () => {
  backend = await startTestBackend((settings) => {
    settings.storage.buckets.papers = { public: true }
  })
  source = { database: backend.db.database, dataDir: dirname(backend.filesDir), hasFiles: true }
})
afterAll(async () => {
  await backend.close()
  rmSync(folder, { recursive: true })
})

const papers = () => createClient(backend.url, backend.serviceKey).storage.from('papers')
const put = async (name: string, text: string) => {
  const { error } = await papers().upload(name, text, { upsert: true, contentType: 'text/plain' })
  if (error) throw error
}
const stored = (from: string) =>
  readdirSync(join(from, 'files'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    /^[0-9a-f]{2}.[0-9a-f-]{73}$/.test(file),
  )

test('every row has its file, also of objects that are replaced meanwhile', async () => {
  const names = Array.from({ length: 12 }, (_, index) => `${index}.txt`)
  for (const name of names) await put(name, name)
  let isDone = false
  const replace = async (own: string[]) => {
    while (!isDone) for (const name of own) await put(name, `${name} ${crypto.randomUUID()}`)
  }
  const writing = Promise.all([0, 4, 8].map((from) => replace(names.slice(from, from + 4))))
  const file = join(folder, 'busy')
  const rowCount = await writeCopy(source, file).finally(() => {
    isDone = true
  })
  await writing
  // What was held back for the copy goes after it.
  await expect.poll(() => stored(source.dataDir)).toHaveLength(names.length)

  const other = await openTestDatabase()
  const place = join(folder, 'restored')
  expect(await restoreCopy(other.database, place, file)).toBe(rowCount)
  const rows = (await other.asOwner('select id, version, name from storage.objects')) as {
    id: string
    version: string
    name: string
  }[]
  expect(rows).toHaveLength(names.length)
  for (const row of rows) {
    expect(readFileSync(join(place, 'files', keyOf(row)), 'utf8')).toContain(row.name)
  }
  expect(stored(place)).toHaveLength(rows.length)
  expect(existsSync(join(place, 'restoring'))).toBe(false)
  await other.close()
})

test('while a copy is under way removed files stay, and go after it', async () => {
  await put('held.txt', 'one')
  const before = stored(source.dataDir)
  const letGo = await holdRemovedFiles(backend.db.database)
  await put('held.txt', 'two')
  await papers().remove(['held.txt'])
  expect(stored(source.dataDir)).toEqual(expect.arrayContaining(before))
  await letGo()
  await expect.poll(() => stored(source.dataDir)).toHaveLength(before.length - 1)
})

test('a copy without its last line leaves neither files nor keys', async () => {
  await put('kept.txt', 'kept')
  const whole = join(folder, 'whole')
  await writeCopy(source, whole)
  const lines = gunzipSync(readFileSync(whole)).toString().trimEnd().split('\n')
  const cut = join(folder, 'cut')
  writeFileSync(cut, gzipSync(`${lines.slice(0, -1).join('\n')}\n`))
  const other = await openTestDatabase()
  const place = join(folder, 'refused')
  await expect(restoreCopy(other.database, place, cut)).rejects.toThrow('the copy is not whole')
  expect(existsSync(place) ? readdirSync(place) : []).toEqual([])
  await other.close()
})

test('a row whose file is missing ends the copy with a clear line', async () => {
  await put('lost.txt', 'lost')
  const before = stored(source.dataDir)
  await put('lost-too.txt', 'lost')
  const [lost = ''] = stored(source.dataDir).filter((file) => !before.includes(file))
  rmSync(join(source.dataDir, 'files', lost))
  const file = join(folder, 'lacking')
  await expect(writeCopy(source, file)).rejects.toThrow(`${lost} is missing`)
  expect(existsSync(file)).toBe(false)
  // Files that lie elsewhere are nobody's concern here.
  expect(await writeCopy({ ...source, hasFiles: false }, file)).toBeGreaterThan(0)
})

test('nothing above was a fault of the server', () => expect(backend.logged).toEqual([]))
