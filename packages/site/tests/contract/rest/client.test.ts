// PostgREST's contract with supabase-js, over HTTP (spec 1 §7, spec 2 §7).
import { describe, expect, test } from 'vitest'
import { shareTestBackend, type TestMember } from '../../support/backends/backend.ts'
import { addTool } from '../../support/backends/content.ts'

const backend = await shareTestBackend()
const ana = await backend.createMember({ username: 'ana', first_name: 'Ana', last_name: 'Ruiz' })
const ben = await backend.createMember({ username: 'ben' })
const figma = await addTool(ana, {
  name: 'Figma',
  description: 'Design together',
  category: 'Design',
  website_url: 'https://figma.com',
})
await addTool(ana, { name: 'Notion', description: 'Notes and documents', category: 'Notes' })
await addTool(ana, { name: 'Ætna "quoted", (odd)', description: 'Odd name' })
const visitor = backend.createClient()

const createReview = (member: TestMember) => ({
  tool_id: figma,
  user_id: member.id,
  rating: 4,
  title: 'Good',
  content: 'Good enough for daily work.',
  pros: ['Fast, really', 'A "quoted" one'],
})

test('single returns one row or 406 PGRST116, and maybeSingle null', async () => {
  const find = (slug: string) => visitor.from('tools').select('name').eq('slug', slug)
  expect((await find('figma').single()).data).toEqual({ name: 'Figma' })
  const missing = await find('nope').single()
  expect([missing.status, missing.error?.code]).toEqual([406, 'PGRST116'])
  const maybe = await find('nope').maybeSingle()
  expect([maybe.data, maybe.error]).toEqual([null, null])
})

test('range and count return 206 with the count, and 416 beyond the end', async () => {
  const select = (head = false) => visitor.from('tools').select('name', { count: 'exact', head })
  const page = await select().order('name').range(0, 1)
  expect([page.status, page.count, page.data?.length]).toEqual([206, 3, 2])
  const head = await select(true)
  expect([head.count, head.data]).toEqual([3, null])
  const beyond = await select().range(50, 60)
  expect([beyond.status, beyond.error?.code]).toEqual([416, 'PGRST103'])
})

const selectNames = () => visitor.from('tools').select('name')
type Selection = ReturnType<typeof selectNames>

test.each<[string, (names: Selection) => Selection, string[]]>([
  ['eq', (names) => names.eq('slug', 'figma'), ['Figma']],
  ['neq', (names) => names.neq('slug', 'figma').like('name', 'N*'), ['Notion']],
  ['in', (names) => names.in('name', ['Figma', 'x,y', 'a)b']), ['Figma']],
  ['ilike', (names) => names.ilike('name', '%OTI%'), ['Notion']],
  [
    'or',
    (names) => names.or('name.eq.Figma,and(name.ilike.not%,review_count.lt.1)').order('name'),
    ['Figma', 'Notion'],
  ],
  ['not', (names) => names.not('website_url', 'is', null), ['Figma']],
  ['contains', (names) => names.contains('categories', ['Productivity']), ['Notion']],
  [
    'overlaps',
    (names) => names.overlaps('categories', ['HR & Recruitment', 'x']),
    ['Ætna "quoted", (odd)'],
  ],
  ['text search', (names) => names.textSearch('search', 'notes'), ['Notion']],
  ['match', (names) => names.match({ name: 'Figma', slug: 'figma' }), ['Figma']],
])('filters by %s', async (_label, filter, expected) => {
  const { data, error } = await filter(selectNames())
  expect(error).toBeNull()
  expect(data?.map(({ name }) => name)).toEqual(expected)
})

test('in with 1,000 ids returns the rows, and with 5,000 an error with a message', async () => {
  const readAmong = (count: number) => {
    const others = Array.from({ length: count - 1 }, () => crypto.randomUUID())
    return ana.client
      .from('tools')
      .select('id')
      .in('id', [...others, figma])
  }
  expect(await readAmong(1000)).toMatchObject({ error: null, data: [{ id: figma }] })
  const { error, status } = await readAmong(5000)
  expect([status, error?.message]).toEqual([
    431,
    'The address or the headers are too long. Send fewer values',
  ])
})

test('spec 2 §7: insert returns the review with its reviewer; a second returns 409 23505', async () => {
  const { data, error } = await ana.client
    .from('reviews')
    .insert(createReview(ana))
    .select('*, profiles(username, avatar_url, first_name, last_name), tools(name)')
    .single()
  expect(error).toBeNull()
  expect(data).toMatchObject({
    pros: ['Fast, really', 'A "quoted" one'],
    profiles: { username: 'ana', first_name: 'Ana' },
    tools: { name: 'Figma' },
  })
  const again = await ana.client.from('reviews').insert(createReview(ana))
  expect([again.status, again.error?.code]).toEqual([409, '23505'])
  expect(again.error?.message).toContain('reviews_one_per_person')
})

test('spec 2 §6: inserting for another member returns 403, and as a visitor 401', async () => {
  const forged = await ben.client.from('reviews').insert(createReview(ana))
  expect([forged.status, forged.error?.code]).toEqual([403, '42501'])
  const anonymous = await visitor.from('reviews').insert(createReview(ana))
  expect([anonymous.status, anonymous.error?.code]).toEqual([401, '42501'])
})

describe('bad input', () => {
  const readCode = async (path: string, body?: string, token = backend.anonKey) => {
    const method = body === undefined ? 'GET' : 'POST'
    const headers = { Authorization: `Bearer ${token}` }
    const response = await backend.send(method, `rest/v1/${path}`, body, headers)
    const { code } = (await response.json()) as { code: string }
    return [response.status, code]
  }

  test.each([
    ['tools?select=nope', 400, '42703'],
    ['tools?nope=eq.1', 400, '42703'],
    ['tools?select=reviews(nope)', 400, '42703'],
    ['tools?select=launch_upvotes(id)', 400, 'PGRST200'],
    ['nope', 404, 'PGRST205'],
    ['users', 404, 'PGRST205'],
    ['tools?select=(((', 400, 'PGRST100'],
    ['tools?id=eq.not-a-uuid', 400, '22P02'],
    ['tools?rating_average=zz.4', 400, 'PGRST100'],
    ['tools?or=(name.eq.x', 400, 'PGRST100'],
    ['tools?limit=-1', 416, 'PGRST103'],
    ['tools?limit=x', 400, 'PGRST100'],
    ["tools?name=eq.'; drop table tools;--", 200, undefined],
    ['tools?select=id::text;drop', 400, 'PGRST100'],
  ])('GET %s returns %d %s', async (path, status, code) => {
    expect(await readCode(path)).toEqual([status, code])
  })

  test.each([
    ['{', 400, 'PGRST102'],
    ['5', 400, 'PGRST102'],
    ['{"nope": 1}', 400, 'PGRST204'],
    ['{"rating": "many"}', 400, '22P02'],
  ])('POST %s returns %d %s', async (body, status, code) => {
    expect(await readCode('reviews', body, ana.token)).toEqual([status, code])
  })

  test.each([
    ['is malformed', async () => 'junk', 'PGRST301'],
    ['has expired', () => backend.sign({ role: 'authenticated' }, -10), 'PGRST303'],
  ])('a token that %s returns 401', async (_label, createToken, code) => {
    expect(await readCode('tools', undefined, await createToken())).toEqual([401, code])
  })
})
