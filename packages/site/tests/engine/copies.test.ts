// Backup copies of the database and its files while members write, and refused copies.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { createDiskFiles } from '@toolmark/backend/storage/files/disk-files.ts'
import { fileKeyOf } from '@toolmark/backend/storage/files/files.ts'
import { createS3Files } from '@toolmark/backend/storage/files/s3-files.ts'
import { keepRemovedFiles } from '@toolmark/backend/storage/removed-files.ts'
import { openTestDatabase } from '@toolmark/backend/tests/support/databases/database.ts'
import { startFakeStore } from '@toolmark/backend/tests/support/services/s3.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { restoreCopy } from '../../server/backup/restore-copy.ts'
import { type Source, writeCopy } from '../../server/backup/write-copy.ts'
import { startTestBackend, type TestBackend } from '../support/backends/backend.ts'
import { addTool } from '../support/backends/content.ts'

const folder = mkdtempSync(join(tmpdir(), 'toolmark-copies-'))
let backend: TestBackend
let source: Source
let dataDir: string
beforeAll(async () => {
  backend = await startTestBackend((settings) => {
    settings.storage.buckets.papers = { public: true }
  })
  dataDir = dirname(backend.filesDir)
  const { files, keysFile } = toPlace(dataDir)
  source = { database: backend.db.database, openFiles: () => files, keysFile }
})
afterAll(async () => {
  await backend.close()
  rmSync(folder, { recursive: true })
})

const papers = () => backend.service.storage.from('papers')
const upload = async (name: string, text: string) => {
  const { error } = await papers().upload(name, text, { upsert: true, contentType: 'text/plain' })
  if (error) throw error
}
const toPlace = (at: string) => ({
  files: createDiskFiles(join(at, 'files')),
  keysFile: join(at, 'keys.json'),
})

const listFiles = (at: string) =>
  readdirSync(join(at, 'files'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    /^[0-9a-f]{2}.[0-9a-f-]{73}$/.test(file),
  )

/** Adds tools, each with a review, until it is stopped. */
function startWriting(userId: string) {
  const { service } = backend
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
        .insert({ ...text, tool_id: tool.data?.id ?? '', user_id: userId })
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
    await expect.poll(() => acknowledged.length).toBeGreaterThan(3)
    before = [...acknowledged]
    return writeCopy(source, file)
  }
  const rowCount = await copy().finally(() => {
    isDone = true
  })
  await Promise.all([writing, stop()])
  // Files that the copy held are removed after it.
  await expect.poll(() => listFiles(dataDir)).toHaveLength(names.length)

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
  expect(readdirSync(join(place, 'files', 'incoming'))).toEqual([])
  const tools =
    await other.asOwner`select name, review_count::int from tools where name like 'Busy %'`
  expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(before))
  const [reviews] = await other.asOwner("select count(*)::int from reviews where title = 'busy'")
  expect(tools.reduce((sum, tool) => sum + Number(tool.review_count), 0)).toBe(reviews?.count)
  expect(gunzipSync(readFileSync(file)).toString()).not.toContain('private.common_words')
  const [words] = await other.asOwner('select count(*)::int from private.common_words')
  expect(words?.count).toBeGreaterThan(60_000)
  await other.close()
})

test('keepRemovedFiles keeps removed files on the disk until it is released', async () => {
  await upload('held.txt', 'one')
  const before = listFiles(dataDir)
  const release = await keepRemovedFiles(backend.db.database)
  await upload('held.txt', 'two')
  await papers().remove(['held.txt'])
  expect(listFiles(dataDir)).toEqual(expect.arrayContaining(before))
  await release()
  await expect.poll(() => listFiles(dataDir)).toHaveLength(before.length - 1)
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
  expect([readdirSync(place), readdirSync(join(place, 'files'))]).toEqual([['files'], ['incoming']])
  expect(readdirSync(join(place, 'files', 'incoming'))).toEqual([])
  expect(await restoreCopy(other.database, toPlace(place), complete)).toBeGreaterThan(0)
  // The place is not empty anymore.
  await expect(restoreCopy(other.database, toPlace(place), complete)).rejects.toThrow(
    'there are tools or people already: restore into an empty place',
  )
  await other.close()
})

test('a restore whose commit fails leaves rows, files and keys as they were', async () => {
  writeFileSync(source.keysFile, '{"of":"the copy"}')
  for (const name of ['Pan', 'Pot'])
    await addTool({ client: backend.service }, { name: `${name} of the copy` })
  const complete = join(folder, 'uncommitted')
  await writeCopy(source, complete)
  const other = await openTestDatabase()
  const place = join(folder, 'kept')
  const { keysFile } = toPlace(place)
  writeFileSync(keysFile, 'of before')
  const readCategories = () => other.asOwner('select * from public.categories order by name')
  const before = await readCategories()
  const run = other.database.transactionAsOwner.bind(other.database)
  vi.spyOn(other.database, 'transactionAsOwner').mockImplementationOnce((work) =>
    run(async (transaction) => {
      const result = await work(transaction)
      await transaction.query(
        'create temporary table checked_late (n int unique deferrable initially deferred)',
      )
      await transaction.query('insert into checked_late values (1), (1)')
      return result
    }),
  )
  const restore = () => restoreCopy(other.database, toPlace(place), complete)
  await expect(restore()).rejects.toMatchObject({ code: '23505' })
  expect(readFileSync(keysFile, 'utf8')).toBe('of before')
  expect(readdirSync(place).sort()).toEqual(['files', 'keys.json'])
  expect(listFiles(place)).toEqual([])
  expect(await other.asOwner('select id from public.tools')).toEqual([])
  expect(await readCategories()).toEqual(before)
  expect(await restore()).toBeGreaterThan(0)
  expect(readFileSync(keysFile, 'utf8')).toBe('{"of":"the copy"}')
  await other.close()
})

test('uploads of an S3 store are copied and restored to it', async () => {
  await upload('empty.txt', '')
  await upload('stored.txt', 'in a store')
  const [first, second] = [join(folder, 'to-store'), join(folder, 'of-store')]
  await writeCopy(source, first)
  const store = await startFakeStore()
  const files = createS3Files(store.address, join(folder, 'incoming'))
  const other = await openTestDatabase()
  const keysFile = join(folder, 'of-store.json')
  await restoreCopy(other.database, { files, keysFile }, first)
  expect(store.files.size).toBe(listFiles(dataDir).length)
  await writeCopy({ database: other.database, openFiles: () => files, keysFile }, second)
  await Promise.all([other.close(), store.close()])
  const readFiles = (file: string) =>
    gunzipSync(readFileSync(file))
      .toString()
      .split('\n')
      .filter((line) => line.startsWith('{"file"'))
      .sort()
  expect(readFiles(second)).toEqual(readFiles(first))
})

test('a copy of a row without its file throws with the name of the file', async () => {
  await upload('lost.txt', 'lost')
  const before = listFiles(dataDir)
  await upload('lost-too.txt', 'lost')
  const [lost = ''] = listFiles(dataDir).filter((file) => !before.includes(file))
  rmSync(join(dataDir, 'files', lost))
  const file = join(folder, 'lacking')
  await expect(writeCopy(source, file)).rejects.toThrow(`${lost} is missing`)
  expect(existsSync(file)).toBe(false)
  // BACKUP_UPLOADS=off.
  expect(await writeCopy({ ...source, openFiles: undefined }, file)).toBeGreaterThan(0)
})

test('no request of this file caused a server error', () =>
  expect(backend.loggedErrors).toEqual([]))
