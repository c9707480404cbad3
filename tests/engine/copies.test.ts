// Backup copies of the database and its files while members write, and refused copies.
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
import { startTestBackend, type TestBackend } from '../support/backends/backend.ts'
import { openTestDatabase } from '../support/databases/database.ts'

const folder = mkdtempSync(join(tmpdir(), 'toolmark-copies-'))
let backend: TestBackend
let source: Source
beforeAll(async () => {
  backend = await startTestBackend((settings) => {
    settings.storage.buckets.papers = { public: true }
  })
  const dataDir = dirname(backend.filesDir)
  source = { database: backend.db.database, ...toPlace(dataDir), hasFiles: true }
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
const toPlace = (dataDir: string) => ({ dataDir, keysFile: join(dataDir, 'keys.json') })

const listFiles = (dataDir: string) =>
  readdirSync(join(dataDir, 'files'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    /^[0-9a-f]{2}.[0-9a-f-]{73}$/.test(file),
  )

/** Adds tools, each with a review, until it is stopped. */
function startWriting(userId: string) {
  const service = createClient(backend.url, backend.serviceKey)
  const acknowledged: string[] = []
  let isDone = false
  const write = async () => {
    while (!isDone) {
      const name = `Busy ${crypto.randomUUID()}`
      const row = { name, slug: '', description: 'd', category: 'HR' }
      const tool = await service.from('tools').insert(row).select('id').single()
      const text = { rating: 4, title: 'busy', content: 'Long enough.' }
      const review = await service
        .from('reviews')
        .insert({ ...text, tool_id: tool.data?.id, user_id: userId })
      expect([tool.error, review.error]).toEqual([null, null])
      acknowledged.push(name)
    }
  }
  const writing = Promise.all([write(), write(), write()])
  const stop = async () => {
    isDone = true
    await writing
  }
  return { acknowledged, stop }
}

test('a copy during writes has complete changes only, all earlier ones and the file of each row', async () => {
  const names = Array.from({ length: 12 }, (_, index) => `${index}.txt`)
  for (const name of names) await upload(name, name)
  let isDone = false
  const replaceFiles = async (own: string[]) => {
    while (!isDone) for (const name of own) await upload(name, `${name} ${crypto.randomUUID()}`)
  }
  const writing = Promise.all([0, 4, 8].map((from) => replaceFiles(names.slice(from, from + 4))))
  const { acknowledged, stop } = startWriting((await backend.createMember()).id)
  let before: string[] = []
  const file = join(folder, 'busy')
  const copy = async () => {
    await expect.poll(() => acknowledged.length, { timeout: 10_000 }).toBeGreaterThan(3)
    before = [...acknowledged]
    return writeCopy(source, file)
  }
  const rowCount = await copy().finally(() => {
    isDone = true
  })
  await Promise.all([writing, stop()])
  // Files that the copy held are removed after it.
  await expect.poll(() => listFiles(source.dataDir)).toHaveLength(names.length)

  const other = await openTestDatabase()
  const place = join(folder, 'restored')
  expect(await restoreCopy(other.database, toPlace(place), file)).toBe(rowCount)
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
  const tools = await other.asOwner(
    "select name, review_count::int from tools where name like 'Busy %'",
  )
  expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(before))
  const [reviews] = await other.asOwner("select count(*)::int from reviews where title = 'busy'")
  expect(tools.reduce((sum, tool) => sum + Number(tool.review_count), 0)).toBe(reviews?.count)
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

test('restoring half of a copy or one without its last line writes no row, file or key', async () => {
  await upload('stored.txt', 'stored')
  const complete = join(folder, 'whole')
  await writeCopy(source, complete)
  const lines = gunzipSync(readFileSync(complete)).toString().trimEnd().split('\n')
  const cut = join(folder, 'cut')
  writeFileSync(cut, gzipSync(`${lines.slice(0, -1).join('\n')}\n`))
  const other = await openTestDatabase()
  const place = join(folder, 'refused')
  await expect(restoreCopy(other.database, toPlace(place), cut)).rejects.toThrow(
    'the copy is not whole',
  )
  const bytes = readFileSync(complete)
  writeFileSync(cut, bytes.subarray(0, bytes.length / 2))
  await expect(restoreCopy(other.database, toPlace(place), cut)).rejects.toThrow(
    'the copy is damaged or not whole',
  )
  expect(existsSync(place) ? readdirSync(place) : []).toEqual([])
  expect(await restoreCopy(other.database, toPlace(place), complete)).toBeGreaterThan(0)
  // The place is not empty anymore.
  await expect(restoreCopy(other.database, toPlace(place), complete)).rejects.toThrow(
    'there are tools or people already: restore into an empty place',
  )
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
