// Spec 2 §7: the calls of the tools area with supabase-js.
import { expect, test } from 'vitest'
import { readReviewQuery, readReviewStats, readReviews } from '../../app/reviews/read-reviews.ts'
import { today } from '../../app/ui/format/day.ts'
import { shareTestBackend, type TestMember } from '../support/backends/backend.ts'
import { addReview, addTool } from '../support/backends/content.ts'

const backend = await shareTestBackend()
const ana = await backend.createMember({ username: 'ana', first_name: 'Ana', last_name: 'Ruiz' })
const ben = await backend.createMember({ username: 'ben' })

// The database must store it unchanged, although it looks like markup.
const CODE = 'if a<b and c>d then List<String>'

test('a review with code in its text is stored unchanged', async () => {
  const review = await addReview(ana, await addTool(ana), { content: CODE })
  const { data } = await backend
    .createClient()
    .from('reviews')
    .select('content')
    .eq('id', review)
    .single()
  expect(data).toEqual({ content: CODE })
})

test('List launches returns live ones with tool and maker, the most upvoted first', async () => {
  const tool = {
    name: 'Figma',
    logo_url: 'https://cdn.example/figma.png',
    website_url: 'https://www.figma.com/',
    category: 'Design',
  }
  const createLaunch = async (by: TestMember, fields: { tool_id?: string } = {}) => {
    const { data } = await by.client
      .from('product_launches')
      .insert({ tagline: 'New', launch_date: today(), user_id: by.id, ...fields })
      .select()
      .single()
      .throwOnError()
    expect(data).toMatchObject({ tagline: 'New', status: 'live', upvotes_count: 0 })
    return String(data.id)
  }
  const first = await createLaunch(ana, {
    tool_id: await addTool(ana, { ...tool, description: 'Draw.' }),
  })
  const second = await createLaunch(ben)
  await ana.client
    .from('launch_upvotes')
    .insert({ launch_id: second, user_id: ana.id })
    .throwOnError()
  const { data } = await backend
    .createClient()
    .from('product_launches')
    .select(
      '*, tools(name, logo_url, website_url, description, category), profiles(username, avatar_url, first_name, last_name)',
    )
    .order('upvotes_count', { ascending: false })
    .order('launch_date', { ascending: false })
    .eq('status', 'live')
    .throwOnError()
  expect(data).toMatchObject([
    { id: second, upvotes_count: 1, tools: null, profiles: { username: 'ben' } },
    { id: first, tools: { ...tool, description: 'Draw.' }, profiles: { first_name: 'Ana' } },
  ])
})

test.each([
  ['pro', 'Fast, cheap'],
  ['con', 'Says "no" \\ {often}'],
  ['pro', 'É vite'],
] as const)(
  'the reviews with the %s %s are found in any case, and no others',
  async (side, text) => {
    const tool = await addTool(ana)
    await addReview(ana, tool, { [`${side}s`]: ['Other', text.toLocaleUpperCase()] })
    // Both points would match an unquoted comma.
    await addReview(ben, tool, { [`${side}s`]: ['Fast', 'cheap'] })
    const find = (name: string) =>
      readReviews(
        { supabase: backend.createClient(), tag: () => {} },
        readReviewQuery(tool, new URLSearchParams({ [name]: text })),
      )
    expect((await find(side)).reviews.map(({ user_id }) => user_id)).toEqual([ana.id])
    expect((await find(side === 'pro' ? 'con' : 'pro')).reviews).toEqual([])
  },
)

test('the reviews that a page lists are those that tool_review_stats counts', async () => {
  const tool = await addTool(ana)
  await addReview(ana, tool, { rating: 5, used_version: '3.2', used_plan: 'paid' })
  await addReview(ben, tool, { rating: 2, used_version: '30', used_plan: 'free' })
  const visitor = { supabase: backend.createClient(), tag: () => {} }
  for (const [filters, authors, reply] of [
    ['version=3', ['ana'], {}],
    ['version=v30&plan=free', ['ben'], {}],
    ['version=%28', [], {}],
    ['plan=paid&rating=5', ['ana'], {}],
    [`since=${today()}&bursts=off&order=highest`, ['ana', 'ben'], { mean: 3.5 }],
    [
      'since=2999-01-01',
      [],
      { mean: null, low: null, distribution: { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 } },
    ],
    // Values that the form does not offer.
    ['plan=gold&since=0000-01-01&version=%00&bursts=on', ['ben', 'ana'], null],
  ] as const) {
    const query = readReviewQuery(tool, new URLSearchParams(filters))
    const [{ reviews }, stats] = await Promise.all([
      readReviews(visitor, query),
      readReviewStats(visitor, query),
    ])
    expect([filters, reviews.map(({ profiles }) => profiles?.username)]).toEqual([filters, authors])
    if (reply) expect(stats).toMatchObject({ reviews: authors.length, ...reply })
    else expect(stats).toBeNull()
  }
})

test('spec 2 §7: profiles of reviews is not ambiguous, although votes relate them too', async () => {
  const response = await backend.send('GET', 'rest/v1/reviews?select=id,profiles(username)')
  expect(response.status).toBe(200)
})

const createReview = (member: TestMember, tool_id: string) => ({
  tool_id,
  user_id: member.id,
  rating: 4,
  title: 'Good',
  content: 'Good enough for daily work.',
  pros: ['Fast, really', 'A "quoted" one'],
})

test('spec 2 §7: insert returns the review with its reviewer; a second returns 409 23505', async () => {
  const review = createReview(ana, await addTool(ana, { name: 'Penpot' }))
  const { data, error } = await ana.client
    .from('reviews')
    .insert(review)
    .select('*, profiles(username, avatar_url, first_name, last_name), tools(name)')
    .single()
  expect(error).toBeNull()
  expect(data).toMatchObject({
    pros: ['Fast, really', 'A "quoted" one'],
    profiles: { username: 'ana', first_name: 'Ana' },
    tools: { name: 'Penpot' },
  })
  const again = await ana.client.from('reviews').insert(review)
  expect([again.status, again.error?.code]).toEqual([409, '23505'])
  expect(again.error?.message).toContain('reviews_one_per_person')
})

test('spec 2 §6: inserting for another member returns 403, and as a visitor 401', async () => {
  const review = createReview(ana, await addTool(ana))
  const forged = await ben.client.from('reviews').insert(review)
  expect([forged.status, forged.error?.code]).toEqual([403, '42501'])
  const anonymous = await backend.createClient().from('reviews').insert(review)
  expect([anonymous.status, anonymous.error?.code]).toEqual([401, '42501'])
})
