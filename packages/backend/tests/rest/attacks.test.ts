// Attacks with the anonymous key on /rest/v1.

import { describe, expect, test } from 'vitest'
import { openTestBackend, shareTestBackend } from '../support/backends/backend.ts'

const backend = await shareTestBackend()
await backend.db.asOwner(`
  create table tools (
    id uuid primary key default gen_random_uuid(), name text not null, words tsvector,
    description text, categories text[] not null default '{}', review_count int not null default 0,
    created_at timestamptz not null default now()
  );
  create table reviews (
    id uuid primary key default gen_random_uuid(), tool_id uuid not null references tools (id),
    title text, content text
  );
  create function count_tools(query text default '', parts jsonb default null) returns bigint language sql stable
    as $$ select count(*) from tools where name ilike query || '%' $$;
  grant execute on function count_tools to anon, authenticated;
  grant select on tools, reviews to anon, authenticated`)
await backend.db.asOwner(
  "insert into tools (name, description, categories) values ('Figma', 'Draw.', '{Design & Creative}')",
)
backend.reload()

const get = (path: string, headers?: Record<string, string>) =>
  backend.send('GET', `rest/v1/${path}`, undefined, headers)

describe('casts', () => {
  test.each([
    'text from tools as t union select description',
    'text from tools as t union select rolname from pg_roles union select name',
    'regclass',
    'pg_catalog.text',
    'text; drop table tools',
    'made_up_type',
  ])('the cast %s returns 400 PGRST100', async (cast) => {
    const response = await get(`tools?select=name::${encodeURIComponent(cast)}`)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'PGRST100' })
  })

  test.each([
    ['review_count::text', [{ review_count: '0' }]],
    ['review_count::double precision', [{ review_count: 0 }]],
    ['categories::text[]', [{ categories: ['Design & Creative'] }]],
    ['made:created_at::date', [{ made: new Date().toISOString().slice(0, 10) }]],
  ])('the cast %s returns rows', async (select, rows) => {
    expect(await (await get(`tools?select=${encodeURIComponent(select)}`)).json()).toEqual(rows)
  })
})

describe('malformed requests', () => {
  test.each([
    ['%zz', {}, 400],
    ['tools?select=name', { Prefer: 'constructor=1, __proto__=1, toString=1' }, 200],
    ['tools?select=name', { Prefer: 'count=constructor' }, 200],
    ['tools?select=name', { Range: '5-1' }, 416],
    ['tools?name=constructor.x', {}, 400],
    ['tools?constructor=eq.x', {}, 400],
    ['rpc/constructor', {}, 404],
    ['rpc/__proto__', {}, 404],
    ['__proto__', {}, 404],
    [`tools?or=${'('.repeat(2000)}`, {}, 400],
    [`tools?select=${'reviews('.repeat(50)}`, {}, 400],
    ['tools?name=eq.%00', {}, 400],
    ['tools?select=%22a%00b%22:id', {}, 400],
    ['tools?select=a%00b:id', {}, 400],
    ['tools?select=reviews!a%00b(id)', {}, 400],
    ['tools?select=id::te%00xt', {}, 400],
    ['tools?select=id&order=na%00me', {}, 400],
    ['tools?na%00me=eq.x', {}, 400],
    ['tools?select=id&name=fts(a%00b).x', {}, 400],
    ['to%00ols', {}, 404],
    ['tools?name=match.(', {}, 400],
  ] as const)('%s with %j returns %d', async (path, headers, status) => {
    const response = await get(path, headers)
    expect([response.status, path]).toEqual([status, path])
  })
})

describe('deep nesting is refused before PostgreSQL parses it', () => {
  const nestArrays = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  const post = (path: string, body: string) => backend.send('POST', `rest/v1/${path}`, body)

  test.each([
    ['an argument', 'rpc/count_tools', (depth: number) => `{"query":${nestArrays(depth - 1)}}`],
    ['a whole argument', 'rpc/count_tools', nestArrays],
    ['a row', 'tools', (depth: number) => `{"name":${nestArrays(depth - 1)}}`],
    ['a row of many', 'tools', (depth: number) => `[{"name":${nestArrays(depth - 2)}}]`],
  ])('%s deeper than 100 levels returns 400', async (_label, path, createBody) => {
    for (const depth of [101, 8000, 25_000, 250_000]) {
      const response = await post(path, createBody(depth))
      expect([response.status, await response.json()]).toMatchObject([400, { code: 'PGRST102' }])
    }
    const allowed = await (await post(path, createBody(100))).json()
    expect(allowed).not.toMatchObject({ code: 'PGRST102' })
    expect((await get('tools?select=id&limit=1')).status).toBe(200)
  })

  test('a filter of 3000 levels returns 400 54000', async () => {
    for (const filter of [`categories=cs.${'{'.repeat(3000)}`, `name=fts.${'!'.repeat(3000)}a`]) {
      const response = await get(`tools?select=id&${filter}`)
      expect([response.status, await response.json()]).toMatchObject([400, { code: '54000' }])
    }
    expect((await get('tools?select=id&limit=1')).status).toBe(200)
  })
})

describe('limits of one request', () => {
  test('embeds nest at most four deep', async () => {
    const nestEmbeds = (depth: number): string =>
      depth === 0 ? 'id' : `id,reviews(tools(${nestEmbeds(depth - 1)}))`
    expect((await get(`tools?select=${nestEmbeds(2)}`)).status).toBe(200)
    expect((await get(`tools?select=${nestEmbeds(3)}`)).status).toBe(400)
  })

  test('a request has at most twenty embeds', async () => {
    const listEmbeds = (count: number) =>
      ['id', ...Array.from({ length: count }, (_, index) => `r${index}:reviews(id)`)].join(',')
    expect((await get(`tools?select=${listEmbeds(20)}`)).status).toBe(200)
    expect((await get(`tools?select=${listEmbeds(21)}`)).status).toBe(400)
  })

  test.each([
    [
      'null filters inside null filters',
      (count: number) =>
        `select=id,reviews(tools(reviews()))&${['reviews', 'reviews.tools', 'reviews.tools.reviews']
          .flatMap((path) => Array.from({ length: count }, () => `${path}=is.null`))
          .join('&')}`,
    ],
    [
      'null filters inside an or',
      (count: number) =>
        `select=id,reviews(tools())&reviews.or=(${Array(count).fill('tools.is.null')})&or=(${Array(count).fill('reviews.is.null')})`,
    ],
    [
      'orders by an embedded column',
      (count: number) =>
        `select=id,reviews(id,tools(id))&reviews.order=${Array(count).fill('tools(id)')}&reviews.tools.or=(${Array(count).fill('id.is.null')})`,
    ],
    ['many JSON steps', (count: number) => `select=id,name${'->a'.repeat(count)}`],
    [
      'many JSON steps in an order',
      (count: number) => `select=id&order=name${'->1'.repeat(count)}`,
    ],
  ])('too many of %s return 400 PGRST100', async (_label, createQuery) => {
    expect((await get(`tools?${createQuery(3)}`)).status).toBe(200)
    const response = await get(`tools?${createQuery(60)}`)
    expect([response.status, await response.json()]).toMatchObject([400, { code: 'PGRST100' }])
  })

  test('a response of more than 10 MB returns 400 54000', async () => {
    await backend.db.asOwner`insert into reviews (tool_id, title, content)
       select id, 'Good', repeat('Long enough. ', 70) from tools, generate_series(1, 120)`
    const content = 'a:content,b:content'
    const nested = `tools?select=reviews(tools(reviews(${content})))`
    const wide = `reviews?select=id,${Array.from({ length: 150 }, (_, index) => `c${index}:content`)}`
    for (const path of [nested, wide]) {
      for (const accept of ['application/json', 'text/csv']) {
        const response = await get(path, { Accept: accept })
        expect([response.status, await response.json()]).toMatchObject([
          400,
          { code: '54000', hint: expect.stringContaining('limit') },
        ])
      }
    }
    expect((await get('tools?select=*,reviews(*,tools(*))')).status).toBe(200)
    expect((await get(`${wide}&limit=10`)).status).toBe(200)
  })

  test('max_rows limits the rows of an embed too', async () => {
    const limited = await openTestBackend(
      (settings) => {
        settings.api.max_rows = 3
      },
      { db: backend.db },
    )
    await backend.db
      .asOwner`insert into reviews (tool_id, title) select id, 'Good' from tools, generate_series(1, 5)`
    const { data } = await limited
      .createClient()
      .from('tools')
      .select('reviews(id)')
      .eq('name', 'Figma')
      .single()
    expect(data?.reviews).toHaveLength(3)
  })
})
