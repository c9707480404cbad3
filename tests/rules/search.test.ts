// Spec 2 §5, §9: categories by alias, slugs, search and listing.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'

let db: TestDatabase
const anonymous = { role: 'anon' as const }
const NAMES = [
  'Figma',
  'Fig',
  'Notes',
  'Figjam',
  'Notion',
  'Café Planner',
  'Über Notes',
  'Zulu',
  'compare',
]

beforeAll(async () => {
  db = await openTestDatabase()
  const filler = Array.from({ length: 60 }, (_, index) => `Filler ${index}`)
  await db.asOwner(
    "insert into tools (name, description, category) select name, 'A tool for planning notes.', 'Notes' from jsonb_array_elements_text($1::jsonb) as name",
    [JSON.stringify([...NAMES, ...filler])],
  )
  const people = await Promise.all([1, 2, 3].map(() => db.createUser()))
  // Every third tool is rated, with ties.
  await db.asOwner(
    `insert into reviews (tool_id, user_id, rating, title, content)
     select t.id, p.id::uuid, 1 + (t.place + p.place) % 5, 'Good', 'Long enough.'
     from (select id, row_number() over (order by name) as place from tools) t,
       jsonb_array_elements_text($1::jsonb) with ordinality as p (id, place)
     where t.place % 3 = 0 and p.place <= 1 + t.place % 3 + t.place % 2`,
    [JSON.stringify(people)],
  )
})
afterAll(() => db.close())

const search = async (query: string, sort = 'relevance') =>
  (await db.as(anonymous, 'select name from search_tools($1, sort => $2)', [query, sort])).map(
    ({ name }) => name,
  )

/** The names that a search lists, page after page to its end. */
async function listedToTheEnd(within: TestDatabase, query: string): Promise<unknown[]> {
  const found: unknown[] = []
  let after: unknown = null
  do {
    const page = await within.as(
      anonymous,
      "select name, after_row from search_tools($1, sort => 'relevance', page_size => 100, after => $2)",
      [query, after],
    )
    found.push(...page.map(({ name }) => name))
    after = page.length === 100 ? page.at(-1)?.after_row : null
  } while (after)
  return found
}

describe('search', () => {
  test.each([
    ['figma', 'Figma'],
    ['FIG', 'Fig'],
    ['fig', 'Fig$'],
    ['figna', 'Figma'],
    ['notoin', 'Notion'],
    // All of them are about notes; one is called so.
    ['notes', 'Notes$'],
    ['cafe planner', 'Café Planner'],
    ['planner café', 'Café Planner'],
    ['uber', 'Über Notes'],
    ['noti', 'Notion'],
  ])('%s finds %s first', async (query, name) => {
    expect((await search(query))[0]).toMatch(new RegExp(`^${name}`))
  })

  test.each([
    '',
    '   ',
    "'; drop table tools; --",
    '%',
    '_',
    '&|!()',
    ':*',
    '\\',
    '<->',
    'a'.repeat(5000),
  ])('%s is no error', async (query) => {
    const found = await search(query)
    const [row] = await db.as(anonymous, 'select count_tools($1) as total', [query])
    expect(Number(row?.total)).toBeGreaterThanOrEqual(found.length)
  })

  test('a misspelt word is mended wherever tools say it, also among other words', async () => {
    expect(await search('planing notez')).toHaveLength(24)
    expect(await search('cafe planer')).toEqual(['Café Planner'])
    expect(await search('foto zulu')).toEqual(['Zulu'])
  })

  test('finds nothing where there is nothing', async () => {
    expect(await search('zzqqzzqq')).toEqual([])
    expect(await db.as(anonymous, "select count_tools('zzqqzzqq') as total")).toEqual([
      { total: 0 },
    ])
  })
})

describe('among many', () => {
  let many: TestDatabase
  beforeAll(async () => {
    many = await openTestDatabase()
    await many.asOwner(
      `insert into tools (name, description, category, review_count, rating_sum)
       select case n when 1 then 'Software' when 2 then 'Old Software' else 'Tool ' || n end, 'Software for notes.', 'Notes', n / 4, n % 4 + n / 4
       from generate_series(1, 1100) n`,
    )
  })
  afterAll(() => many.close())
  const first = (query: string) =>
    many.as({ role: 'anon' }, "select name from search_tools($1, sort => 'relevance') limit 2", [
      query,
    ])

  test('who is called so comes first, however many speak of it and are better known', async () => {
    expect(await first('software')).toEqual([{ name: 'Software' }, { name: 'Old Software' }])
  })

  test('of those that are called so, the best known are found where they are more than are ranked', async () => {
    const found = await listedToTheEnd(many, 'too')
    expect(found.length).toBeGreaterThanOrEqual(600)
    expect(new Set(found).size).toBe(found.length)
    // They came last, and have the most reviews.
    expect(found).toEqual(expect.arrayContaining(['Tool 1098', 'Tool 1099', 'Tool 1100']))
  })

  test.each([
    ['more than are ranked', 750],
    ['as many as are ranked', 600],
  ])(
    '%s are called so, the oldest of them the best known: all that are ranked are listed',
    async (_which, count) => {
      const kettles = await openTestDatabase()
      await kettles.asOwner(
        `insert into tools (name, description, category, review_count, rating_sum)
       select 'Kettle ' || n, 'Boils.', 'Notes', 5000 - n, 5000 - n from generate_series(1, $1::integer) n
       union all select 'Tea ' || n, 'Brews.', 'Notes', 9000, 9000 from generate_series(1, 100) n`,
        [count],
      )
      const found = await listedToTheEnd(kettles, 'kettle')
      expect([found.length, new Set(found).size]).toEqual([600, 600])
      await kettles.close()
    },
  )

  test('those that are called so are not ranked twice, among those that speak of it', async () => {
    const kettles = await openTestDatabase()
    await kettles.asOwner(
      `insert into tools (name, description, category, review_count, rating_sum)
       select 'Kettle ' || n, 'Boils.', 'Notes', 5000 - n, 5000 - n from generate_series(1, 300) n
       union all select 'Tea ' || n, 'Brews, with a kettle.', 'Notes', 9, 9 from generate_series(1, 700) n`,
    )
    const found = await listedToTheEnd(kettles, 'kettle')
    expect([found.length, new Set(found).size]).toEqual([600, 600])
    await kettles.close()
  })

  test.each([
    ['note', ['Note Taker', 'Notebook']],
    ['fig', ['Fig Notes', 'Figma', 'Figurative']],
  ])(
    'of names that begin with %s: %s; a whole word comes first, then of which more was typed',
    async (typed, names) => {
      const some = await openTestDatabase()
      await some.asOwner(
        "insert into tools (name, description, category) select name, 'Does it.', 'Design' from unnest($1::text[]) name",
        [names.toReversed()],
      )
      expect(await listedToTheEnd(some, typed)).toEqual(names)
      await some.close()
    },
  )

  test('what words find is counted up to 601, and what is listed to the last', async () => {
    const total = async (query: string, category: string, rating: number) =>
      (
        await many.as(anonymous, 'select count_tools($1, $2, $3) as total', [
          query,
          category,
          rating,
        ])
      )[0]?.total
    expect(await total('software', '', 0)).toBe(601)
    expect(await total('', '', 0)).toBe(1100)
    expect(await total('', 'Productivity', 0)).toBe(1100)
    for (const rating of [0.5, 1, 1.01, 1.5, 2, 3.75, 5]) {
      const [counted] = await many.asOwner(
        'select count(*) as total from tools where rating_average >= $1',
        [rating],
      )
      expect(await total('', '', rating)).toBe(counted?.total)
      expect(await total('', 'notes', rating)).toBe(counted?.total)
      // Whichever index is read: some of these most tools have, some hardly any.
      expect(await total('software', 'notes', rating)).toBe(Math.min(601, Number(counted?.total)))
    }
  })
})

describe('listing', () => {
  test.each(['name-asc', 'name-desc', 'rating-desc', 'rating-asc', 'reviews-desc', 'reviews-asc'])(
    'by %s: page by page nothing is lost or repeated',
    async (sort) => {
      const seen: Record<string, unknown>[] = []
      let after: unknown = null
      do {
        const page = await db.as(
          anonymous,
          'select * from search_tools(sort => $1, page_size => 7, after => $2)',
          [sort, after],
        )
        seen.push(...page)
        after = page.length === 7 ? page.at(-1)?.after_row : null
      } while (after)
      expect(seen).toHaveLength(69)
      expect(new Set(seen.map(({ id }) => id)).size).toBe(69)
      if (sort.startsWith('rating')) {
        const rated = seen.flatMap(({ rating_average }) =>
          rating_average === null ? [] : Number(rating_average),
        )
        // The unrated come last, whichever way it goes.
        expect(
          seen.slice(rated.length).every(({ rating_average }) => rating_average === null),
        ).toBe(true)
        expect(rated).toEqual([...rated].sort((a, b) => (sort === 'rating-desc' ? b - a : a - b)))
      }
    },
  )

  test.each(['name-asc', 'name-desc', 'rating-desc', 'rating-asc', 'reviews-desc', 'reviews-asc'])(
    'by %s, of the tools with three stars: those, in the order of all',
    async (sort) => {
      const read = (stars: number) =>
        db.as(
          anonymous,
          'select * from search_tools(min_rating => $1, sort => $2, page_size => 100)',
          [stars, sort],
        )
      const rated = (await read(0)).filter(({ rating_average }) => Number(rating_average) >= 3)
      expect(rated.length).toBeGreaterThan(3)
      expect(await read(3)).toEqual(rated)
    },
  )

  test('by relevance as well', async () => {
    const first = await db.as(
      anonymous,
      "select * from search_tools('filler', sort => 'relevance', page_size => 40)",
    )
    const rest = await db.as(
      anonymous,
      "select * from search_tools('filler', sort => 'relevance', page_size => 40, after => $1)",
      [first.at(-1)?.after_row],
    )
    expect(new Set([...first, ...rest].map(({ id }) => id)).size).toBe(60)
  })

  test('minimum rating leaves out the unrated', async () => {
    const rows = await db.as(
      anonymous,
      'select rating_average from search_tools(min_rating => 3, page_size => 100)',
    )
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.every(({ rating_average }) => Number(rating_average) >= 3)).toBe(true)
    expect(await db.as(anonymous, 'select count_tools(min_rating => 3) as total')).toEqual([
      { total: rows.length },
    ])
  })

  test('a page holds 100 at the most', async () => {
    expect(
      (await db.as(anonymous, 'select 1 from search_tools(page_size => 1000000)')).length,
    ).toBeLessThanOrEqual(100)
    expect(await db.as(anonymous, 'select 1 from search_tools(page_size => -5)')).toHaveLength(1)
  })

  test('spec 2 §9: featured are the best rated, then the most reviewed, without placeholders', async () => {
    await db.asOwner(
      "update tools set logo_url = 'https://x.example/placeholder.png' where id = (select id from featured_tools(1))",
    )
    const rows = await db.as(
      anonymous,
      'select rating_average, review_count, logo_url from featured_tools(6)',
    )
    expect(rows).toHaveLength(6)
    expect(rows.every(({ logo_url }) => logo_url === null)).toBe(true)
    const keys = rows.map(
      ({ rating_average, review_count }) => Number(rating_average) * 1000 + Number(review_count),
    )
    expect(keys).toEqual([...keys].sort((a, b) => b - a))
  })
})

describe('spec 2 §3: categories', () => {
  test('there are 20, 9 of them trending, and each name resolves to itself alone', async () => {
    const rows = await db.asOwner(
      'select name, trending, private.match_categories(name) as folded from categories',
    )
    expect(rows).toHaveLength(20)
    expect(rows.filter(({ trending }) => trending)).toHaveLength(9)
    for (const { name, folded } of rows) expect(folded).toEqual([name])
  })

  test.each([
    ['AI', ['AI & Automation']],
    ['Automation', ['AI & Automation']],
    ['Design', ['Design & Creative']],
    ['Sales', ['Marketing & Sales']],
    ['HR', ['HR & Recruitment']],
    ['DevOps', ['DevOps & Infrastructure']],
    ['Legal', ['Legal & Compliance']],
    ['Email', ['Communication']],
    ['Email Marketing', ['Marketing & Sales', 'Communication']],
    ['data & database', ['Data & Database']],
    ['Retail', ['E-commerce & Retail']],
    ['Chairs', []],
  ])('the raw category %s is listed under %j', async (raw, names) => {
    expect(await db.asOwner('select private.match_categories($1) as folded', [raw])).toEqual([
      { folded: names },
    ])
  })

  test('a listing’s category may be a name, an alias, or part of a raw category', async () => {
    const count = async (category: string) =>
      (await db.as(anonymous, 'select count_tools(in_category => $1) as total', [category]))[0]
        ?.total
    expect(await count('Productivity')).toBe(69)
    expect(await count('notes')).toBe(69)
    expect(await count('OTE')).toBe(69)
    expect(await count('Real Estate')).toBe(0)
    const counts = await db.as(anonymous, 'select * from category_counts()')
    expect(counts).toHaveLength(20)
    expect(counts).toContainEqual({ name: 'Productivity', tool_count: 69 })
  })
})

describe('spec 2 §5: adding a tool', () => {
  const add = async (name: string, website: string | null = null) => {
    const sub = await db.createUser()
    const [row] = await db.as(
      { role: 'authenticated', sub },
      "insert into tools (name, slug, description, category, website_url) values ($1, 'mine', 'd', 'HR', $2) returning slug, submitted_by",
      [name, website],
    )
    expect(row?.submitted_by).toBe(sub)
    return row?.slug
  }

  test.each([
    ['  Adobe  XD!  ', 'adobe-xd'],
    ['C++ & C#', 'c-c'],
    ['--A--', 'a'],
  ])('the name %s has the slug %s, whatever was sent', async (name, slug) =>
    expect(await add(name)).toBe(slug),
  )

  test('a name without Latin letters, or shaped like an id, is reachable all the same', async () => {
    expect(await add('日本語')).toMatch(/^tool-[0-9a-f]{8}$/)
    expect(await add(crypto.randomUUID())).toMatch(/^tool-[0-9a-f]{8}$/)
  })

  test('the same slug or website is refused by name', async () => {
    await expect(add('FIGMA')).rejects.toMatchObject({
      code: '23505',
      constraint: 'tools_slug_key',
    })
    await add('First', 'https://www.same.example/')
    await expect(add('Second', 'http://same.example')).rejects.toMatchObject({
      constraint: 'tools_website_key',
    })
  })

  test('visitors add none, and nobody changes or removes one', async () => {
    await expect(
      db.as(anonymous, "insert into tools (name, description, category) values ('x', 'd', 'HR')"),
    ).rejects.toMatchObject({ code: '42501' })
    const who = { role: 'authenticated' as const, sub: await db.createUser() }
    await expect(db.as(who, "update tools set name = 'x'")).rejects.toMatchObject({ code: '42501' })
    await expect(db.as(who, 'delete from tools')).rejects.toMatchObject({ code: '42501' })
  })
})
