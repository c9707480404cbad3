// The stores of uploaded files on disk and in S3: the same behavior of both.

import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { createDiskFiles } from '../../src/storage/files/disk-files.ts'
import { FileStoreError, type Files } from '../../src/storage/files/files.ts'
import { createS3Files } from '../../src/storage/files/s3-files.ts'
import { startTestBackend } from '../support/backends/backend.ts'
import { openTestDatabase, type TestDatabase } from '../support/databases/database.ts'
import { findFreePort, type LocalServer, serveLocally } from '../support/services/local-server.ts'
import { type FakeStore, startFakeStore } from '../support/services/s3.ts'
import { startSilentProxy } from '../support/services/silent-proxy.ts'

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

// Node has no other access to the garbage collector from within a process.
setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

storeTest('a store that does not respond ends each call with an error', async () => {
  // A signal that only a waiting request refers to would be collected, and the call would wait for ever.
  const collection = setInterval(collectGarbage, 20)
  const silent = await serveLocally((request) => request.resume())
  const files = createS3Files(toStoreAddress(silent), folder, 200)
  const staged = await files.stage(chunks('content'), 100)
  const attempts = [
    staged.keep('ab/c'),
    files.copy('ab/c', 'ab/d'),
    files.remove('ab/c'),
    files.size('ab/c'),
    files.read('ab/c', { start: 0, end: 1 }),
  ]
  const refusal = new FileStoreError(`the file store ${silent.host} does not answer`)
  await Promise.all(attempts.map((attempt) => expect(attempt).rejects.toThrow(refusal)))
  clearInterval(collection)
  await staged.drop()
  silent.close()
})

storeTest('a read ends with an error if the store stops, and not if its reader does', async () => {
  const half = await serveLocally((_request, response) => {
    response.writeHead(200, { 'Content-Length': '8' }).write('half')
  })
  const files = createS3Files(toStoreAddress(half), folder, 300)
  const reader = (await files.read('ab/c', { start: 0, end: 7 })).getReader()
  expect(new TextDecoder().decode((await reader.read()).value)).toBe('half')
  collectGarbage()
  await expect(reader.read()).rejects.toThrow('does not answer')
  half.close()
  const whole = createS3Files(store.address, join(folder, 'incoming'), 300)
  const size = 4 * MEGABYTE
  store.files.set('/bucket/ab/large', Buffer.alloc(size))
  const chunks = (await whole.read('ab/large', { start: 0, end: size - 1 })).getReader()
  let received = (await chunks.read()).value.length
  await new Promise((resolve) => setTimeout(resolve, 600))
  for (let part = await chunks.read(); !part.done; part = await chunks.read())
    received += part.value.length
  expect(received).toBe(size)
  store.files.delete('/bucket/ab/large')
})

storeTest('a store that cannot be reached is named with the reason', async () => {
  const port = await findFreePort()
  const files = createS3Files(`http://KEY:SECRET@127.0.0.1:${port}/bucket`, folder)
  await expect(files.size('ab/c')).rejects.toThrow(
    new FileStoreError(`the file store 127.0.0.1:${port} cannot be reached: ECONNREFUSED`),
  )
})

storeTest('a slow store that reads continuously may take longer than the timeout', async () => {
  const slow = await serveLocally((request, response) => {
    request.on('data', () => {
      request.pause()
      setTimeout(() => request.resume(), 5)
    })
    request.on('end', () => response.end())
  })
  // The end of the file waits in buffers of the system, which the store empties in half a second.
  const timeoutMs = 1500
  const files = createS3Files(toStoreAddress(slow), folder, timeoutMs)
  const staged = await files.stage(chunks('x'.repeat(24 * 1024 ** 2)), 25 * 1024 ** 2)
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

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('a store that fails or hangs returns 503 within seconds, leaves nothing, and blocks no other request', async () => {
  const incomingDir = join(folder, 'waiting')
  const address = new URL(store.address)
  const proxy = await startSilentProxy(Number(address.port))
  address.port = String(proxy.port)
  const files = createS3Files(address.href, incomingDir, 3000)
  const backend = await startTestBackend(undefined, { files, db })
  const member = await backend.createMember()
  const avatars = member.client.storage.from('avatars')
  const uploadPicture = (name: string) =>
    avatars.upload(`${member.id}/${name}`, PNG, { contentType: 'image/png' })
  const readPicture = () => fetch(avatars.getPublicUrl(`${member.id}/1.png`).data.publicUrl)
  expect((await uploadPicture('1.png')).error).toBeNull()
  expect(Buffer.from(await (await readPicture()).arrayBuffer()).equals(PNG)).toBe(true)
  const failures = [
    {
      fail: () => store.setFailing(true),
      recover: () => store.setFailing(false),
      problem: 'answers PUT with 503',
    },
    { fail: proxy.silence, recover: proxy.restore, problem: 'does not answer' },
  ]
  for (const { fail, recover, problem } of failures) {
    fail()
    const startMs = performance.now()
    const answers = Promise.all([
      ...['2.png', '3.png', '4.png', '5.png', '6.png'].map(uploadPicture),
      avatars.copy(`${member.id}/1.png`, `${member.id}/7.png`),
    ])
    const read = readPicture()
    // Longer than the requests before it, so that these wait for the store.
    const other = await backend.send('GET', 'rest/v1/todos?limit=1')
    expect([other.status, performance.now() - startMs < 3000]).toEqual([200, true])
    for (const { error } of await answers)
      expect(error).toMatchObject({ status: 503, message: expect.stringMatching(/^Files cannot/) })
    const { status, headers } = await read
    expect([status, headers.get('retry-after')]).toEqual([503, '2'])
    expect(performance.now() - startMs).toBeLessThan(9000)
    expect(backend.loggedErrors.splice(0).map(String)).toContain(
      `FileStoreError: the file store 127.0.0.1:${proxy.port} ${problem}`,
    )
    recover()
  }
  const { data } = await avatars.list(member.id)
  expect(data?.map(({ name }) => name)).toEqual(['1.png'])
  expect((await uploadPicture('8.png')).error).toBeNull()
  await avatars.remove(['1.png', '8.png'].map((name) => `${member.id}/${name}`))
  await expect.poll(() => store.files.size).toBe(0)
  expect(readdirSync(incomingDir)).toEqual([])
  await backend.close()
  proxy.close()
})

test('objects that several upserts create at once have the bytes of one of them', async () => {
  const files = createS3Files(store.address, join(folder, 'incoming'))
  const backend = await startTestBackend(undefined, { files, db })
  const bucket = backend.service.storage.from('avatars')
  const pictures = ['a', 'b', 'c', 'd', 'e', 'f'].map((mark) => `${PNG.toString('latin1')}${mark}`)
  const uploads = pictures.map((picture) =>
    bucket.upload('same.png', Buffer.from(picture, 'latin1'), {
      upsert: true,
      contentType: 'image/png',
    }),
  )
  expect((await Promise.all(uploads)).flatMap(({ error }) => error ?? [])).toEqual([])
  const { data } = await bucket.download('same.png')
  expect(pictures).toContain(
    Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer()).toString('latin1'),
  )
  await expect.poll(() => store.files.size).toBe(1)
  await bucket.remove(['same.png'])
  await backend.close()
})

test('a store that hangs while an upsert follows a newer object blocks no other request, and the upsert returns 503', async () => {
  const address = new URL(store.address)
  const proxy = await startSilentProxy(Number(address.port))
  address.port = String(proxy.port)
  const s3 = createS3Files(address.href, join(folder, 'incoming'), 3000)
  let copies = 0
  let uploadMeanwhile: (() => Promise<unknown>) | undefined
  const files: Files = {
    ...s3,
    stage: async (...args) => {
      const staged = await s3.stage(...args)
      const keep = async (key: string) => {
        await staged.keep(key)
        const meanwhile = uploadMeanwhile
        uploadMeanwhile = undefined
        await meanwhile?.()
      }
      return { ...staged, keep }
    },
    copy: (...keys) => {
      proxy.silence()
      copies += 1
      return s3.copy(...keys)
    },
  }
  const backend = await startTestBackend(undefined, { files, db })
  const bucket = backend.service.storage.from('avatars')
  const upsert = (mark: string) =>
    bucket.upload('newer.png', Buffer.concat([PNG, Buffer.from(mark)]), {
      upsert: true,
      contentType: 'image/png',
    })
  const readMark = async () =>
    (await (await bucket.download('newer.png')).data?.text())?.at(-1) ?? 'no object'
  uploadMeanwhile = () => upsert('b')
  const first = upsert('a')
  await expect.poll(() => copies).toBe(1)
  const startMs = performance.now()
  const other = await backend.send('GET', 'rest/v1/todos?limit=1')
  expect([other.status, performance.now() - startMs < 2000]).toEqual([200, true])
  expect((await first).error).toMatchObject({
    status: 503,
    message: expect.stringMatching(/^Files cannot/),
  })
  proxy.restore()
  expect(await readMark()).toBe('b')
  expect((await upsert('c')).error).toBeNull()
  expect(await readMark()).toBe('c')
  await bucket.remove(['newer.png'])
  await expect.poll(() => store.files.size).toBe(0)
  await backend.close()
  proxy.close()
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
