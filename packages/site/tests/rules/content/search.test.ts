// Spec 2 §5, §9: search and listing of tools, categories and slugs.

import { shareTestDatabase } from '@toolmark/backend/tests/support/databases/database.ts'
import { describe, expect, test } from 'vitest'
import { expectRefusal } from '../../support/databases/refusals.ts'

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

const db = await shareTestDatabase()
const filler = Array.from({ length: 60 }, (_, index) => `Filler ${index}`)
await db.asOwner(
  "insert into tools (name, description, category) select name, 'A tool for planning notes.', 'Notes' from jsonb_array_elements_text($1::jsonb) as name",
  [JSON.stringify([...NAMES, ...filler])],
)
const people = await Promise.all([1, 2, 3].map(() => db.createUser()))
// Every third tool is rated, with ties.
await db.asOwner`insert into reviews (tool_id, user_id, rating, title, content)
   select t.id, p.id::uuid, 1 + (t.place + p.place) % 5, 'Good', 'Long enough.'
   from (select id, row_number() over (order by name) as place from tools) t,
     jsonb_array_elements_text(${JSON.stringify(people)}::jsonb) with ordinality as p (id, place)
   where t.place % 3 = 0 and p.place <= 1 + t.place % 3 + t.place % 2`

const search = async (query: string, sort = 'relevance') =>
  (await db.as(anonymous, 'select name from search_tools($1, sort => $2)', [query, sort])).map(
    ({ name }) => name,
  )

describe('search_tools', () => {
  test.each([
    ['figma', 'Figma'],
    ['FIG', 'Fig'],
    ['fig', 'Fig$'],
    ['figna', 'Figma'],
    ['notoin', 'Notion'],
    // Every description contains "notes"; one name is "Notes".
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
  ])('the query %j returns no error', async (query) => {
    const found = await search(query)
    const [row] = await db.as(anonymous, 'select count_tools($1) as total', [query])
    expect(Number(row?.total)).toBeGreaterThanOrEqual(found.length)
  })

  test('a misspelled word is corrected to a word of a name, not of a description', async () => {
    expect(await search('planing')).toEqual([])
    expect(await search('planning')).toHaveLength(24)
    expect(await search('cafe planer')).toEqual(['Café Planner'])
    expect(await search('zulo')).toEqual(['Zulu'])
  })

  test('a query without a match returns no tool', async () => {
    expect(await search('zzqqzzqq')).toEqual([])
    expect(await db.as(anonymous, "select count_tools('zzqqzzqq') as total")).toEqual([
      { total: 0 },
    ])
  })
})

describe('search_tools as a listing', () => {
  test.each(['name-asc', 'name-desc', 'rating-desc', 'rating-asc', 'reviews-desc', 'reviews-asc'])(
    'sorted by %s, the pages contain each tool once',
    async (sort) => {
      const listed: Record<string, unknown>[] = []
      let after: unknown = null
      do {
        const page = await db.as(
          anonymous,
          'select * from search_tools(sort => $1, page_size => 7, after => $2)',
          [sort, after],
        )
        listed.push(...page)
        after = page.length === 7 ? page.at(-1)?.after_row : null
      } while (after)
      expect(listed).toHaveLength(69)
      expect(new Set(listed.map(({ id }) => id)).size).toBe(69)
      if (sort.startsWith('rating')) {
        const rated = listed.flatMap(({ rating_average }) =>
          rating_average === null ? [] : Number(rating_average),
        )
        // Tools without a rating come last in both directions.
        expect(
          listed.slice(rated.length).every(({ rating_average }) => rating_average === null),
        ).toBe(true)
        expect(rated).toEqual([...rated].sort((a, b) => (sort === 'rating-desc' ? b - a : a - b)))
      }
    },
  )

  test.each(['name-asc', 'name-desc', 'rating-desc', 'rating-asc', 'reviews-desc', 'reviews-asc'])(
    'sorted by %s, min_rating 3 returns the rated tools in the same order as without it',
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

  test('sorted by relevance, the pages contain each tool once', async () => {
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

  test('min_rating excludes tools without a rating', async () => {
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

  test('a page has 1 to 100 tools for any page_size', async () => {
    expect(
      (await db.as(anonymous, 'select 1 from search_tools(page_size => 1000000)')).length,
    ).toBeLessThanOrEqual(100)
    expect(await db.as(anonymous, 'select 1 from search_tools(page_size => -5)')).toHaveLength(1)
  })

  test('spec 2 §9: featured_tools returns the best rated, then the most reviewed, without placeholder logos', async () => {
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
  test('there are 20, 9 of them trending, and each name matches only itself', async () => {
    const rows =
      await db.asOwner`select name, trending, private.match_categories(name) as folded from categories`
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

  test('count_tools takes a name, an alias or a part of a raw category', async () => {
    const countTools = (category: string) =>
      db.value(anonymous, 'select count_tools(in_category => $1) as total', [category])
    expect(await countTools('Productivity')).toBe(69)
    expect(await countTools('notes')).toBe(69)
    expect(await countTools('OTE')).toBe(69)
    expect(await countTools('Real Estate')).toBe(0)
    const counts = await db.as(anonymous, 'select * from category_counts()')
    expect(counts).toHaveLength(20)
    expect(counts).toContainEqual({ name: 'Productivity', tool_count: 69 })
  })
})

describe('spec 2 §5: adding a tool', () => {
  const addTool = async (name: string, website: string | null = null) => {
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
    ['C++', 'c-plus-plus'],
    ['F#', 'f-sharp'],
    ['Crème Brûlée', 'creme-brulee'],
    ['Øresund & Łódź Straße Æther', 'oresund-lodz-strasse-aether'],
    ['ﬁﬃce', 'fiffice'],
    ['Figma²', 'figma2'],
    ['Figma++', 'figma-2'],
    ['Figma#', 'figma-3'],
  ])('the name %s gives the slug %s, not the slug of the request', async (name, slug) =>
    expect(await addTool(name)).toBe(slug),
  )

  test('a name without Latin letters or in the form of an id gives a random slug', async () => {
    expect(await addTool('日本語')).toMatch(/^tool-[0-9a-f]{8}$/)
    expect(await addTool(crypto.randomUUID())).toMatch(/^tool-[0-9a-f]{8}$/)
  })

  // Punctuation, symbols, separators and invisible characters of Latin, of the shared blocks and of emoji.
  test('a name that differs only in symbols, emoji and invisible characters is a duplicate', async () => {
    const marks: string[] = []
    const blocks: [number, number][] = [
      [0x1, 0x2_ff],
      [0x20_00, 0x30_3f],
      [0xe0_00, 0xff_ff],
      [0x1_f0_00, 0x1_fb_ff],
    ]
    const codes = blocks.flatMap(([first, last]) =>
      Array.from({ length: last - first + 1 }, (_, offset) => first + offset),
    )
    for (const code of codes) {
      const mark = String.fromCodePoint(code)
      const isMark =
        /[\p{Default_Ignorable_Code_Point}\p{P}\p{S}\p{Z}\p{Cc}\p{Cf}\p{Co}]/u.test(mark) &&
        /[\p{Script=Common}\p{Script=Inherited}\p{Co}]/u.test(mark)
      if (isMark && !'+#'.includes(mark) && !/[\p{L}\p{N}+#]/u.test(mark.normalize('NFKC')))
        marks.push(mark)
    }
    expect(marks.length).toBeGreaterThan(10_000)
    const different = await db.asOwner(
      "select mark from unnest($1::text[]) mark where private.normalize_name('Fig' || mark || 'ma') not in ('figma', 'fig ma')",
      [marks],
    )
    expect(different).toEqual([])
    for (const name of [
      'Figma\u034f',
      'F\u00adigma',
      'Figma ★',
      '⚡Figma',
      'Figma 🚀',
      'Ｆｉｇｍａ',
      'Figma\u0336',
    ])
      await expectRefusal(addTool(name), { constraint: 'tools_slug_key' }, name)
    expect(await addTool('Figma ★ Slides')).toBe('figma-slides')
  })

  test('a duplicate slug or website is refused with the name of the constraint', async () => {
    await expectRefusal(addTool('FIGMA'), { code: '23505', constraint: 'tools_slug_key' })
    await addTool('First', 'https://www.same.example/')
    await expectRefusal(addTool('Second', 'http://same.example'), {
      constraint: 'tools_website_key',
    })
  })
})

describe('the language of the descriptions', () => {
  const describeTool = (name: string, description: string) =>
    db.asOwner("insert into tools (name, description, category) values ($1, $2, 'Notes')", [
      name,
      description,
    ])
  const setLanguage = async (language: string, configuration: string) => {
    await db.as({ role: 'service_role' }, 'select set_content_language($1, $2)', [
      language,
      configuration,
    ])
    const indexed: unknown[] = []
    do {
      const [row] = await db.as(
        { role: 'service_role' },
        'select index_descriptions(1000) as tools',
      )
      indexed.push(row?.tools)
    } while (indexed.at(-1) !== 0)
    return indexed
  }

  test.each([
    ['de', 'german', 'Schreibt die Rechnung und das Angebot.', ['Rechnungen', 'angebote']],
    ['pl', 'simple', 'Wystawia każda faktura i oferta.', ['faktury', 'oferty']],
    ['sv', 'swedish', 'Skickar en påminnelse till kunden.', ['påminnelser', 'kunderna']],
    ['ja', 'simple', '写真の明るさを調整する。', ['明るさ']],
  ])('%s: another form of a word finds it', async (language, configuration, text, queries) => {
    await describeTool('Ledgerly', text)
    expect((await setLanguage(language, configuration)).length).toBeGreaterThan(1)
    for (const query of queries) expect([query, await search(query)]).toEqual([query, ['Ledgerly']])
    // A tool that is added later has the words at once.
    await describeTool('Later', text)
    for (const query of queries)
      expect([query, await search(query)]).toEqual([query, expect.arrayContaining(['Later'])])
    expect(await setLanguage(language, configuration)).toEqual([0])
    await db.asOwner("delete from tools where name in ('Ledgerly', 'Later')")
    await setLanguage('en', 'english')
  })

  test('in English a form of another language is not found', async () => {
    await describeTool('Ledgerly', 'Schreibt die Rechnung und das Angebot.')
    expect(await search('Rechnung')).toEqual(['Ledgerly'])
    expect(await search('Rechnungen')).toEqual([])
    await db.asOwner("delete from tools where name = 'Ledgerly'")
  })
})
