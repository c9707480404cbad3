import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { lockFolder } from './folder-lock.ts'

const createFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'lock-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

test('lockFolder refuses a folder that is locked, and locks it after its release', () => {
  const folder = createFolder()
  const unlock = lockFolder(folder)
  expect(() => lockFolder(folder)).toThrow(`${folder} is in use by another process`)
  unlock()
  lockFolder(folder)()
})

test.each([
  ['a folder', (path: string) => mkdirSync(path), 'unable to open database file'],
  ['a text', (path: string) => writeFileSync(path, 'tea\n'.repeat(999)), 'file is not a database'],
])('lockFolder names a file lock.db that is %s', (_kind, make, problem) => {
  const folder = createFolder()
  const path = join(folder, 'lock.db')
  make(path)
  expect(() => lockFolder(folder)).toThrow(`${path} cannot be locked: ${problem}`)
})
