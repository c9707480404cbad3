// PostgREST's pages "Tables and Views", "Pagination and Count", "Schemas" and "OpenAPI".
import { createClient } from '@supabase/supabase-js'
import { describe, expect, test } from 'vitest'
import { shareFilmsBackend } from '../support/databases/films.ts'

const films = await shareFilmsBackend((settings) => {
  settings.api.schemas = ['public', 'archive']
})

const readIds = async (filter: string) =>
  ((await films.getJson(`films?select=id&order=id&${filter}`)) as { id: number }[]).map(
    ({ id }) => id,
  )

describe('full-text search of a text-search vector', () => {
  test.each([
    ['without a configuration', 'comments?words=fts.candl', [1, 2]],
    ['with a configuration', 'comments?words=fts(english).candles', [1, 2]],
    ['negated, with a configuration', 'comments?words=not.wfts(english).candles', [3, 4]],
    [
      'inside an or',
      'comments?or=(words.fts(english).candles,words.phfts(english).wax)',
      [1, 2, 4],
    ],
    ['in a domain over tsvector', 'comments_view?words=plfts(english).candles', [1, 2]],
  ])('%s returns the rows', async (_label, path, expected) => {
    const rows = (await films.getJson(`${path}&select=id&order=id`)) as { id: number }[]
    expect(rows.map(({ id }) => id)).toEqual(expected)
  })
})

describe('operators', () => {
  test.each([
    ['year=eq.1896', [2]],
    ['year=neq.1896', [1, 3, 4]],
    ['year=gt.1896', [3, 4]],
    ['year=gte.1896&year=lte.1902', [2, 3]],
    ['year=lt.1896', [1]],
    ['title=like.The*', [1, 2, 3]],
    ['title=ilike.*MOON', [3]],
    ['title=like(any).{*Moon,*Castle}', [2, 3]],
    ['title=ilike(all).{the*,*oo*}', [3]],
    ['year=eq(any).{1895,1910}', [1, 4]],
    ['title=match.^The.[CM]', [2, 3]],
    ['title=imatch.^the.m', [3]],
    ['id=in.(1,3)', [1, 3]],
    ['title=in.("Orphan, \\"the\\"",The Moon)', [3, 4]],
    ['id=in.()', []],
    ['id=in.(  )', []],
    ['and=( or (id.eq.1,id.eq.2) , id.gt.1 )', [2]],
    ['id=not.in.(1,2)', [3, 4]],
    ['rating=is.null', [2]],
    ['rating=not.is.null', [1, 3, 4]],
    ['rating=is.not_null', [1, 3, 4]],
    ['language=isdistinct.none', [3, 4]],
    ['title=fts(english).castle', [2]],
    ['title=plfts.the factory', [1]],
    ['title=phfts.The Moon', [3]],
    ['title=wfts.moon or castle', [2, 3]],
    ['title=not.wfts.moon', [1, 2, 4]],
    ['tags=cs.{short,first}', [1]],
    ['tags=cd.{short,long}', [2, 3, 4]],
    ['tags=ov.{first,long}', [1]],
    ['facts=cs.{"minutes":3}', [2]],
    ['shown=ov.[1895-03-15,1895-03-16]', [1]],
    ['shown=sl.[1896-01-01,1896-02-01)', [1]],
    ['shown=sr.[1895-01-01,1895-06-01)', [2]],
    ['shown=nxr.[1895-01-01,1895-06-01)', [1]],
    ['shown=nxl.[1895-06-01,1895-07-01)', [2]],
    ['shown=adj.[1895-04-01,1895-05-01)', [1]],
    ['facts->minutes=gt.2', [2, 3]],
    ['facts->by->>name=eq.L', [1]],
    ['tags->-1=eq."first"', [1]],
    ['tags->>-2=eq.short', [1]],
    ['tags->0=eq."short"', [1, 2]],
    ['or=(year.lt.1896,rating.gt.8)', [1, 3]],
    ['or=(year.eq.1910,and(year.gt.1895,rating.is.null))', [2, 4]],
    ['not.or=(year.lt.1896,rating.gt.8)', [4]],
    ['and=(year.gt.1895,not.or(id.eq.3,id.eq.4))', [2]],
    ['or=(title.in.("The Moon","Orphan, \\"the\\""),id.eq.1)', [1, 3, 4]],
    ['or=(tags.cs.{short,first},id.eq.3)', [1, 3]],
    ['or=( id.eq.1, and( year.gt.1895 , id.eq.3 ) , title.eq."The Castle" )', [1, 2, 3]],
    ['or=(id.in.(1,2) , id.eq.3)', [1, 2, 3]],
    ['or=(title.eq.5" disk,id.eq.1)', [1]],
    ['or=(title.eq.a{b,title.eq.c}d,id.eq.1)', [1]],
    ['or=(title.eq.{a,id.eq.1)', [1]],
    ['or=(title.eq.a(b,id.eq.1)', [1]],
    ['or=(title.eq."The Moon" x,id.eq.1)', [1]],
    ['or=(title.eq."a)b,c",id.eq.1)', [1]],
    ['or=(title.in.(a{b,5" disk,The Moon),id.eq.1)', [1, 3]],
    ['or=(title.in.("a)b",The Moon),and(id.eq.1,title.in.()))', [3]],
    ['or=(title.like(any).{%(x%,*Moon},id.eq.1)', [1, 3]],
    ['or=(title.like(any)."{*Moon,*Castle}",id.eq.1)', [1, 2, 3]],
    ['or=(facts.cs.{"by":{"name":"L"}},id.eq.3)', [1, 3]],
    ['or=(facts.eq.{"minutes":3},tags.eq.{"short","first"})', [1, 2]],
  ])('the filter %s returns the ids %j', async (filter, expected) => {
    const escaped = filter.replaceAll('"', '%22').replaceAll(' ', '%20')
    expect(await readIds(escaped)).toEqual(expected)
  })
})

test('in and likeAnyOf of supabase-js find texts with quotes, braces and commas', async () => {
  const names = ['a{b', 'c}d', '5" disk', '"', '{', 'e(x', 'f,g', 'Méliès']
  await films.db.asOwner(
    'insert into directors select 200 + place, name from unnest($1::text[]) with ordinality as names (name, place)',
    [names],
  )
  const client = createClient(films.url, films.anonKey, { auth: { persistSession: false } })
  const selectDirectors = () => client.from('directors').select('last_name').gt('id', 200)
  for (const chosen of [
    ['a{b', 'c}d', 'Méliès'],
    ['a{b', 'Méliès'],
    ['5" disk', 'Méliès'],
    ['"', '{', 'e(x', 'f,g'],
    names,
  ]) {
    const { data } = await selectDirectors().in('last_name', chosen)
    expect(data?.map((row) => row.last_name).sort()).toEqual([...chosen].sort())
  }
  const like = await selectDirectors().likeAnyOf('last_name', ['%(x%', '%5"%'])
  await films.db.asOwner('delete from directors where id > 200')
  expect(like.data?.map((row) => row.last_name).sort()).toEqual(['5" disk', 'e(x'])
})

describe('columns', () => {
  test.each([
    ['an alias', 'select=name:title', [{ name: 'The Factory' }]],
    ['a cast', 'select=rating::text', [{ rating: '7.5' }]],
    ['JSON steps', 'select=facts->by->>name,facts->minutes', [{ name: 'L', minutes: 1 }]],
    [
      'space after commas',
      'select= id , name: title, year',
      [{ id: 1, name: 'The Factory', year: 1895 }],
    ],
    ['an element of a list', 'select=first:tags->0', [{ first: 'short' }]],
    [
      'an element from the end of a list',
      'select=a:tags->-1,b:tags->>-1::text,tags->>-2,facts->by->-1',
      [{ a: 'first', b: 'first', tags: 'short', by: null }],
    ],
    [
      'aliases with the names of internal aliases',
      'select=s:id,r:year,t:title',
      [{ s: 1, r: 1895, t: 'The Factory' }],
    ],
    [
      'numbers, lists, JSON and times',
      'select=rating,tags,facts,made',
      [
        {
          rating: 7.5,
          tags: ['short', 'first'],
          facts: { by: { name: 'L' }, minutes: 1 },
          made: '1895-03-19T12:00:00+00:00',
        },
      ],
    ],
  ])('select returns %s', async (_label, query, expected) => {
    expect(await films.getJson(`films?id=eq.1&${query}`)).toEqual(expected)
  })

  test('computed columns can be selected, filtered and ordered by', async () => {
    expect(await films.getJson('actors?select=full_name&full_name=like.*d%27Al*')).toEqual([
      { full_name: "Jehanne d'Alcy" },
    ])
    expect(await films.getJson('actors?select=id&order=full_name')).toEqual([{ id: 2 }, { id: 1 }])
  })
})

describe('order', () => {
  test.each([
    ['rating.desc', [2, 3, 1, 4]],
    ['rating.desc.nullslast', [3, 1, 4, 2]],
    ['rating.nullsfirst', [2, 4, 1, 3]],
    ['language, id.desc', [3, 2, 1, 4]],
    ['facts->minutes.desc.nullslast,id', [3, 2, 1, 4]],
    ['tags->-1.desc.nullslast,id', [2, 1, 3, 4]],
  ])('order=%s returns the ids %j', async (order, expected) => {
    expect(
      ((await films.getJson(`films?select=id&order=${order}`)) as { id: number }[]).map(
        ({ id }) => id,
      ),
    ).toEqual(expected)
  })
})

describe('pages and counts', () => {
  test.each([
    ['limit and offset', 'films?limit=2&offset=1', {}, 200, '1-2/*'],
    ['Range', 'films', { Range: '0-1' }, 200, '0-1/*'],
    ['Range without an end', 'films', { Range: '2-' }, 200, '2-3/*'],
    ['Range inside limit and offset', 'films?limit=3&offset=1', { Range: '2-9' }, 200, '2-3/*'],
    ['limit and offset inside Range', 'films?limit=1&offset=1', { Range: '0-9' }, 200, '1-1/*'],
    ['Range outside limit and offset', 'films?limit=1', { Range: '2-3' }, 416, null],
    ['a limit of 0 in a Range', 'films?limit=0', { Range: '0-3' }, 200, '*/*'],
    ['count=exact of a page', 'films?limit=2', { Prefer: 'count=exact' }, 206, '0-1/4'],
    ['count=exact of all rows', 'films', { Prefer: 'count=exact' }, 200, '0-3/4'],
    ['count=exact of no rows', 'films?id=eq.99', { Prefer: 'count=exact' }, 200, '*/0'],
    ['count=estimated of few rows', 'films?limit=1', { Prefer: 'count=estimated' }, 206, '0-0/4'],
    ['an offset beyond the last row', 'films?offset=9', { Prefer: 'count=exact' }, 416, null],
    ['a Range that ends before its start', 'films', { Range: '4-2' }, 416, null],
  ])(
    'a page with %s has its status and Content-Range',
    async (_label, path, headers, status, range) => {
      const response = await films.get(path, headers)
      expect([response.status, response.headers.get('content-range')]).toEqual([status, range])
    },
  )

  test('count=planned returns the estimate of the planner', async () => {
    await films.db.asOwner`insert into directors select n, ${'x'} from generate_series(100, 1099) n`
    await films.db.asOwner('analyze directors')
    const response = await films.get('directors?limit=1&id=gte.100', { Prefer: 'count=planned' })
    const total = Number(response.headers.get('content-range')?.split('/')[1])
    expect(total).toBeGreaterThan(900)
    expect(total).toBeLessThan(1100)
    await films.db.asOwner('delete from directors where id >= 100')
  })

  test('HEAD returns the headers and no body', async () => {
    const response = await films.send('HEAD', 'films', undefined, { Prefer: 'count=exact' })
    expect([response.headers.get('content-range'), await response.text()]).toEqual(['0-3/4', ''])
  })
})

describe('formats', () => {
  test('Accept: text/csv returns CSV', async () => {
    const response = await films.get('films?select=id,title,tags&order=id', { Accept: 'text/csv' })
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(await response.text()).toBe(
      'id,title,tags\n1,"The Factory","{short,first}"\n2,"The Castle",{short}\n3,"The Moon",{}\n4,"Orphan, ""the""",{}',
    )
    expect(await (await films.get('films?id=eq.0', { Accept: 'text/csv' })).text()).toBe('')
  })

  test('a single object is returned for one row, and 406 for several or none', async () => {
    const Accept = 'application/vnd.pgrst.object+json'
    const one = await films.get('films?id=eq.1&select=id', { Accept })
    expect([one.headers.get('content-type'), await one.json()]).toEqual([
      'application/vnd.pgrst.object+json; charset=utf-8',
      { id: 1 },
    ])
    const several = await films.get('films', { Accept })
    expect([several.status, await several.json()]).toMatchObject([
      406,
      { code: 'PGRST116', details: 'The result contains 4 rows' },
    ])
    expect((await films.get('films?id=eq.99', { Accept })).status).toBe(406)
  })

  test('nulls=stripped removes nulls', async () => {
    const rows = await films.getJson('films?id=eq.2&select=id,rating', {
      Accept: 'application/vnd.pgrst.array+json;nulls=stripped',
    })
    expect(rows).toEqual([{ id: 2 }])
    const row = await films.getJson('films?id=eq.2&select=id,rating', {
      Accept: 'application/vnd.pgrst.object+json;nulls=stripped',
    })
    expect(row).toEqual({ id: 2 })
  })

  test('the media type of the highest quality is returned, and 406 for an unknown one', async () => {
    const csv = await films.get('films?select=id', { Accept: 'application/json;q=0.5, text/csv' })
    expect(csv.headers.get('content-type')).toContain('text/csv')
    const none = await films.get('films', { Accept: 'image/png' })
    expect([none.status, await none.json()]).toMatchObject([406, { code: 'PGRST107' }])
  })
})

describe('schemas', () => {
  test('Accept-Profile selects another exposed schema', async () => {
    const response = await films.get('reels', { 'Accept-Profile': 'archive' })
    expect(await response.json()).toEqual([{ id: 1, label: 'nitrate' }])
    expect(response.headers.get('content-profile')).toBe('archive')
    expect((await films.get('reels')).status).toBe(404)
    const { data } = await films.createClient().schema('archive').from('reels').select()
    expect(data).toHaveLength(1)
  })

  test.each(['private', 'auth', 'constructor'])(
    'the schema %s, which is not exposed, returns 406',
    async (name) => {
      const response = await films.get('profiles', { 'Accept-Profile': name })
      expect([response.status, await response.json()]).toMatchObject([406, { code: 'PGRST106' }])
      const written = await films.send('POST', 'profiles', {}, { 'Content-Profile': name })
      expect(written.status).toBe(406)
    },
  )
})

describe('the OpenAPI description', () => {
  interface Description {
    paths: Record<string, Record<string, unknown>>
    definitions: Record<string, { required: string[]; properties: Record<string, object> }>
  }

  test('the description contains the tables and functions that the caller can use', async () => {
    const response = await films.get('', { Accept: 'application/openapi+json' })
    expect(response.headers.get('content-type')).toBe('application/openapi+json; charset=utf-8')
    const { paths, definitions } = (await response.json()) as Description
    expect(Object.keys(paths['/films'] ?? {})).toEqual(['get', 'post', 'patch', 'delete'])
    expect(Object.keys(paths['/todos'] ?? {})).toEqual(['get'])
    expect(Object.keys(paths)).toContain('/rpc/add_them')
    expect(definitions.films?.required).toEqual(['id', 'title'])
    expect(definitions.films?.properties.rating).toEqual({ type: 'number', format: 'numeric(3,1)' })
  })

  test('the description does not contain other tables and functions', async () => {
    const { paths, definitions } = (await films.getJson('')) as Description
    expect(Object.keys(definitions)).not.toContain('secrets')
    expect(Object.keys(paths)).not.toContain('/rpc/delete_todos')
  })
})

describe('a read that is not valid', () => {
  test.each([
    ['films?select=nope', 400, '42703'],
    ['films?nope=eq.1', 400, '42703'],
    ['films?select=directors(nope)', 400, '42703'],
    ['nope', 404, 'PGRST205'],
    ['users', 404, 'PGRST205'],
    ['films?select=(((', 400, 'PGRST100'],
    ['films?select=id::text;drop', 400, 'PGRST100'],
    ['films?rating=zz.4', 400, 'PGRST100'],
    ['films?or=(title.eq.x', 400, 'PGRST100'],
    ['films?id=eq.one', 400, '22P02'],
    ['films?limit=-1', 416, 'PGRST103'],
    ['films?limit=x', 400, 'PGRST100'],
    ["films?title=eq.'; drop table films;--", 200, undefined],
  ])('GET %s returns %d %s', async (path, status, code) => {
    const response = await films.get(path)
    expect([response.status, (await response.json()).code]).toEqual([status, code])
  })

  test.each([
    ['is malformed', async () => 'junk', 'PGRST301'],
    ['has expired', () => films.sign({ role: 'authenticated' }, -10), 'PGRST303'],
  ])('a token that %s returns 401', async (_label, createToken, code) => {
    const response = await films.get('films', { Authorization: `Bearer ${await createToken()}` })
    expect([response.status, (await response.json()).code]).toEqual([401, code])
  })
})
