// Bytes of objects on disk and in an S3-compatible store: the same behaviour of both.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { createDiskFiles } from '../../backend/storage/files/disk-files.ts'
import type { Files } from '../../backend/storage/files/files.ts'
import { createS3Files } from '../../backend/storage/files/s3-files.ts'
import { startTestBackend } from '../support/backend.ts'
import { type FakeStore, startFakeStore } from '../support/s3.ts'

const folder = mkdtempSync(join(tmpdir(), 'toolmark-files-'))
let store: FakeStore
beforeAll(async () => {
  store = await startFakeStore()
})
afterAll(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})

async function* chunks(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield new TextEncoder().encode(text)
}

const incoming = () => readdirSync(join(folder, 'incoming'))

const textOf = async (files: Files, key: string, start: number, end: number) =>
  new Response(await files.read(key, { start, end })).text()

describe.runIf(inject('engine') === 'pglite').each([
  ['disk', () => createDiskFiles(folder)],
  ['S3', () => createS3Files(store.address, join(folder, 'incoming'))],
])('%s', (_name, open) => {
  test('keeps, reads a part, copies and removes', async () => {
    const files = open()
    const staged = await files.stage(chunks('one ', 'two ', 'three'), 100)
    expect([staged.size, new TextDecoder().decode(staged.head)]).toEqual([13, 'one two three'])
    expect(await files.size('ab/key')).toBeUndefined()
    await staged.keep('ab/key')
    expect(await files.size('ab/key')).toBe(13)
    expect(await textOf(files, 'ab/key', 4, 6)).toBe('two')
    await files.copy('ab/key', 'cd/other')
    await files.remove('ab/key')
    expect(await files.size('ab/key')).toBeUndefined()
    expect(await textOf(files, 'cd/other', 0, 12)).toBe('one two three')
    await files.remove('cd/other')
    await files.remove('never/there')
  })

  test('takes no more than the limit, and leaves nothing of it', async () => {
    const files = open()
    await expect(files.stage(chunks('12345', '67890'), 9)).rejects.toMatchObject({ status: 413 })
    expect(incoming()).toEqual([])
    const staged = await files.stage(chunks('12345', '6789'), 9)
    expect([staged.size, incoming().length]).toEqual([9, 1])
    await staged.drop()
    expect(incoming()).toEqual([])
  })

  test('what breaks off is not there', async () => {
    async function* broken() {
      yield* chunks('half')
      throw new Error('the line is dead')
    }
    await expect(open().stage(broken(), 100)).rejects.toThrow('the line is dead')
    expect(incoming()).toEqual([])
  })

  test('what is kept waits no longer', async () => {
    const files = open()
    const staged = await files.stage(chunks('whole'), 100)
    await staged.keep('ab/kept')
    expect(incoming()).toEqual([])
    await files.remove('ab/kept')
  })
})

test('what is kept or copied is synced, and its name as well', async () => {
  const files = createDiskFiles(folder)
  // The folder of what is incoming is made, and synced, once.
  await (await files.stage(chunks('dropped'), 100)).drop()
  const handle = await open(folder, 'r')
  await handle.close()
  const sync = vi.spyOn(Object.getPrototypeOf(handle), 'sync')
  const staged = await files.stage(chunks('kept'), 100)
  await staged.keep('ef/new')
  expect(sync).toHaveBeenCalledTimes(3) // the file, its new folder’s name, and its own name there
  await files.copy('ef/new', 'ef/copy')
  expect(sync).toHaveBeenCalledTimes(5)
  sync.mockRestore()
})

test('a store that takes what it is sent, and says nothing, is given up', async () => {
  const silent = createServer((request) => request.resume())
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const address = silent.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const files = createS3Files(`http://KEY:SECRET@127.0.0.1:${port}/bucket`, folder, 200)
  const staged = await files.stage(chunks('patience'), 100)
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

test('a store that is slow, and takes what it is sent bit by bit, is waited for', async () => {
  const slow = createServer((request, response) => {
    request.on('data', () => {
      request.pause()
      setTimeout(() => request.resume(), 10)
    })
    request.on('end', () => response.end())
  })
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve))
  const address = slow.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const patience = 1200
  const files = createS3Files(`http://KEY:SECRET@127.0.0.1:${port}/bucket`, folder, patience)
  const staged = await files.stage(chunks('x'.repeat(16 * 1024 ** 2)), 17 * 1024 ** 2)
  const since = performance.now()
  await staged.keep('ab/slow')
  expect(performance.now() - since).toBeGreaterThan(patience)
  slow.close()
})

test.runIf(inject('engine') === 'pglite')(
  'a large upload goes to a store with its length, again if need be, and never lies whole in memory',
  async () => {
    const inUse = () => {
      collectGarbage()
      return process.memoryUsage().arrayBuffers
    }
    const before = inUse()
    const seen = { attempts: 0, length: 0, received: 0, most: 0 }
    const sink = createServer((request, response) => {
      seen.attempts += 1
      seen.length = Number(request.headers['content-length'])
      seen.received = 0
      request.on('data', (chunk: Buffer) => {
        seen.received += chunk.length
        if (seen.received % (8 * MEGABYTE) < chunk.length) {
          seen.most = Math.max(seen.most, inUse() - before)
        }
      })
      request.on('end', () => response.writeHead(seen.attempts === 1 ? 503 : 200).end())
    })
    await new Promise<void>((resolve) => sink.listen(0, '127.0.0.1', resolve))
    const address = sink.address()
    const port = typeof address === 'object' && address ? address.port : 0
    async function* large() {
      const chunk = new Uint8Array(MEGABYTE)
      for (let count = 0; count < SIZE / MEGABYTE; count += 1) yield chunk
    }
    const files = createS3Files(`http://KEY:SECRET@127.0.0.1:${port}/bucket`, folder)
    const staged = await files.stage(large(), SIZE)
    await staged.keep('ab/large')
    sink.close()
    expect(seen).toMatchObject({ attempts: 2, length: SIZE, received: SIZE })
    expect(seen.most).toBeLessThan(SIZE / 2)
  },
)
const MEGABYTE = 1024 * 1024
const SIZE = 64 * MEGABYTE

// Node has no other way to it from within.
setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

test('a store that fails is said without its insides, and leaves no row behind', async () => {
  const waiting = join(folder, 'waiting')
  const backend = await startTestBackend(
    undefined,
    undefined,
    createS3Files(store.address, waiting),
  )
  const person = await backend.person()
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const avatars = person.client.storage.from('avatars')
  const put = (name: string) =>
    avatars.upload(`${person.id}/${name}`, png, { contentType: 'image/png' })
  expect((await put('1.png')).error).toBeNull()
  const shown = await fetch(avatars.getPublicUrl(`${person.id}/1.png`).data.publicUrl)
  expect(Buffer.from(await shown.arrayBuffer()).equals(png)).toBe(true)
  store.setFailing(true)
  const refused = await put('2.png')
  expect(refused.error?.message).toBe('Something went wrong')
  store.setFailing(false)
  const { data } = await avatars.list(person.id)
  expect(data?.map(({ name }) => name)).toEqual(['1.png'])
  await avatars.remove([`${person.id}/1.png`])
  expect(store.files.size).toBe(0)
  expect(readdirSync(waiting)).toEqual([])
  await backend.close()
})

test('a stop waits for the files that are being removed', async () => {
  const disk = createDiskFiles(folder)
  let begun = 0
  const slow = async (key: string) => {
    begun += 1
    await new Promise((resolve) => setTimeout(resolve, 200))
    await disk.remove(key)
  }
  const backend = await startTestBackend(undefined, undefined, { ...disk, remove: slow })
  await backend.db.asOwner(
    'insert into storage.removed_files (id, version) values (gen_random_uuid(), gen_random_uuid()::text)',
  )
  await backend.db.asOwner("select pg_notify('removed_files', '')")
  await expect.poll(() => begun).toBe(1)
  await backend.close()
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(backend.logged).toEqual([])
})
