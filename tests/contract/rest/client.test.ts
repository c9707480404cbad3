// PostgREST's contract with supabase-js, over HTTP (spec 1 §7, spec 2 §7).
import { SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import {
  openTestBackend,
  shareTestBackend,
  type TestMember,
} from '../../support/backends/backend.ts'
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

const createReview = (member: TestMember, rating = 4) => ({
  tool_id: figma,
  user_id: member.id,
  rating,
  title: 'Good',
  content: 'Good enough for daily work.',
  pros: ['Fast, really', 'A "quoted" one'],
  cons: [],
})

describe('reading', () => {
  test('spec 2 §7: order returns all tools sorted by name', async () => {
    const { data } = await backend.createClient().from('tools').select('*').order('name')
    expect(data?.map(({ name }) => name)).toContain('Figma')
    expect(data?.[0]).toHaveProperty('rating_average', null)
  })

  test('single returns one row or 406 PGRST116, and maybeSingle null', async () => {
    const one = await backend
      .createClient()
      .from('tools')
      .select('name')
      .eq('slug', 'figma')
      .single()
    expect(one.data).toEqual({ name: 'Figma' })
    const missing = await backend
      .createClient()
      .from('tools')
      .select('name')
      .eq('slug', 'nope')
      .single()
    expect([missing.status, missing.error?.code]).toEqual([406, 'PGRST116'])
    const maybe = await backend
      .createClient()
      .from('tools')
      .select('name')
      .eq('slug', 'nope')
      .maybeSingle()
    expect([maybe.data, maybe.error]).toEqual([null, null])
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

  test('range and count return 206 with the count, and 416 beyond the end', async () => {
    const page = await backend
      .createClient()
      .from('tools')
      .select('name', { count: 'exact' })
      .order('name')
      .range(0, 1)
    expect([page.status, page.count, page.data?.length]).toEqual([206, 3, 2])
    const head = await backend
      .createClient()
      .from('tools')
      .select('*', { count: 'exact', head: true })
    expect([head.count, head.data]).toEqual([3, null])
    const beyond = await backend
      .createClient()
      .from('tools')
      .select('*', { count: 'exact' })
      .range(50, 60)
    expect([beyond.status, beyond.error?.code]).toEqual([416, 'PGRST103'])
  })

  const selectNames = () => backend.createClient().from('tools').select('name')
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
})

describe('writing', () => {
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

  test('select embeds to-many, inner, nested, aliased and spread relations', async () => {
    const { data } = await backend
      .createClient()
      .from('tools')
      .select('name, written:reviews!inner(title, profiles(username))')
      .eq('written.rating', 4)
    expect(data).toEqual([
      { name: 'Figma', written: [{ title: 'Good', profiles: { username: 'ana' } }] },
    ])
    const spread = await backend.createClient().from('reviews').select('title, ...tools(tool:name)')
    expect(spread.data).toEqual([{ title: 'Good', tool: 'Figma' }])
  })

  test('spec 2 §6: update and delete change only own reviews', async () => {
    const stranger = await ben.client
      .from('reviews')
      .update({ rating: 1 })
      .eq('user_id', ana.id)
      .select()
    expect(stranger.data).toEqual([])
    const deleted = await ben.client.from('reviews').delete().eq('user_id', ana.id).select()
    expect(deleted.data).toEqual([])
    const own = await ana.client
      .from('reviews')
      .update({ rating: 5 })
      .eq('user_id', ana.id)
      .select('rating')
    expect(own.data).toEqual([{ rating: 5 }])
    const tool = await backend
      .createClient()
      .from('tools')
      .select('rating_average, review_count')
      .eq('id', figma)
      .single()
    expect(tool.data).toEqual({ rating_average: 5, review_count: 1 })
  })

  test('spec 2 §6: inserting for another member returns 403, and as a visitor 401', async () => {
    const forged = await ben.client.from('reviews').insert(createReview(ana))
    expect([forged.status, forged.error?.code]).toEqual([403, '42501'])
    const anonymous = await backend.createClient().from('reviews').insert(createReview(ana))
    expect([anonymous.status, anonymous.error?.code]).toEqual([401, '42501'])
  })

  test('upsert with ignoreDuplicates inserts a row once', async () => {
    const pair = { follower_id: ben.id, following_id: ana.id }
    for (let round = 0; round < 2; round += 1) {
      const { error } = await ben.client
        .from('user_follows')
        .upsert(pair, { ignoreDuplicates: true })
      expect(error).toBeNull()
    }
    const { data } = await ben.client
      .from('user_stats')
      .select('following_count')
      .eq('user_id', ben.id)
      .single()
    expect(data).toEqual({ following_count: 1 })
  })

  test('spec 1 §7: update of the own profile returns the row', async () => {
    const { data, error } = await ana.client
      .from('profiles')
      .update({ bio: 'Hello <b>there</b>', job_title: 'CTO' })
      .eq('user_id', ana.id)
      .select()
      .single()
    expect(error).toBeNull()
    expect(data).toMatchObject({ bio: 'Hello there', job_title: 'CTO', username: 'ana' })
  })

  test('maxAffected rolls back a delete of too many rows with PGRST124', async () => {
    const { error } = await ana.client.from('reviews').delete().eq('user_id', ana.id).maxAffected(0)
    expect(error?.code).toBe('PGRST124')
    expect((await backend.createClient().from('reviews').select('id')).data).toHaveLength(1)
  })
})

describe('functions', () => {
  test('rpc returns scalars, filtered rows and JSON', async () => {
    expect((await backend.createClient().rpc('count_tools', { query: 'design' })).data).toBe(1)
    expect(
      (await backend.createClient().rpc('count_tools', { query: 'design' }, { get: true })).data,
    ).toBe(1)
    const counts = await backend
      .createClient()
      .rpc('category_counts')
      .gt('tool_count', 0)
      .order('name')
    expect(counts.data).toContainEqual({ name: 'Productivity', tool_count: 1 })
    const summary = await backend.createClient().rpc('tool_review_summary', { tool: figma })
    expect(summary.data).toMatchObject({ distribution: { '5': 1 } })
  })

  test('spec 1 §7: get_safe_profile_info hides the job title from visitors', async () => {
    const readInfo = (caller: { client: TestMember['client'] }) =>
      caller.client.rpc('get_safe_profile_info', { profile_user_id: ana.id }).single()
    expect((await readInfo({ client: backend.createClient() })).data).toMatchObject({
      username: 'ana',
      job_title: null,
    })
    expect((await readInfo(ben)).data).toMatchObject({ job_title: 'CTO' })
  })
})

describe('bad input', () => {
  const call = (path: string, init: RequestInit = {}, key = backend.anonKey) =>
    fetch(`${backend.url}/rest/v1/${path}`, {
      ...init,
      headers: {
        apikey: backend.anonKey,
        Authorization: `Bearer ${key}`,
        'Content-Type': 'application/json',
        ...init.headers,
      },
    })
  const readCode = async (response: Promise<Response>) => {
    const received = await response
    const { code } = (await received.json()) as { code: string }
    return [received.status, code]
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
    expect(await readCode(call(path))).toEqual([status, code])
  })

  test.each([
    ['{', 400, 'PGRST102'],
    ['5', 400, 'PGRST102'],
    ['{"nope": 1}', 400, 'PGRST204'],
    ['{"rating": "many"}', 400, '22P02'],
  ])('POST %s returns %d %s', async (body, status, code) => {
    const token = (await ana.client.auth.getSession()).data.session?.access_token
    expect(await readCode(call('reviews', { method: 'POST', body }, token))).toEqual([status, code])
  })

  test('an invalid row of several inserts none', async () => {
    const rows = [
      { name: 'Fine', description: 'Fine', category: 'HR' },
      { name: '', description: 'x', category: 'HR' },
    ]
    const { error } = await ana.client.from('tools').insert(rows as never)
    expect(error?.code).toBe('23514')
    expect(
      (await backend.createClient().from('tools').select('id').eq('name', 'Fine')).data,
    ).toEqual([])
  })

  test('a request without a key, or with a malformed, unsigned or forged one, returns 401', async () => {
    const bare = await fetch(`${backend.url}/rest/v1/tools`)
    expect(bare.status).toBe(401)
    const forge = (claims: Record<string, unknown>, expires: string) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256' })
        .setExpirationTime(expires)
        .sign(new TextEncoder().encode('x'.repeat(32)))
    const none = `${btoa('{"alg":"none"}')}.${btoa('{"role":"service_role"}')}.`.replaceAll('=', '')
    for (const token of [
      'junk',
      none,
      await forge({ role: 'service_role' }, '1h'),
      await forge({ role: 'postgres' }, '1h'),
    ]) {
      expect(await readCode(call('tools', {}, token))).toEqual([401, 'PGRST301'])
    }
  })

  test('an expired token returns 401 PGRST303', async () => {
    const expiring = await openTestBackend(
      (settings) => {
        settings.auth.jwt_expiry = -10
      },
      { db: backend.db },
    )
    const { client } = await expiring.createMember()
    const token = (await client.auth.signInWithPassword({ email: 'x@y.example', password: 'x' }))
      .data.session
    expect(token).toBeNull()
    const member = await expiring.createMember()
    const raw = (await member.client.auth.getSession()).data.session?.access_token
    const response = await fetch(`${expiring.url}/rest/v1/tools`, {
      headers: { apikey: expiring.anonKey, Authorization: `Bearer ${raw ?? ''}` },
    })
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
      401,
      'PGRST303',
    ])
  })
})
