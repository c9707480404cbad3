import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findCheckouts } from './find-checkouts.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'conformance-test-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const PACKAGES = ['postgrest-js', 'auth-js', 'storage-js', 'supabase-js']
const pathOf = (name: string) => join(folder, 'supabase-js', 'packages', 'core', name)
const createPackage = (name: string) =>
  mkdirSync(join(pathOf(name), 'node_modules'), { recursive: true })
const createSpecs = () => mkdirSync(join(folder, 'postgrest', 'test', 'spec'), { recursive: true })

test('a folder that does not exist, or has no checkout, is refused', () => {
  const missing = join(folder, 'missing')
  expect(() => findCheckouts('')).toThrow('usage: npm run conformance -- FOLDER [NAME]')
  expect(() => findCheckouts(missing)).toThrow(`${missing} does not exist`)
  expect(() => findCheckouts(folder)).toThrow(`${folder} has no checkout`)
  mkdirSync(join(folder, 'postgrest'))
  expect(() => findCheckouts(folder)).toThrow('is no checkout of PostgREST')
  createSpecs()
  expect(findCheckouts(folder)).toEqual({ postgrest: join(folder, 'postgrest'), clients: [] })
})

test('a package without node_modules is refused with the command that installs it', () => {
  for (const name of PACKAGES) createPackage(name)
  rmSync(join(pathOf('storage-js'), 'node_modules'), { recursive: true })
  expect(() => findCheckouts(folder)).toThrow(
    `${pathOf('storage-js')} has no node_modules: run pnpm install in ${join(folder, 'supabase-js')}`,
  )
  createPackage('storage-js')
  expect(findCheckouts(folder).clients.map(({ path }) => path)).toEqual(PACKAGES.map(pathOf))
})

test('a name selects a package or the specs', () => {
  createPackage('auth-js')
  expect(findCheckouts(folder, 'auth-js').clients).toMatchObject([{ path: pathOf('auth-js') }])
  expect(() => findCheckouts(folder, 'Query/Rpc')).toThrow('Query/Rpc is no package')
  createSpecs()
  expect(findCheckouts(folder, 'Query/Rpc')).toEqual({
    postgrest: join(folder, 'postgrest'),
    clients: [],
  })
  expect(findCheckouts(folder, 'auth-js').postgrest).toBeUndefined()
})

test('the command prints one line and ends with 1', async () => {
  const main = join(import.meta.dirname, 'main.ts')
  const run = promisify(execFile)(process.execPath, [main, folder])
  await expect(run).rejects.toMatchObject({
    code: 1,
    stderr: `${folder} has no checkout: it needs "postgrest", "supabase-js" or both\n`,
  })
})
