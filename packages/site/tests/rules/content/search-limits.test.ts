// Spec 2 §5: searches that match more tools than are ranked. On PostgreSQL alone: the lists are long, and
// search.test.ts compares the engines.

import {
  openTestDatabase,
  type TestDatabase,
} from '@toolmark/backend/tests/support/databases/database.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const anonymous = { role: 'anon' as const }

/** Reads all pages of a search. @returns the names of the tools */
async function searchAllPages(database: TestDatabase, query: string): Promise<unknown[]> {
  const found: unknown[] = []
  let after: unknown = null
  do {
    const page = await database.as(
      anonymous,
      "select name, after_row from search_tools($1, sort => 'relevance', page_size => 100, after => $2)",
      [query, after],
    )
    found.push(...page.map(({ name }) => name))
    after = page.length === 100 ? page.at(-1)?.after_row : null
  } while (after)
  return found
}

describe('search_tools on many tools', () => {
  let many: TestDatabase
  beforeAll(async () => {
    many = await openTestDatabase()
    await many.fill(
      `insert into tools (name, description, category, review_count, rating_sum)
       select case n when 1 then 'Software' when 2 then 'Old Software' else 'Tool ' || n end, 'Software for notes.', 'Notes', n / 4, n % 4 + n / 4
       from generate_series(1, 1100) n`,
    )
  })
  afterAll(() => many.close())
  const findFirst = (query: string) =>
    many.as({ role: 'anon' }, "select name from search_tools($1, sort => 'relevance') limit 2", [
      query,
    ])

  test('a tool with the word in its name precedes better known tools with it in the description', async () => {
    expect(await findFirst('software')).toEqual([{ name: 'Software' }, { name: 'Old Software' }])
  })

  test('if more names match than are ranked, the best known of them are ranked', async () => {
    const found = await searchAllPages(many, 'tool')
    expect(found.length).toBeGreaterThanOrEqual(600)
    expect(new Set(found).size).toBe(found.length)
    // The last three rows have the most reviews.
    expect(found).toEqual(expect.arrayContaining(['Tool 1098', 'Tool 1099', 'Tool 1100']))
  })

  test.each([
    ['more than 600', 750],
    ['600', 600],
  ])(
    'if %s names match and the oldest are the best known, 600 tools are listed',
    async (_label, count) => {
      const kettles = await openTestDatabase()
      await kettles.fill(
        `insert into tools (name, description, category, review_count, rating_sum)
       select 'Kettle ' || n, 'Boils.', 'Notes', 5000 - n, 5000 - n from generate_series(1, $1::integer) n
       union all select 'Tea ' || n, 'Brews.', 'Notes', 9000, 9000 from generate_series(1, 100) n`,
        [count],
      )
      const found = await searchAllPages(kettles, 'kettle')
      expect([found.length, new Set(found).size]).toEqual([600, 600])
      await kettles.close()
    },
  )

  test('tools with the word in both name and description are ranked once', async () => {
    const kettles = await openTestDatabase()
    await kettles.fill(
      `insert into tools (name, description, category, review_count, rating_sum)
       select 'Kettle ' || n, 'Boils.', 'Notes', 5000 - n, 5000 - n from generate_series(1, 300) n
       union all select 'Tea ' || n, 'Brews, with a kettle.', 'Notes', 9, 9 from generate_series(1, 700) n`,
    )
    const found = await searchAllPages(kettles, 'kettle')
    expect([found.length, new Set(found).size]).toEqual([600, 600])
    await kettles.close()
  })

  test.each([
    ['note', ['Note Taker', 'Notebook']],
    ['fig', ['Fig Notes', 'Figma', 'Figurative']],
  ])(
    '%s finds %s: a whole word comes first, then the shortest rest of a name',
    async (typed, names) => {
      const database = await openTestDatabase()
      await database.asOwner(
        "insert into tools (name, description, category) select name, 'Does it.', 'Design' from unnest($1::text[]) name",
        [names.toReversed()],
      )
      expect(await searchAllPages(database, typed)).toEqual(names)
      await database.close()
    },
  )

  test('count_tools counts at most 601 tools of a search, and all tools of a listing', async () => {
    const countTools = async (query: string, category: string, rating: number) =>
      (
        await many.as(anonymous, 'select count_tools($1, $2, $3) as total', [
          query,
          category,
          rating,
        ])
      )[0]?.total
    expect(await countTools('software', '', 0)).toBe(601)
    expect(await countTools('', '', 0)).toBe(1100)
    expect(await countTools('', 'Productivity', 0)).toBe(1100)
    for (const rating of [0.5, 1, 1.01, 1.5, 2, 3.75, 5]) {
      const [counted] = await many.asOwner(
        'select count(*) as total from tools where rating_average >= $1',
        [rating],
      )
      expect(await countTools('', '', rating)).toBe(counted?.total)
      expect(await countTools('', 'notes', rating)).toBe(counted?.total)
      // PostgreSQL chooses another index if a rating matches most tools than if it matches few.
      expect(await countTools('software', 'notes', rating)).toBe(
        Math.min(601, Number(counted?.total)),
      )
    }
  })
})
