import { createClient } from '@supabase/supabase-js'
import sharp from 'sharp'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Database as Schema } from '../../app/data/database.types.ts'
import { createStoredPictures } from './stored-pictures.ts'

/** What lies in the storage, by path; a function fails. */
const stored = new Map<string, Buffer | (() => Response)>()
const reads: string[] = []
beforeEach(() => {
  stored.clear()
  reads.length = 0
})

const storage = createClient<Schema>('http://storage.example', 'a-key', {
  auth: { persistSession: false },
  global: {
    fetch: async (input) => {
      const path = new URL(String(input)).pathname.replace('/storage/v1/object/', '')
      reads.push(path)
      const found = stored.get(path)
      if (typeof found === 'function') return found()
      // As Supabase says it.
      if (!found) return Response.json({ statusCode: '404', error: 'not_found' }, { status: 400 })
      return new Response(new Uint8Array(found))
    },
  },
})

const square = (edge: number, background: string) =>
  sharp({ create: { width: edge, height: edge, channels: 3, background } })
    .png()
    .toBuffer()

const fail = (error: unknown) => {
  throw error
}

const SMALL = { width: 64, height: 64, fit: 'cover' } as const
const LARGE = { width: 128, height: 128, fit: 'cover' } as const

it('concurrent requests share one read and one drawing, and the same bytes are drawn once', async () => {
  const pictureOf = createStoredPictures(storage, fail)
  const red = await square(300, 'red')
  stored.set('avatars/ana/1.png', red)
  const all = await Promise.all(
    Array.from({ length: 20 }, () => pictureOf('avatars', 'ana/1.png', SMALL)),
  )
  expect(reads).toHaveLength(1)
  expect(new Set(all).size).toBe(1)
  expect(await pictureOf('avatars', 'ana/1.png', SMALL)).toBe(all[0])
  stored.set('logos/bo/2.png', red)
  expect(await pictureOf('logos', 'bo/2.png', SMALL)).toBe(all[0])
  expect(await pictureOf('avatars', 'ana/1.png', LARGE)).not.toBe(all[0])
})

it('a replaced file gives its new picture, and a removed file undefined', async () => {
  const pictureOf = createStoredPictures(storage, fail)
  const shade = async () => {
    const picture = await pictureOf('avatars', 'ana/1.png', SMALL)
    return picture instanceof Buffer && (await sharp(picture).stats()).dominant.b > 128
  }
  stored.set('avatars/ana/1.png', await square(300, 'red'))
  expect(await shade()).toBe(false)
  stored.set('avatars/ana/1.png', await square(300, 'blue'))
  expect(await shade()).toBe(true)
  stored.clear()
  expect(await pictureOf('avatars', 'ana/1.png', SMALL)).toBeUndefined()
})

it('returns undefined for a file that is no picture, and throws if the backend fails', async () => {
  const pictureOf = createStoredPictures(storage, fail)
  stored.set('avatars/ana/1.png', Buffer.from('<html>no</html>'))
  expect(await pictureOf('avatars', 'ana/1.png', SMALL)).toBeUndefined()
  expect(await pictureOf('avatars', 'ana/1.png', SMALL)).toBeUndefined()
  stored.set('avatars/ana/1.png', () => new Response('', { status: 500 }))
  await expect(pictureOf('avatars', 'ana/1.png', SMALL)).rejects.toThrow('cannot be read')
  stored.set('avatars/ana/1.png', () => {
    throw new TypeError('fetch failed')
  })
  await expect(pictureOf('avatars', 'ana/1.png', SMALL)).rejects.toThrow('fetch failed')
  stored.set('avatars/ana/1.png', await square(300, 'red'))
  expect(await pictureOf('avatars', 'ana/1.png', SMALL)).toBeInstanceOf(Buffer)
})

it('asks a store that is down again after five seconds, and is busy meanwhile', async () => {
  const errors: unknown[] = []
  const pictureOf = createStoredPictures(storage, (error) => errors.push(error))
  const names = ['ana/1.png', 'ana/2.png', 'ana/3.png']
  const readAll = () => Promise.all(names.map((name) => pictureOf('avatars', name, SMALL)))
  for (const name of names) stored.set(`avatars/${name}`, () => new Response('', { status: 503 }))
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    expect(await readAll()).toEqual(['busy', 'busy', 'busy'])
    expect([reads.length, errors.length]).toEqual([3, 1])
    for (const name of names) stored.set(`avatars/${name}`, await square(300, 'red'))
    expect(await readAll()).toEqual(['busy', 'busy', 'busy'])
    expect(reads).toHaveLength(3)
    vi.advanceTimersByTime(5001)
    expect((await readAll()).map((picture) => picture instanceof Buffer)).toEqual([
      true,
      true,
      true,
    ])
  } finally {
    vi.useRealTimers()
  }
})

it('at least 50 requests wait for a drawing, and others get busy until the queue is empty', async () => {
  const pictureOf = createStoredPictures(storage, fail)
  const picture = await square(1000, 'red')
  // The same picture in other bytes: a decoder ignores bytes after its end.
  const large = Array.from({ length: 80 }, (_, count) =>
    Buffer.concat([picture, Buffer.from(String(count))]),
  )
  for (const [count, bytes] of large.entries()) stored.set(`avatars/ana/${count}.png`, bytes)
  const requestAll = () =>
    Promise.all(large.map((_, count) => pictureOf('avatars', `ana/${count}.png`, SMALL)))
  const first = await requestAll()
  const isBusy = (picture: unknown) => picture === 'busy'
  expect(first.some(isBusy)).toBe(true)
  expect(first.filter((picture) => picture instanceof Buffer).length).toBeGreaterThanOrEqual(50)
  expect((await requestAll()).some(isBusy)).toBe(false)
})
