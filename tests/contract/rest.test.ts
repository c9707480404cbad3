// PostgREST's contract through the official client, over HTTP (spec 1 §7, spec 2 §7).
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, startTestBackend, type TestBackend } from '../support/backend.ts'

let backend: TestBackend
let ana: Person
let ben: Person
let figma: string

beforeAll(async () => {
  backend = await startTestBackend()
  ana = await backend.person({ username: 'ana', first_name: 'Ana', last_name: 'Ruiz' })
  ben = await backend.person({ username: 'ben' })
  const tools = [
    {
      name: 'Figma',
      description: 'Design together',
      category: 'Design',
      website_url: 'https://figma.com',
      slug: 'ignored',
    },
    {
      name: 'Notion',
      description: 'Notes and documents',
      category: 'Notes',
      website_url: null,
      slug: '',
    },
    {
      name: 'Ætna "quoted", (odd)',
      description: 'Odd name',
      category: 'HR',
      website_url: null,
      slug: '',
    },
  ]
  const { data, error } = await ana.client
    .from('tools')
    .insert(tools)
    .select('id, slug')
    .order('name')
  if (error) throw error
  figma = data.find(({ slug }) => slug === 'figma')?.id ?? ''
})
afterAll(() => backend.close())

const review = (person: Person, rating = 4) => ({
  tool_id: figma,
  user_id: person.id,
  rating,
  title: 'Good',
  content: 'Good enough for daily work.',
  pros: ['Fast, really', 'A "quoted" one'],
  cons: [],
})

describe('reading', () => {
  test('spec 2 §7: all tools ordered by name', async () => {
    const { data } = await backend.client().from('tools').select('*').order('name')
    expect(data?.map(({ name }) => name)).toContain('Figma')
    expect(data?.[0]).toHaveProperty('rating_average', null)
  })

  test('a single row, or PGRST116', async () => {
    const one = await backend.client().from('tools').select('name').eq('slug', 'figma').single()
    expect(one.data).toEqual({ name: 'Figma' })
    const none = await backend.client().from('tools').select('name').eq('slug', 'nope').single()
    expect([none.status, none.error?.code]).toEqual([406, 'PGRST116'])
    const maybe = await backend
      .client()
      .from('tools')
      .select('name')
      .eq('slug', 'nope')
      .maybeSingle()
    expect([maybe.data, maybe.error]).toEqual([null, null])
  })

  test('ranges and counts', async () => {
    const page = await backend
      .client()
      .from('tools')
      .select('name', { count: 'exact' })
      .order('name')
      .range(0, 1)
    expect([page.status, page.count, page.data?.length]).toEqual([206, 3, 2])
    const head = await backend.client().from('tools').select('*', { count: 'exact', head: true })
    expect([head.count, head.data]).toEqual([3, null])
    const beyond = await backend
      .client()
      .from('tools')
      .select('*', { count: 'exact' })
      .range(50, 60)
    expect([beyond.status, beyond.error?.code]).toEqual([416, 'PGRST103'])
  })

  test.each([
    ['eq', (q: ReturnType<typeof names>) => q.eq('slug', 'figma'), ['Figma']],
    ['neq', (q: ReturnType<typeof names>) => q.neq('slug', 'figma').like('name', 'N*'), ['Notion']],
    ['in', (q: ReturnType<typeof names>) => q.in('name', ['Figma', 'x,y', 'a)b']), ['Figma']],
    ['ilike', (q: ReturnType<typeof names>) => q.ilike('name', '%OTI%'), ['Notion']],
    [
      'or',
      (q: ReturnType<typeof names>) =>
        q.or('name.eq.Figma,and(name.ilike.not%,review_count.lt.1)').order('name'),
      ['Figma', 'Notion'],
    ],
    ['not', (q: ReturnType<typeof names>) => q.not('website_url', 'is', null), ['Figma']],
    [
      'contains',
      (q: ReturnType<typeof names>) => q.contains('categories', ['Productivity']),
      ['Notion'],
    ],
    [
      'overlaps',
      (q: ReturnType<typeof names>) => q.overlaps('categories', ['HR & Recruitment', 'x']),
      ['Ætna "quoted", (odd)'],
    ],
    ['text search', (q: ReturnType<typeof names>) => q.textSearch('search', 'notes'), ['Notion']],
    [
      'match',
      (q: ReturnType<typeof names>) => q.match({ name: 'Figma', slug: 'figma' }),
      ['Figma'],
    ],
  ])('filters by %s', async (_operator, filter, expected) => {
    const { data, error } = await filter(names())
    expect(error).toBeNull()
    expect(data?.map(({ name }) => name)).toEqual(expected)
  })

  const names = () => backend.client().from('tools').select('name')
})

describe('writing', () => {
  test('spec 2 §7: a review and its reviewer in one answer; a second is refused', async () => {
    const { data, error } = await ana.client
      .from('reviews')
      .insert(review(ana))
      .select('*, profiles(username, avatar_url, first_name, last_name), tools(name)')
      .single()
    expect(error).toBeNull()
    expect(data).toMatchObject({
      pros: ['Fast, really', 'A "quoted" one'],
      profiles: { username: 'ana', first_name: 'Ana' },
      tools: { name: 'Figma' },
    })
    const again = await ana.client.from('reviews').insert(review(ana))
    expect([again.status, again.error?.code]).toEqual([409, '23505'])
    expect(again.error?.message).toContain('reviews_one_per_person')
  })

  test('embeds to-many, inner, nested, aliased, spread', async () => {
    const { data } = await backend
      .client()
      .from('tools')
      .select('name, said:reviews!inner(title, profiles(username))')
      .eq('said.rating', 4)
    expect(data).toEqual([
      { name: 'Figma', said: [{ title: 'Good', profiles: { username: 'ana' } }] },
    ])
    const spread = await backend.client().from('reviews').select('title, ...tools(tool:name)')
    expect(spread.data).toEqual([{ title: 'Good', tool: 'Figma' }])
  })

  test('spec 2 §6: update and delete reach only one’s own', async () => {
    const stranger = await ben.client
      .from('reviews')
      .update({ rating: 1 })
      .eq('user_id', ana.id)
      .select()
    expect(stranger.data).toEqual([])
    const gone = await ben.client.from('reviews').delete().eq('user_id', ana.id).select()
    expect(gone.data).toEqual([])
    const own = await ana.client
      .from('reviews')
      .update({ rating: 5 })
      .eq('user_id', ana.id)
      .select('rating')
    expect(own.data).toEqual([{ rating: 5 }])
    const tool = await backend
      .client()
      .from('tools')
      .select('rating_average, review_count')
      .eq('id', figma)
      .single()
    expect(tool.data).toEqual({ rating_average: 5, review_count: 1 })
  })

  test('spec 2 §6: nobody inserts for another, and visitors not at all', async () => {
    const forged = await ben.client.from('reviews').insert(review(ana))
    expect([forged.status, forged.error?.code]).toEqual([403, '42501'])
    const anonymous = await backend.client().from('reviews').insert(review(ana))
    expect([anonymous.status, anonymous.error?.code]).toEqual([401, '42501'])
  })

  test('upsert merges or ignores', async () => {
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

  test('spec 1 §7: the profile’s owner updates it and gets the row back', async () => {
    const { data, error } = await ana.client
      .from('profiles')
      .update({ bio: 'Hello <b>there</b>', job_title: 'CTO' })
      .eq('user_id', ana.id)
      .select()
      .single()
    expect(error).toBeNull()
    expect(data).toMatchObject({ bio: 'Hello there', job_title: 'CTO', username: 'ana' })
  })

  test('max-affected undoes what goes too far', async () => {
    const { error } = await ana.client.from('reviews').delete().eq('user_id', ana.id).maxAffected(0)
    expect(error?.code).toBe('PGRST124')
    expect((await backend.client().from('reviews').select('id')).data).toHaveLength(1)
  })
})

describe('functions', () => {
  test('scalar, rows with filters, json, void', async () => {
    expect((await backend.client().rpc('count_tools', { query: 'design' })).data).toBe(1)
    expect(
      (await backend.client().rpc('count_tools', { query: 'design' }, { get: true })).data,
    ).toBe(1)
    const counts = await backend.client().rpc('category_counts').gt('tool_count', 0).order('name')
    expect(counts.data).toContainEqual({ name: 'Productivity', tool_count: 1 })
    const summary = await backend.client().rpc('tool_review_summary', { tool: figma })
    expect(summary.data).toMatchObject({ distribution: { '5': 1 } })
  })

  test('spec 1 §7: get_safe_profile_info hides job title from strangers', async () => {
    const info = (person: { client: Person['client'] }) =>
      person.client.rpc('get_safe_profile_info', { profile_user_id: ana.id }).single()
    expect((await info({ client: backend.client() })).data).toMatchObject({
      username: 'ana',
      job_title: null,
    })
    expect((await info(ben)).data).toMatchObject({ job_title: 'CTO' })
  })

  test('an unknown one is PGRST202', async () => {
    const { error, status } = await backend.client().rpc('nope' as 'count_tools')
    expect([status, error?.code]).toEqual([404, 'PGRST202'])
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
  const codeOf = async (response: Promise<Response>) => {
    const answered = await response
    const { code } = (await answered.json()) as { code: string }
    return [answered.status, code]
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
    ['tools?limit=-1', 400, 'PGRST100'],
    ["tools?name=eq.'; drop table tools;--", 200, undefined],
    ['tools?select=id::text;drop', 400, 'PGRST100'],
  ])('GET %s is %d %s', async (path, status, code) => {
    expect(await codeOf(call(path))).toEqual([status, code])
  })

  test.each([
    ['{', 400, 'PGRST102'],
    ['5', 400, 'PGRST102'],
    ['{"nope": 1}', 400, 'PGRST204'],
    ['{"rating": "many"}', 400, '22P02'],
  ])('POST %s is %d %s', async (body, status, code) => {
    const token = (await ana.client.auth.getSession()).data.session?.access_token
    expect(await codeOf(call('reviews', { method: 'POST', body }, token))).toEqual([status, code])
  })

  test('one bad row of many leaves nothing behind', async () => {
    const rows = [
      { name: 'Fine', description: 'Fine', category: 'HR' },
      { name: '', description: 'x', category: 'HR' },
    ]
    const { error } = await ana.client.from('tools').insert(rows as never)
    expect(error?.code).toBe('23514')
    expect((await backend.client().from('tools').select('id').eq('name', 'Fine')).data).toEqual([])
  })

  test('a request without a key, or with a junk, forged, expired or odd one', async () => {
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
      expect(await codeOf(call('tools', {}, token))).toEqual([401, 'PGRST301'])
    }
  })

  test('an expired token is told so', async () => {
    const short = await startTestBackend((settings) => {
      settings.auth.jwt_expiry = -10
    })
    try {
      const { client } = await short.person()
      const token = (await client.auth.signInWithPassword({ email: 'x@y.example', password: 'x' }))
        .data.session
      expect(token).toBeNull()
      const person = await short.person()
      const raw = (await person.client.auth.getSession()).data.session?.access_token
      const response = await fetch(`${short.url}/rest/v1/tools`, {
        headers: { apikey: short.anonKey, Authorization: `Bearer ${raw ?? ''}` },
      })
      expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
        401,
        'PGRST303',
      ])
    } finally {
      await short.close()
    }
  })

  test('nothing above was a fault of the server', () => expect(backend.logged).toEqual([]))
})
