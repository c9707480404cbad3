// Spec 2 §7: the calls of the tools area with supabase-js.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readReviewQuery, readReviewStats, readReviews } from '../../app/reviews/read-reviews.ts'
import { today } from '../../app/ui/format/day.ts'
import { startTestBackend, type TestBackend, type TestMember } from '../support/backends/backend.ts'

let backend: TestBackend
let ana: TestMember
let ben: TestMember
let figma: { id: string; slug: string }
beforeAll(async () => {
  backend = await startTestBackend()
  ana = await backend.createMember({ username: 'ana', first_name: 'Ana', last_name: 'Ruiz' })
  ben = await backend.createMember({ username: 'ben' })
  const { data, error } = await ana.client
    .from('tools')
    .insert({
      name: 'Figma',
      description: 'Draw.',
      category: 'Design',
      website_url: 'https://www.figma.com/',
      logo_url: 'https://cdn.example/figma.png',
      slug: 'figma',
    })
    .select('id, slug')
    .single()
  if (error) throw error
  figma = data
  await ana.client
    .from('tools')
    .insert({ name: 'Airtable', description: 'Rows.', category: 'Data' })
})
afterAll(async () => {
  expect(backend.loggedErrors).toEqual([])
  await backend.close()
})

// The database must store it unchanged, although it looks like markup.
const CODE = 'if a<b and c>d then List<String>'
const words = { title: 'Good', content: 'Long enough to be valid.', pros: ['Fast'], cons: [] }

describe('tools', () => {
  test('Read all tools returns them sorted by name', async () => {
    const { data, error } = await backend.createClient().from('tools').select('*').order('name')
    expect(error).toBeNull()
    expect(data?.map(({ name }) => name)).toEqual(['Airtable', 'Figma'])
    expect(data?.[1]).toMatchObject({
      slug: 'figma',
      logo_url: 'https://cdn.example/figma.png',
      rating_average: null,
      review_count: 0,
    })
  })

  test.each(['id', 'slug'] as const)('Read one tool by %s returns its row', async (column) => {
    const { data } = await backend
      .createClient()
      .from('tools')
      .select('*')
      .eq(column, figma[column])
      .single()
    expect(data?.name).toBe('Figma')
  })

  test.each([
    ['figma', null, 'name'],
    ['  FIGMA! ', null, 'name'],
    ['Other', 'http://figma.com', 'website'],
    ['Other', 'HTTPS://FIGMA.com//', 'website'],
  ])(
    'tool_already_listed of %s at %s finds the tool with the same %s',
    async (tool_name, website, same) => {
      const { data } = await backend
        .createClient()
        .rpc('tool_already_listed', { tool_name, ...(website ? { website } : {}) })
      expect(data).toEqual([{ name: 'Figma', slug: 'figma', same }])
    },
  )

  test('websites with different queries are different, except for tracking parameters', async () => {
    const addTool = (name: string, website_url: string) =>
      ana.client.from('tools').insert({ name, description: 'd', category: 'HR', website_url })
    expect((await addTool('App one', 'https://shop.example/details?id=one')).error).toBeNull()
    expect((await addTool('App two', 'https://shop.example/details?id=two')).error).toBeNull()
    const again = await addTool('App 1', 'https://shop.example/details?utm_source=x&id=one')
    expect(again.error?.code).toBe('23505')
  })

  test.each([
    'https://portful.example:80443',
    'https://a:b',
    'https://%',
    'https://-',
    'ftp://x.example',
  ])('Add tool refuses the website %s', async (website_url) => {
    const { error } = await ana.client
      .from('tools')
      .insert({ name: `At ${website_url}`, description: 'd', category: 'HR', website_url })
    expect(error?.code).toBe('23514')
  })

  test.each([
    ['Figma 2', 'https://figma.com/other'],
    ['日本語', ''],
    ['', 'not an address'],
  ])('tool_already_listed of %s at %s finds no tool', async (tool_name, website) => {
    const { data, error } = await backend
      .createClient()
      .rpc('tool_already_listed', { tool_name, website })
    expect([data, error]).toEqual([[], null])
  })

  test('Add tool refuses values for the submitter, the rating and the categories', async () => {
    for (const forged of [
      { submitted_by: ben.id },
      { rating_sum: 5 },
      { review_count: 9 },
      { categories: ['Analytics'] },
    ]) {
      const { error } = await ana.client
        .from('tools')
        .insert({ name: 'Forged', description: 'd', category: 'HR', ...forged })
      expect(error?.code).toBe('42501')
    }
  })
})

describe('reviews', () => {
  test('a member submits, updates and deletes only their own review, and visitors read it with its reviewer', async () => {
    const submitted = await ana.client
      .from('reviews')
      .insert({ ...words, rating: 4, tool_id: figma.id, user_id: ana.id })
    expect(submitted.error).toBeNull()
    const { data } = await backend
      .createClient()
      .from('reviews')
      .select('*, profiles(username, avatar_url, first_name, last_name)')
      .eq('tool_id', figma.id)
      .order('created_at', { ascending: false })
    expect(data).toMatchObject([
      {
        rating: 4,
        pros: ['Fast'],
        profiles: { username: 'ana', avatar_url: null, first_name: 'Ana', last_name: 'Ruiz' },
      },
    ])
    const id = data?.[0]?.id ?? ''

    const forged = await ben.client
      .from('reviews')
      .insert({ ...words, rating: 1, tool_id: figma.id, user_id: ana.id })
    expect(forged.error?.code).toBe('42501')
    const byBen = await ben.client.from('reviews').update({ rating: 1 }).eq('id', id).select()
    expect(byBen.data).toEqual([])
    expect((await ben.client.from('reviews').delete().eq('id', id).select()).data).toEqual([])

    const updated = await ana.client
      .from('reviews')
      .update({ content: CODE })
      .eq('id', id)
      .select('content')
      .single()
    expect(updated.data).toEqual({ content: CODE })
    await ana.client.from('reviews').update({ rating: 5 }).eq('id', id).eq('user_id', ana.id)
    const rated = await backend
      .createClient()
      .from('tools')
      .select('rating_average, review_count')
      .eq('id', figma.id)
      .single()
    expect(rated.data).toEqual({ rating_average: 5, review_count: 1 })

    await ana.client.from('reviews').delete().eq('id', id).eq('user_id', ana.id)
    const remaining = await backend
      .createClient()
      .from('tools')
      .select('review_count')
      .eq('id', figma.id)
    expect(remaining.data).toEqual([{ review_count: 0 }])
  })
})

describe('launches', () => {
  const createLaunch = (by: TestMember, change: object = {}) =>
    by.client
      .from('product_launches')
      .insert({
        tagline: 'New',
        description: null,
        launch_date: today(),
        featured_image: null,
        user_id: by.id,
        ...change,
      })
      .select()
      .single()

  test('Create launch returns the row', async () => {
    const { data, error } = await createLaunch(ana, { tool_id: figma.id })
    expect(error).toBeNull()
    expect(data).toMatchObject({ tagline: 'New', status: 'live', upvotes_count: 0 })
  })

  test('List launches returns live ones with tool and maker, the most upvoted first', async () => {
    const [first, second] = [
      await createLaunch(ana, { tool_id: figma.id }),
      await createLaunch(ben),
    ]
    await ana.client
      .from('launch_upvotes')
      .insert({ launch_id: second.data?.id ?? '', user_id: ana.id })
    const { data, error } = await backend
      .createClient()
      .from('product_launches')
      .select(
        '*, tools(name, logo_url, website_url, category), profiles(username, avatar_url, first_name, last_name)',
      )
      .order('upvotes_count', { ascending: false })
      .order('launch_date', { ascending: false })
      .eq('status', 'live')
    expect(error).toBeNull()
    expect(data?.[0]).toMatchObject({
      id: second.data?.id,
      upvotes_count: 1,
      tools: null,
      profiles: { username: 'ben' },
    })
    expect(data?.find(({ id }) => id === first.data?.id)).toMatchObject({
      tools: {
        name: 'Figma',
        logo_url: 'https://cdn.example/figma.png',
        website_url: 'https://www.figma.com/',
        category: 'Design',
      },
      profiles: { first_name: 'Ana' },
    })
  })

  test('Get one launch returns its tool with the description', async () => {
    const { data: created } = await createLaunch(ana, { tool_id: figma.id })
    const { data } = await backend
      .createClient()
      .from('product_launches')
      .select('*, tools(name, logo_url, website_url, description, category), profiles(username)')
      .eq('id', created?.id ?? '')
      .single()
    expect(data?.tools).toMatchObject({ description: 'Draw.' })
  })

  test('Upvote works once, Has upvoted returns only own votes, Remove upvote deletes only own votes', async () => {
    const { data: created } = await createLaunch(ana)
    const launch_id = created?.id ?? ''
    const upvote = () => ben.client.from('launch_upvotes').insert({ launch_id, user_id: ben.id })
    const countUpvotes = async (voter: TestMember) =>
      (await voter.client.from('launch_upvotes').select('id').eq('launch_id', launch_id)).data
        ?.length
    expect((await upvote()).error).toBeNull()
    expect((await upvote()).error?.message).toContain('duplicate')
    expect([await countUpvotes(ben), await countUpvotes(ana)]).toEqual([1, 0])
    const forAnother = await ben.client
      .from('launch_upvotes')
      .insert({ launch_id, user_id: ana.id })
    expect(forAnother.error?.code).toBe('42501')
    const signedOut = await backend
      .createClient()
      .from('launch_upvotes')
      .insert({ launch_id, user_id: ben.id })
    expect(signedOut.error?.code).toBe('42501')

    await ana.client.from('launch_upvotes').delete().eq('launch_id', launch_id)
    expect(await countUpvotes(ben)).toBe(1)
    await ben.client
      .from('launch_upvotes')
      .delete()
      .eq('launch_id', launch_id)
      .eq('user_id', ben.id)
    const { data } = await ana.client
      .from('product_launches')
      .select('upvotes_count')
      .eq('id', launch_id)
      .single()
    expect(data).toEqual({ upvotes_count: 0 })
  })

  test('spec 2 §5: Create launch refuses a past or far date, counts and another’s name', async () => {
    for (const launch_date of ['infinity', '30000-01-01', '2100-01-01']) {
      expect((await createLaunch(ana, { launch_date })).error?.code).toBe('23514')
    }
    const past = await createLaunch(ana, { launch_date: '2020-01-01' })
    expect(past.error?.message).toBe('Launch date cannot be in the past')
    expect((await createLaunch(ana, { upvotes_count: 99 })).error?.code).toBe('42501')
    expect((await createLaunch(ana, { user_id: ben.id })).error?.code).toBe('42501')
    expect((await createLaunch(ana, { tagline: 'x'.repeat(81) })).error?.code).toBe('23514')
  })
})

test.each([
  ['pro', 'Fast, cheap'],
  ['con', 'Says "no" \\ {often}'],
  ['pro', 'É vite'],
] as const)(
  'the reviews with the %s %s are found in any case, and no others',
  async (side, text) => {
    const { data: tool } = await ana.client
      .from('tools')
      .insert({
        name: `Mention ${crypto.randomUUID()}`,
        description: 'd',
        category: 'HR',
        slug: '',
      })
      .select('id')
      .single()
      .throwOnError()
    const write = (member: TestMember, points: string[]) =>
      member.client
        .from('reviews')
        .insert({
          ...words,
          pros: [],
          [`${side}s`]: points,
          tool_id: tool.id,
          user_id: member.id,
          rating: 4,
        })
        .throwOnError()
    await write(ana, ['Other', text.toLocaleUpperCase()])
    // Both points would match an unquoted comma.
    await write(ben, ['Fast', 'cheap'])
    const find = (name: string) =>
      readReviews(
        { supabase: backend.createClient(), tag: () => {} },
        readReviewQuery(tool.id, new URLSearchParams({ [name]: text })),
      )
    expect((await find(side)).reviews.map(({ user_id }) => user_id)).toEqual([ana.id])
    expect((await find(side === 'pro' ? 'con' : 'pro')).reviews).toEqual([])
  },
)

test('the reviews that a page lists are those that tool_review_stats counts', async () => {
  const { data: tool } = await ana.client
    .from('tools')
    .insert({ name: 'Filtered', description: 'd', category: 'HR', slug: '' })
    .select('id')
    .single()
    .throwOnError()
  const context = { ...words, tool_id: tool.id, used_version: '3.2', used_plan: 'paid' }
  for (const [member, review] of [
    [ana, { ...context, rating: 5 }],
    [ben, { ...context, rating: 2, used_version: '30', used_plan: 'free' }],
  ] as const)
    await member.client
      .from('reviews')
      .insert({ ...review, user_id: member.id })
      .throwOnError()
  const visitor = { supabase: backend.createClient(), tag: () => {} }
  for (const [filters, authors, reply] of [
    ['version=3', [ana], {}],
    ['version=v30&plan=free', [ben], {}],
    ['version=%28', [], {}],
    ['plan=paid&rating=5', [ana], {}],
    [`since=${today()}&bursts=off&order=highest`, [ana, ben], { mean: 3.5 }],
    [
      'since=2999-01-01',
      [],
      { mean: null, low: null, distribution: { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 } },
    ],
    // Values that the form does not offer.
    ['plan=gold&since=0000-01-01&version=%00&bursts=on', [ben, ana], null],
  ] as const) {
    const query = readReviewQuery(tool.id, new URLSearchParams(filters))
    const [{ reviews }, stats] = await Promise.all([
      readReviews(visitor, query),
      readReviewStats(visitor, query),
    ])
    expect([filters, reviews.map(({ profiles }) => profiles?.username)]).toEqual([
      filters,
      authors.map(({ id }) => (id === ana.id ? 'ana' : 'ben')),
    ])
    if (reply) expect(stats).toMatchObject({ reviews: authors.length, ...reply })
    else expect(stats).toBeNull()
  }
})
