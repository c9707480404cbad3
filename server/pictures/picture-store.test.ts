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

test('a picture that cannot be stored is logged, and is answered and drawn again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'toolmark-pictures-'))
  const errors: unknown[] = []
  const pictureOf = createPictureStore(folder, (error) => errors.push(error))
  let drawings = 0
  const draw = async () => {
    drawings += 1
    return Buffer.alloc(100)
  }
  await pictureOf('first', draw)
  rmSync(folder, { recursive: true })
  expect(await pictureOf('second', draw)).toHaveLength(100)
  expect(await pictureOf('second', draw)).toHaveLength(100)
  expect(errors).toHaveLength(2)
  mkdirSync(folder)
  expect(await pictureOf('second', draw)).toHaveLength(100)
  expect(await pictureOf('second', draw)).toHaveLength(100)
  expect({ drawings, errors: errors.length }).toEqual({ drawings: 4, errors: 2 })
  rmSync(folder, { recursive: true })
})
