import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findLostDatabase } from './lost-database.ts'

const folder = mkdtempSync(join(tmpdir(), 'toolmark-lost-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** @param paths those that end with / are empty folders */
function makePlace(paths: readonly string[]): string {
  const place = join(folder, crypto.randomUUID())
  for (const path of paths.map((each) => join(place, each))) {
    mkdirSync(path.endsWith('/') ? path : dirname(path), { recursive: true })
    if (!path.endsWith('/')) writeFileSync(path, '')
  }
  return place
}

test.each([
  ['nothing', [], undefined],
  ['keys alone', ['keys.json'], undefined],
  ['empty folders, as they are mounted', ['db/', 'files/'], undefined],
  ['pictures and dumps, which a site on Supabase has', ['pictures/a.webp', 'dumps/a'], undefined],
  ['a database', ['db/PG_VERSION', 'files/incoming/', 'keys.json'], undefined],
  ['uploads without a database', ['files/ab/key', 'keys.json'], 'files'],
  ['uploads without a database and keys', ['files/ab/key'], 'files'],
  ['no uploads after a first start', ['files/incoming/', 'keys.json'], 'files'],
  ['an empty folder of the database', ['db/', 'files/incoming/', 'keys.json'], 'files'],
  ['a site with uploads in S3', ['incoming/', 'keys.json'], 'incoming'],
])('a folder with %s is named if its database is lost', (_case, paths, left) => {
  const DATA_DIR = makePlace(paths)
  const problem = findLostDatabase({ DATA_DIR, DATABASE_URL: undefined })
  const place = join(DATA_DIR, String(left))
  expect(problem).toBe(
    left &&
      `${join(DATA_DIR, 'db')} is missing, and ${place} is of a site: restore a backup, set DATABASE_URL if its database is elsewhere, or move ${place} away for an empty site`,
  )
  expect(findLostDatabase({ DATA_DIR, DATABASE_URL: 'postgres://db/site' })).toBeUndefined()
})

test('a file in place of the folder of the database is named', () => {
  const DATA_DIR = makePlace(['db', 'files/ab/key'])
  expect(() => findLostDatabase({ DATA_DIR })).toThrow(
    `the database in ${join(DATA_DIR, 'db')} is damaged: restore a backup (it is a file, and no folder)`,
  )
})
