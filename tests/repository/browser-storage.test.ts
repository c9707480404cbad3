import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..', '..', 'packages', 'site')
const STORAGE = /\b(localStorage|sessionStorage|indexedDB|cookieStore|document\.cookie)\b/

const files = globSync('app/**/*.{ts,tsx}', {
  cwd: ROOT,
  exclude: (name) => name.endsWith('.test.ts'),
}).map((file) => ({ file, source: readFileSync(join(ROOT, file), 'utf8') }))

test('only browser-storage.ts uses the storages of the browser', () => {
  expect(files.length).toBeGreaterThan(300)
  const users = files.filter(({ source }) => STORAGE.test(source)).map(({ file }) => file)
  expect(users).toEqual(['app/data/browser-storage.ts'])
})

/** `draft: 'review.…'`: the text up to the first value. */
const DRAFT = /\bdraft(?: =|:) ['`]([^'`$]+)/g

test('each form has a name of its own for drafts', () => {
  const names = files.flatMap(({ source }) => [...source.matchAll(DRAFT)].map(([, name]) => name))
  expect(names.length).toBeGreaterThan(10)
  expect(names.toSorted()).toEqual([...new Set(names)].toSorted())
})

test('each file has keys of its own in the storage', () => {
  const keys = files.flatMap(({ source }) => [
    ...new Set([...source.matchAll(/['`]((?:toolmark|site)\.[\w.-]+)/g)].map(([, key]) => key)),
  ])
  expect(keys).toContain('toolmark.session')
  expect(keys.toSorted()).toEqual([...new Set(keys)].toSorted())
})
