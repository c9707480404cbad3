// Search finds what people mean: searches.txt says what somebody types and which tool comes first.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadDemoContent } from '../../server/demo/load.ts'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'

const SEARCHES = readFileSync(join(import.meta.dirname, 'searches.txt'), 'utf8')
  .split('\n')
  .filter((line) => line.includes('|') && !line.startsWith('#'))
  .map((line) => line.split(' | ') as [string, string])

let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase()
  await loadDemoContent(db.database, new Date('2026-11-20T12:00:00Z'))
})
afterAll(() => db.close())

test('there are 60 of them', () => expect(SEARCHES.length).toBeGreaterThanOrEqual(60))

test.each(SEARCHES)('%s finds %s first', async (query, name) => {
  const found = await db.as(
    { role: 'anon' },
    "select name from search_tools($1, sort => 'relevance', page_size => 3)",
    [query],
  )
  expect(found[0]?.name, `found ${found.map((row) => row.name).join(', ')}`).toBe(name)
})
