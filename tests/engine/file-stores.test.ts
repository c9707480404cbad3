// The stores of uploaded files on disk and in S3: the same behavior of both.

import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { createDiskFiles } from '../../backend/storage/files/disk-files.ts'
import type { Files } from '../../backend/storage/files/files.ts'
import { createS3Files } from '../../backend/storage/files/s3-files.ts'
import { startTestBackend } from '../support/backends/backend.ts'
import { openTestDatabase, type TestDatabase } from '../support/databases/database.ts'
import { type LocalServer, serveLocally } from '../support/services/local-server.ts'
import { type FakeStore, startFakeStore } from '../support/services/s3.ts'

const folder = mkdtempSync(join(tmpdir(), 'toolmark-files-'))
let store: FakeStore
let db: TestDatabase
beforeAll(async () => {
  store = await startFakeStore()
  db = await openTestDatabase()
})
afterAll(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})

async function* chunks(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield new TextEncoder().encode(text)
}

const listIncoming = () => readdirSync(join(folder, 'incoming'))

const readText = async (files: Files, key: string, start: number, end: number) =>
  new Response(await files.read(key, { start, end })).text()

const toStoreAddress = ({ host }: LocalServer) => `http://KEY:SECRET@${host}/bucket`

/** The stores use no database. */
const isFirstEngine = inject('engine') === 'pglite'
const storeTest = test.runIf(isFirstEngine)

describe.runIf(isFirstEngine).each([
  ['disk', () => createDiskFiles(folder)],
  ['S3', () => createS3Files(store.address, join(folder, 'incoming'))],
])('the store on %s', (_label, open) => {
  test('a file can be stored, read in part, copied and removed', async () => {
    const files = open()
    const staged = await files.stage(chunks('one ', 'two ', 'three'), 100)
    expect([staged.size, new TextDecoder().decode(staged.head)]).toEqual([13, 'one two three'])
    expect(await files.size('ab/key')).toBeUndefined()
    await staged.keep('ab/key')
    expect(await files.size('ab/key')).toBe(13)
    expect(await readText(files, 'ab/key', 4, 6)).toBe('two')
    await files.copy('ab/key', 'cd/other')
    await files.remove('ab/key')
    expect(await files.size('ab/key')).toBeUndefined()
    expect(await readText(files, 'cd/other', 0, 12)).toBe('one two three')
    await files.remove('cd/other')
    await files.remove('never/there')
  })

  test('a file above the limit throws 413 and leaves no incoming file', async () => {
    const files = open()
    await expect(files.stage(chunks('12345', '67890'), 9)).rejects.toMatchObject({ status: 413 })
    expect(listIncoming()).toEqual([])
    const staged = await files.stage(chunks('12345', '6789'), 9)
    expect([staged.size, listIncoming().length]).toEqual([9, 1])
    await staged.drop()
    expect(listIncoming()).toEqual([])
  })

  test('an upload that ends with an error leaves no incoming file', async () => {
    async function* broken() {
      yield* chunks('half')
      throw new Error('connection lost')
    }
    await expect(open().stage(broken(), 100)).rejects.toThrow('connection lost')
    expect(listIncoming()).toEqual([])
  })

  test('a stored file leaves no incoming file', async () => {
    const files = open()
    const staged = await files.stage(chunks('whole'), 100)
    await staged.keep('ab/stored')
    expect(listIncoming()).toEqual([])
    await files.remove('ab/stored')
  })
})

storeTest('storing and copying a file sync the file and its directory entry', async () => {
  const files = createDiskFiles(folder)
  // The first upload creates and syncs the folder of incoming files.
  await (await files.stage(chunks('dropped'), 100)).drop()
  const handle = await open(folder, 'r')
  await handle.close()
  const sync = vi.spyOn(Object.getPrototypeOf(handle), 'sync')
  const staged = await files.stage(chunks('stored'), 100)
  await staged.keep('ef/new')
  expect(sync).toHaveBeenCalledTimes(3) // the file, the entry of its new folder and its own entry
  await files.copy('ef/new', 'ef/copy')
  expect(sync).toHaveBeenCalledTimes(5)
  sync.mockRestore()
})

storeTest('a store that does not respond ends each call with an error', async () => {
  const silent = await serveLocally((request) => request.resume())
  const files = createS3Files(toStoreAddress(silent), folder, 200)
  const staged = await files.stage(chunks('content'), 100)
  const attempts = [
    staged.keep('ab/c'),
    files.copy('ab/c', 'ab/d'),
    files.remove('ab/c'),
    files.size('ab/c'),
  ]
  await Promise.all(attempts.map((attempt) => expect(attempt).rejects.toThrow('does not answer')))
  await staged.drop()
  silent.close()
})

storeTest('a slow store that reads continuously may take longer than the timeout', async () => {
  const slow = await serveLocally((request, response) => {
    request.on('data', () => {
      request.pause()
      setTimeout(() => request.resume(), 10)
    })
    request.on('end', () => response.end())
  })
  const timeoutMs = 1200
  const files = createS3Files(toStoreAddress(slow), folder, timeoutMs)
  const staged = await files.stage(chunks('x'.repeat(16 * 1024 ** 2)), 17 * 1024 ** 2)
  const startMs = performance.now()
  await staged.keep('ab/slow')
  expect(performance.now() - startMs).toBeGreaterThan(timeoutMs)
  slow.close()
})

storeTest(
  'a large upload to S3 has its length, is retried and is never complete in memory',
  async () => {
    const measureMemory = () => {
      collectGarbage()
      return process.memoryUsage().arrayBuffers
    }
    const before = measureMemory()
    const upload = { attempts: 0, length: 0, received: 0, most: 0 }
    const sink = await serveLocally((request, response) => {
      upload.attempts += 1
      upload.length = Number(request.headers['content-length'])
      upload.received = 0
      request.on('data', (chunk: Buffer) => {
        upload.received += chunk.length
        if (upload.received % (8 * MEGABYTE) < chunk.length) {
          upload.most = Math.max(upload.most, measureMemory() - before)
        }
      })
      request.on('end', () => response.writeHead(upload.attempts === 1 ? 503 : 200).end())
    })
    async function* large() {
      const chunk = new Uint8Array(MEGABYTE)
      for (let count = 0; count < SIZE_BYTES / MEGABYTE; count += 1) yield chunk
    }
    const files = createS3Files(toStoreAddress(sink), folder)
    const staged = await files.stage(large(), SIZE_BYTES)
    await staged.keep('ab/large')
    sink.close()
    expect(upload).toMatchObject({ attempts: 2, length: SIZE_BYTES, received: SIZE_BYTES })
    expect(upload.most).toBeLessThan(SIZE_BYTES / 2)
  },
)
/** bytes */
const MEGABYTE = 1024 * 1024
const SIZE_BYTES = 64 * MEGABYTE

// Node has no other access to the garbage collector from within a process.
setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

test('an upload to a failing store returns a general error and leaves no row and no file', async () => {
  const incomingDir = join(folder, 'waiting')
  const backend = await startTestBackend(undefined, {
    files: createS3Files(store.address, incomingDir),
    db,
  })
  const member = await backend.createMember()
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const avatars = member.client.storage.from('avatars')
  const uploadPicture = (name: string) =>
    avatars.upload(`${member.id}/${name}`, png, { contentType: 'image/png' })
  expect((await uploadPicture('1.png')).error).toBeNull()
  const response = await fetch(avatars.getPublicUrl(`${member.id}/1.png`).data.publicUrl)
  expect(Buffer.from(await response.arrayBuffer()).equals(png)).toBe(true)
  store.setFailing(true)
  const refused = await uploadPicture('2.png')
  expect(refused.error?.message).toBe('Something went wrong')
  store.setFailing(false)
  const { data } = await avatars.list(member.id)
  expect(data?.map(({ name }) => name)).toEqual(['1.png'])
  await avatars.remove([`${member.id}/1.png`])
  expect(store.files.size).toBe(0)
  expect(readdirSync(incomingDir)).toEqual([])
  await backend.close()
})

// The last test, because it closes the database.
test('close waits for running removals of files', async () => {
  const disk = createDiskFiles(folder)
  let started = 0
  const removeSlowly = async (key: string) => {
    started += 1
    await new Promise((resolve) => setTimeout(resolve, 200))
    await disk.remove(key)
  }
  const backend = await startTestBackend(undefined, {
    db,
    files: { ...disk, remove: removeSlowly },
  })
  await backend.db.asOwner(
    'insert into storage.removed_files (id, version) values (gen_random_uuid(), gen_random_uuid()::text)',
  )
  await backend.db.asOwner("select pg_notify('removed_files', '')")
  await expect.poll(() => started).toBe(1)
  await backend.close()
  await db.close()
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(backend.loggedErrors).toEqual([])
})
