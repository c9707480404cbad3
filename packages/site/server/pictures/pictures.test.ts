import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, describe, expect, it } from 'vitest'
import { drawInitials } from './draw-fallbacks.ts'
import { encodePicture } from './encode-picture.ts'
import { createPictureStore } from './picture-store.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleanups.splice(0)) await clean()
})

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'toolmark-pictures-'))
  cleanups.push(() => rmSync(made, { recursive: true }))
  return made
}

const png = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: '#3366cc' } })
    .png()
    .toBuffer()

describe('encodePicture', () => {
  it('fits inside its frame, is WebP, and carries nothing of the original', async () => {
    const original = await sharp(await png(400, 200))
      .withExif({ IFD0: { Copyright: 'somewhere' } })
      .jpeg()
      .toBuffer()
    const drawn = await encodePicture(original, { width: 128, height: 128, fit: 'contain' })
    const { format, width, height, exif } = await sharp(drawn).metadata()
    expect([format, width, height, exif]).toEqual(['webp', 128, 64, undefined])
  })

  it('does not enlarge a small picture', async () => {
    const drawn = await encodePicture(await png(16, 16), {
      width: 128,
      height: 128,
      fit: 'contain',
    })
    expect((await sharp(drawn).metadata()).width).toBe(16)
  })

  it.each([
    ['no picture', async () => Buffer.from('<html>no</html>')],
    ['half a picture', async () => (await png(300, 300)).subarray(0, 200)],
    [
      'a drawing, whatever its size',
      async () =>
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><g/></svg>'),
    ],
  ])('refuses %s', async (_name, make) => {
    const frame = { width: 128, height: 128, fit: 'contain' } as const
    await expect(encodePicture(await make(), frame)).rejects.toThrow()
  })
})

describe('createPictureStore', () => {
  it('concurrent requests draw a picture once, and another store reads it from disk', async () => {
    const where = folder()
    let made = 0
    const draw = async () => {
      made += 1
      return Buffer.from('picture')
    }
    const store = createPictureStore(where, () => {})
    const all = await Promise.all(Array.from({ length: 20 }, () => store('a', draw)))
    expect(all.map(String)).toEqual(Array(20).fill('picture'))
    expect(String(await createPictureStore(where, () => {})('a', draw))).toBe('picture')
    expect(made).toBe(1)
    await store('another source', draw)
    expect(made).toBe(2)
  })

  it('does not fetch again soon after a failure', async () => {
    let fetches = 0
    const store = createPictureStore(folder(), () => {})
    const fail = async () => {
      fetches += 1
      throw new Error('not there')
    }
    expect(await store('a', fail)).toBeUndefined()
    expect(await store('a', fail)).toBeUndefined()
    expect(fetches).toBe(1)
  })

  it('fetches again after 30 days, and removes incomplete files', async () => {
    const where = folder()
    await createPictureStore(where, () => {})('a', async () => Buffer.from('old'))
    const [file = ''] = readdirSync(where)
    const longAgo = new Date(Date.now() - 31 * 24 * 60 * 60 * 1000)
    utimesSync(join(where, file), longAgo, longAgo)
    writeFileSync(join(where, 'x.part'), 'half')
    utimesSync(join(where, 'x.part'), longAgo, longAgo)
    const store = createPictureStore(where, () => {})
    expect(String(await store('a', async () => Buffer.from('new')))).toBe('new')
    expect(readdirSync(where)).toEqual([file])
  })
})

it('initials are text, whatever the name', () => {
  expect(drawInitials('<b> &c')).toContain('>BC</text>')
  expect(drawInitials('< &')).toContain('>&lt;&amp;</text>')
})
