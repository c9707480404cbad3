// Backup copies of the database and its files while members replace files, and refused copies.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fileKeyOf } from '../../backend/storage/files/files.ts'
import { keepRemovedFiles } from '../../backend/storage/removed-files.ts'
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
const upload = async (name: string, text: string) => {
  const { error } = await papers().upload(name, text, { upsert: true, contentType: 'text/plain' })
  if (error) throw error
}
const listFiles = (dataDir: string) =>
  readdirSync(join(dataDir, 'files'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    /^[0-9a-f]{2}.[0-9a-f-]{73}$/.test(file),
  )

test('a copy has the file of each row, also of objects that are replaced during the copy', async () => {
  const names = Array.from({ length: 12 }, (_, index) => `${index}.txt`)
  for (const name of names) await upload(name, name)
  let isDone = false
  const replaceFiles = async (own: string[]) => {
    while (!isDone) for (const name of own) await upload(name, `${name} ${crypto.randomUUID()}`)
  }
  const writing = Promise.all([0, 4, 8].map((from) => replaceFiles(names.slice(from, from + 4))))
  const file = join(folder, 'busy')
  const rowCount = await writeCopy(source, file).finally(() => {
    isDone = true
  })
  await writing
  // Files that the copy held are removed after it.
  await expect.poll(() => listFiles(source.dataDir)).toHaveLength(names.length)

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
    expect(readFileSync(join(place, 'files', fileKeyOf(row)), 'utf8')).toContain(row.name)
  }
  expect(listFiles(place)).toHaveLength(rows.length)
  expect(existsSync(join(place, 'restoring'))).toBe(false)
  await other.close()
})

test('keepRemovedFiles keeps removed files on the disk until it is released', async () => {
  await upload('held.txt', 'one')
  const before = listFiles(source.dataDir)
  const release = await keepRemovedFiles(backend.db.database)
  await upload('held.txt', 'two')
  await papers().remove(['held.txt'])
  expect(listFiles(source.dataDir)).toEqual(expect.arrayContaining(before))
  await release()
  await expect.poll(() => listFiles(source.dataDir)).toHaveLength(before.length - 1)
})

test('restoring a copy without its last line writes neither files nor keys', async () => {
  await upload('stored.txt', 'stored')
  const complete = join(folder, 'whole')
  await writeCopy(source, complete)
  const lines = gunzipSync(readFileSync(complete)).toString().trimEnd().split('\n')
  const cut = join(folder, 'cut')
  writeFileSync(cut, gzipSync(`${lines.slice(0, -1).join('\n')}\n`))
  const other = await openTestDatabase()
  const place = join(folder, 'refused')
  await expect(restoreCopy(other.database, place, cut)).rejects.toThrow('the copy is not whole')
  expect(existsSync(place) ? readdirSync(place) : []).toEqual([])
  await other.close()
})

test('a copy of a row without its file throws with the name of the file', async () => {
  await upload('lost.txt', 'lost')
  const before = listFiles(source.dataDir)
  await upload('lost-too.txt', 'lost')
  const [lost = ''] = listFiles(source.dataDir).filter((file) => !before.includes(file))
  rmSync(join(source.dataDir, 'files', lost))
  const file = join(folder, 'lacking')
  await expect(writeCopy(source, file)).rejects.toThrow(`${lost} is missing`)
  expect(existsSync(file)).toBe(false)
  // A copy of a site with its files in S3 does not need them.
  expect(await writeCopy({ ...source, hasFiles: false }, file)).toBeGreaterThan(0)
})

test('no request of this file caused a server error', () =>
  expect(backend.loggedErrors).toEqual([]))
