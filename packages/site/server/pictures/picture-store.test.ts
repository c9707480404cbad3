import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createPictureStore } from './picture-store.ts'

test('the folder stays below its limit while pictures are added, and has the newest', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'toolmark-pictures-'))
  const errors: unknown[] = []
  const pictureOf = createPictureStore(folder, (error) => errors.push(error), 1000)
  const draw = async () => Buffer.alloc(100)
  for (let count = 0; count < 30; count += 1) await pictureOf(`picture ${count}`, draw)
  await expect.poll(() => readdirSync(folder).length).toBe(10)
  const refuse = () => Promise.reject(new Error('drawn again'))
  expect(await pictureOf('picture 29', refuse)).toHaveLength(100)
  expect(await pictureOf('picture 0', refuse)).toBeUndefined()
  expect(errors).toEqual([])
  rmSync(folder, { recursive: true })
})

test('a picture whose write fails is returned, logged, and drawn again at the next request', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'toolmark-pictures-'))
  const errors: unknown[] = []
  const pictureOf = createPictureStore(folder, (error) => errors.push(error))
  let drawings = 0
  const draw = async () => {
    drawings += 1
    return Buffer.alloc(100)
  }
  await pictureOf('picture', draw)
  const [name = ''] = readdirSync(folder)
  // A folder in the place of the file: the complete picture cannot be renamed.
  rmSync(join(folder, name))
  mkdirSync(join(folder, name))
  expect(await pictureOf('picture', draw)).toHaveLength(100)
  expect(await pictureOf('picture', draw)).toHaveLength(100)
  expect({ drawings, errors: errors.length }).toEqual({ drawings: 3, errors: 2 })
  expect(readdirSync(folder)).toEqual([name])
  rmSync(join(folder, name), { recursive: true })
  expect(await pictureOf('picture', draw)).toHaveLength(100)
  expect(await pictureOf('picture', draw)).toHaveLength(100)
  expect({ drawings, errors: errors.length }).toEqual({ drawings: 4, errors: 2 })
  rmSync(folder, { recursive: true })
})
