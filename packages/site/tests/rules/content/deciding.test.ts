// Functions that help visitors to choose a tool: review summary, insight, alternatives, landscape.

import { OWNER, shareTestDatabase } from '@toolmark/backend/tests/support/databases/database.ts'
import { beforeEach, describe, expect, test } from 'vitest'

let tool: string

const db = await shareTestDatabase()

let tools = 0

beforeEach(async () => {
  tools += 1
  tool = await addTool(`Figma ${tools}`, 'Design')
})

async function addTool(name: string, category: string): Promise<string> {
  return db.create(OWNER, 'tools', { name, description: name, category })
}

/** Adds a review by a new member. @param createdAt timestamp */
async function review(
  reviewedTool: string,
  rating: number,
  createdAt: string,
  profile: object = {},
) {
  const author = await db.createUser()
  const { visibility = 'public', role = 'developer' } = profile as Record<string, string>
  await db.asOwner(
    'update private.profiles set profile_visibility = $2, user_role = $3 where user_id = $1',
    [author, visibility, role],
  )
  await db.insert(OWNER, 'reviews', {
    tool_id: reviewedTool,
    user_id: author,
    rating,
    title: 'Title',
    content: 'Long enough content',
    created_at: createdAt,
  })
  return author
}

const readInsight = async () =>
  (await db.value({ role: 'anon' }, 'select tool_insight($1) as insight', [tool])) as Record<
    'months' | 'roles' | 'sizes',
    object[]
  > & { counted: object }

describe('tool_review_summary', () => {
  test('tool_review_summary counts the ratings of all reviews, and pros and cons of the newest 1,000', async () => {
    await db.fill(
      `insert into reviews (tool_id, rating, title, content, pros, created_at)
       select $1, 1 + n % 5, 'Title', 'Long enough content', array[case when n <= 5 then 'Old' else 'Fast' end],
         '2026-01-01'::timestamptz + n * interval '1 minute' from generate_series(1, 1005) n`,
      [tool],
    )
    const readSummary = () =>
      db.value({ role: 'anon' })`select tool_review_summary(${tool}) as summary`
    const even = { 1: 201, 2: 201, 3: 201, 4: 201, 5: 201 }
    expect(await readSummary()).toEqual({
      distribution: even,
      said_by: 1000,
      pros: [{ text: 'Fast', mentions: 1000 }],
      cons: [],
    })
    await db.asOwner('delete from reviews where tool_id = $1 and rating = 2', [tool])
    expect(await readSummary()).toMatchObject({
      distribution: { ...even, 2: 0 },
      said_by: 804,
      pros: [{ text: 'Fast' }, { text: 'Old', mentions: 4 }],
    })
  })
})

describe('tool_insight', () => {
  test('tool_insight returns for each month the average of all reviews until its end', async () => {
    await review(tool, 5, '2026-03-31T23:59:59Z')
    await review(tool, 3, '2026-04-01T00:00:00Z')
    await review(tool, 1, '2026-06-10T00:00:00Z')
    expect((await readInsight()).months).toEqual([
      { month: '2026-03-01', reviews: 1, average: 5 },
      { month: '2026-04-01', reviews: 1, average: 4 },
      { month: '2026-06-01', reviews: 1, average: 3 },
    ])
  })

  test('tool_insight returns at most the last 36 months', async () => {
    for (let month = 0; month < 40; month += 1)
      await review(tool, 4, new Date(Date.UTC(2023, month, 1)).toISOString())
    const { months } = await readInsight()
    expect(months).toHaveLength(36)
    expect(months.at(-1)).toMatchObject({ month: '2026-04-01' })
  })

  test('tool_insight leaves out roles and sizes of fewer than five people, and says of how many it is', async () => {
    for (let index = 0; index < 4; index += 1) await review(tool, 4, '2026-03-01')
    await review(tool, 4, '2026-03-01', { role: 'manager' })
    expect(await readInsight()).toMatchObject({
      roles: [],
      sizes: [],
      counted: { roles: 5, sizes: 0 },
    })
    await review(tool, 4, '2026-03-01')
    expect(await readInsight()).toMatchObject({
      roles: [{ name: 'developer', reviewers: 5 }],
      counted: { roles: 6, sizes: 0 },
    })
  })

  test.each(['private', 'professional'])(
    'tool_insight does not count the role and the company of a %s profile',
    async (visibility) => {
      const company = await db.create(OWNER, 'companies', { name: 'Acme', size: '11-50' })
      for (let index = 0; index < 9; index += 1) {
        const shown = index < 4 ? 'public' : visibility
        const author = await review(tool, 4, '2026-03-01', { visibility: shown })
        await db.insert(OWNER, 'company_members', { company_id: company, user_id: author })
      }
      expect(await readInsight()).toMatchObject({
        roles: [],
        sizes: [],
        counted: { roles: 4, sizes: 4 },
      })
    },
  )

  test('tool_insight returns the sizes of the reviewers’ companies', async () => {
    const company = await db.create(OWNER, 'companies', { name: 'Acme', size: '11-50' })
    for (let index = 0; index < 5; index += 1) {
      const author = await review(tool, 4, '2026-03-01')
      await db.insert(OWNER, 'company_members', { company_id: company, user_id: author })
    }
    expect((await readInsight()).sizes).toEqual([{ name: '11-50', reviewers: 5 }])
  })
})

test('tool_alternatives returns other rated tools of the category, the most certain rating first', async () => {
  const compared = await addTool('Compared', 'Legal')
  const sure = await addTool('Sure', 'Legal')
  const lucky = await addTool('Lucky', 'Legal')
  await addTool('Unrated', 'Legal')
  await review(await addTool('Other', 'Sales'), 5, '2026-03-01')
  await review(lucky, 5, '2026-03-01')
  for (let index = 0; index < 12; index += 1)
    await review(sure, index % 4 === 0 ? 4 : 5, '2026-03-01')
  await review(compared, 5, '2026-03-01')
  const rows = await db.as({ role: 'anon' }, 'select name from tool_alternatives($1)', [compared])
  expect(rows).toEqual([{ name: 'Sure' }, { name: 'Lucky' }])
})

test('tool_alternatives returns tools with a shared capability first', async () => {
  const compared = await addTool('Asked', 'Social')
  const close = await addTool('Close', 'Social')
  await review(close, 3, '2026-03-01')
  await review(await addTool('Far', 'Social'), 5, '2026-03-01')
  const readNames = async () =>
    (await db.as({ role: 'anon' }, 'select name from tool_alternatives($1)', [compared])).map(
      ({ name }) => name,
    )
  expect(await readNames()).toEqual(['Far', 'Close'])
  await db.insert(OWNER, 'capabilities', {
    slug: 'scheduling',
    name: 'Scheduling',
    category: 'Productivity',
  })
  await db.asOwner`insert into tool_capabilities select unnest(${[compared, close]}::uuid[]), 'scheduling'`
  expect(await readNames()).toEqual(['Close', 'Far'])
})

test('tool_alternatives finds those with a rating and facts, also behind the first', async () => {
  const compared = await addTool('Wanted', 'Real Estate')
  for (const [name, rating] of [
    ['Open', 4],
    ['Closed', 5],
    ['Poor', 1],
  ] as const) {
    const tool = await addTool(name, 'Real Estate')
    await review(tool, rating, '2026-03-01')
    const license = name === 'Closed' ? 'proprietary' : 'MIT'
    await db.insert(OWNER, 'tool_facts', { tool_id: tool, license, pricing_model: 'free' })
  }
  const list = async (filters: string) =>
    (
      await db.as({ role: 'anon' }, `select name from tool_alternatives($1${filters})`, [compared])
    ).map(({ name }) => name)
  expect(await list('')).toEqual(['Closed', 'Open', 'Poor'])
  expect(await list(", 1, license => 'open_source'")).toEqual(['Open'])
  expect(await list(', min_rating => 4')).toEqual(['Closed', 'Open'])
  expect(await list(", min_rating => 4, pricing => 'free', license => 'open_source'")).toEqual([
    'Open',
  ])
  expect(await list(", pricing => 'paid'")).toEqual([])
  expect(await list(", platform => ''")).toHaveLength(3)
})

test('category_landscape returns the most reviewed tools of a category by name or alias, and none for an unknown one', async () => {
  const busy = await addTool('Busy', 'HR')
  await addTool('Idle', 'HR')
  const calm = await addTool('Calm', 'HR')
  for (let index = 0; index < 3; index += 1) await review(busy, 4, '2026-03-01')
  await review(calm, 5, '2026-03-01')
  const readLandscape = (category: string) =>
    db.as({ role: 'anon' }, 'select name, review_count from category_landscape($1)', [category])
  const both = [
    { name: 'Busy', review_count: 3 },
    { name: 'Calm', review_count: 1 },
  ]
  expect(await readLandscape('HR & Recruitment')).toEqual(both)
  expect(await readLandscape('hr')).toEqual(both)
  expect(await readLandscape("'; drop table tools; --")).toEqual([])
})
