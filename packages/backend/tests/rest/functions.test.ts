// PostgREST's pages "Functions as RPC" and "Errors".
import { describe, expect, test } from 'vitest'
import { shareFilmsBackend } from '../support/databases/films.ts'

const films = await shareFilmsBackend()

const call = (name: string, body: unknown, headers?: Record<string, string>) =>
  films.send('POST', `rpc/${name}`, body, headers)

describe('POST of a function', () => {
  test.each([
    ['named arguments', 'add_them', { a: 1, b: 2 }, 3],
    ['a default', 'add_them', { a: 1 }, 11],
    ['a number as text', 'add_them', { a: '1', b: '2' }, 3],
    ['one JSON argument without a name', 'mult_them', { x: 4, y: 2 }, 8],
    ['a variadic list', 'plus_one', { v: [1, 2, 3] }, [2, 3, 4]],
    ['a set of numbers', 'numbers', {}, [1, 2, 3]],
    ['a null', 'null_word', {}, null],
    ['a record', 'film_record', { which: 1 }, { id: 1, title: 'The Factory' }],
    [
      'a set of records',
      'film_records',
      {},
      [
        { id: 1, title: 'The Factory' },
        { id: 2, title: 'The Castle' },
      ],
    ],
    ['one OUT argument', 'next_number', { n: 4 }, { next: 5 }],
    [
      'a domain over a row',
      'old_film?select=id,directors(last_name)',
      { which: 1 },
      { id: 1, directors: { last_name: 'Lumière' } },
    ],
    ['columns of the body', 'add_them?columns=a,b', { a: 1, b: 2, other: 3 }, 3],
    ['the first object of a list', 'add_them', [{ a: 1, b: 2 }, { a: 5 }], 3],
    ['one row', 'one_film?select=title', { which: 1 }, { title: 'The Factory' }],
    ['filtered rows', 'best_films?select=id&order=id.desc&limit=1', {}, [{ id: 3 }]],
  ])('POST with %s returns the result', async (_label, path, body, expected) => {
    const response = await call(path, body)
    expect([response.status, await response.json()]).toEqual([200, expected])
  })

  test.each([
    ['a list for one JSON argument without a name', 'first_of', '[[7], 8]', '[7]'],
    ['a text for one JSON argument without a name', 'first_of', '"just a text"', '"just a text"'],
    [
      'a long number for one JSON argument without a name',
      'first_of',
      '90071992547409931',
      '90071992547409931',
    ],
  ])('POST with %s passes it unchanged', async (_label, path, body, expected) => {
    const response = await call(path, body)
    expect([response.status, await response.text()]).toEqual([200, expected])
  })

  test.each([
    ['a number beyond 2^53', '{"big": 9007199254740993}', { big: '9007199254740993' }],
    [
      'a number of many digits',
      '{"exact": 0.10000000000000000000001}',
      { exact: '0.10000000000000000000001' },
    ],
    ['a number for a text', '{"words": 1e2}', { words: '1e2' }],
    ['true for a text', '{"words": true}', { words: 'true' }],
    ['a JSON text', '{"doc": "5", "raw": "{}"}', { doc: '5', raw: '"{}"' }],
    ['JSON with its spaces', '{"raw": {"b":1,  "a":2}}', { raw: '{"b":1,  "a":2}' }],
    ['JSON numbers', '{"doc": {"a": [true, 1.50]}}', { doc: { a: [true, 1.5] } }],
    ['an escaped quote', '{"words": "a\\"b\\u00e9"}', { words: 'a"bé' }],
    ['a char(5)', '{"letters": "abc"}', { letters: 'abc' }],
    ['a list', '{"parts": ["a,b", null]}', { parts: ['a,b', null] }],
    ['a list as a literal', '{"parts": "{a,b}"}', { parts: ['a', 'b'] }],
    ['a row', '{"film": {"id": 5, "title": "The Moon"}}', { film: 'The Moon' }],
    ['null', '{"big": null, "doc": null}', { big: null, doc: null }],
  ])('POST passes %s to the function unchanged', async (_label, body, expected) => {
    expect(await (await call('echo_arguments', body)).json()).toMatchObject(expected)
  })

  test('a form with a list of 70,000 values, more than a statement has parameters, passes all of them', async () => {
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
    const response = await call('plus_one', Array(70_000).fill('v=1').join('&'), form)
    expect(await response.json()).toHaveLength(70_000)
  })

  test('a void function returns 204', async () => {
    const response = await call('nothing', {})
    expect([response.status, await response.text()]).toEqual([204, ''])
  })

  test('a form and plain text pass their arguments', async () => {
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
    expect(await (await call('add_them', 'a=1&b=5', form)).json()).toBe(6)
    expect(await (await call('plus_one', 'v=1&v=2', form)).json()).toEqual([2, 3])
    const text = { 'Content-Type': 'text/plain' }
    expect(await (await call('echo_text', 'just words', text)).json()).toBe('just words')
  })

  test('a single object is returned for one row, and 406 for several', async () => {
    const single = { Accept: 'application/vnd.pgrst.object+json' }
    expect(await (await call('one_film?select=id', { which: 2 }, single)).json()).toEqual({ id: 2 })
    expect((await call('best_films', {}, single)).status).toBe(406)
  })

  test('count=exact returns 206 with the count', async () => {
    const response = await call('best_films?limit=1', {}, { Prefer: 'count=exact' })
    expect([response.status, response.headers.get('content-range')]).toEqual([206, '0-0/2'])
    const numbers = await call('numbers?limit=2', {}, { Prefer: 'count=exact' })
    expect([numbers.status, numbers.headers.get('content-range')]).toEqual([206, '0-1/3'])
    const scalar = await call('add_them', { a: 1 }, { Prefer: 'count=exact' })
    expect([scalar.status, scalar.headers.get('content-range')]).toEqual([200, '0-0/1'])
  })
})

describe('GET of a function', () => {
  test.each([
    ['arguments', 'add_them?a=1&b=2', 3],
    ['a list literal', 'plus_one?v={1,2}', [2, 3]],
    ['a list of one', 'plus_one?v=1', [2]],
    ['a repeated name', 'plus_one?v=1&v=2', [2, 3]],
    ['a repeated name of an argument that is no list', 'add_them?a=1&b=2&b=5', 6],
    ['limit and offset of a set of numbers', 'numbers?limit=1&offset=1', [2]],
    ['rows of a table that is not exposed', 'archived?select=reel', [{ reel: 'nine' }]],
    [
      'computed columns of rows',
      'all_actors?select=full_name&full_name=like.G*',
      [{ full_name: 'Georges Méliès' }],
    ],
    [
      'computed columns of rows whose columns have the names of internal aliases',
      'all_pairs?select=*,total,makers(id)',
      [{ source: 1, t: 2, e1: 3, total: 3, makers: [{ id: 1 }, { id: 2 }] }],
    ],
    ['arguments and filters', 'best_films?select=id&rating=gt.8', [{ id: 3 }]],
    [
      'an argument and a filter of one name',
      'add_director_names?id=2&id=not.eq.1&select=id',
      [{ id: 2 }],
    ],
    ['an argument that looks like a filter', 'echo_text_named?words=eq.5', 'eq.5'],
  ])('GET with %s returns the result', async (_label, path, expected) => {
    expect(await films.getJson(`rpc/${path}`)).toEqual(expected)
  })
})

describe('max-affected', () => {
  const limited = (max: number) => ({ Prefer: `handling=strict, max-affected=${max}` })
  const rows = [
    { label: 'A', year: 2000 },
    { label: 'B', year: 2000 },
  ]
  const readLabels = () => films.getJson('counters?year=eq.2000&select=label&order=label')

  test('a call that affects more rows returns 400 PGRST124 and changes nothing', async () => {
    await films.send('POST', 'counters', rows)
    const refused = await call('delete_counters', {}, limited(1))
    expect([refused.status, await refused.json()]).toMatchObject([400, { code: 'PGRST124' }])
    expect(await readLabels()).toEqual([{ label: 'A' }, { label: 'B' }])
    expect((await call('delete_counters', {}, limited(2))).status).toBe(200)
    expect(await readLabels()).toEqual([])
  })

  test('a function that returns no rows is refused with PGRST128 before it runs', async () => {
    await films.send('POST', 'counters', rows)
    const refused = await call('delete_counters_silently', {}, limited(5))
    expect([refused.status, await refused.json()]).toMatchObject([400, { code: 'PGRST128' }])
    expect(await readLabels()).toHaveLength(2)
    expect((await call('delete_counters_silently', {})).status).toBe(204)
    expect(await readLabels()).toEqual([])
  })
})

describe('settings of the request', () => {
  const readSetting = async (name: string, headers: Record<string, string> = {}) =>
    (await call('request_setting', { name }, headers)).json()

  test('a function reads method, path and headers', async () => {
    expect(await readSetting('method')).toBe('POST')
    expect(await readSetting('path')).toBe('/rpc/request_setting')
    const headers = JSON.parse(String(await readSetting('headers', { 'X-Tool': 'Hammer' })))
    expect(headers).toMatchObject({ 'x-tool': 'Hammer', 'content-type': 'application/json' })
    expect(await films.getJson('rpc/request_setting?name=method')).toBe('GET')
  })

  test('headers beyond 4 KB are left out', async () => {
    const headers = JSON.parse(
      String(await readSetting('headers', { 'X-Long': 'x'.repeat(4100), 'X-Short': 'y' })),
    )
    expect(headers).toMatchObject({ 'x-short': 'y' })
    expect(headers).not.toHaveProperty('x-long')
  })

  test('a request does not see the headers of the one before it', async () => {
    await readSetting('headers', { 'X-Tool': 'Hammer' })
    expect(String(await readSetting('headers'))).not.toContain('Hammer')
  })
})

describe('a function that is not found', () => {
  test.each([
    ['rpc/add_the', 'Perhaps you meant to call the function public.add_them'],
    ['rpc/add_them?a=1&c=2', 'Perhaps you meant to call the function public.add_them(a, b)'],
    ['rpc/nowhere_near', null],
    // Its only argument is a row without a name, which no request can give.
    ['rpc/full_name', null],
    [`rpc/${'add_them'.repeat(50)}`, null],
  ])('%s returns 404 PGRST202 with the hint %j', async (path, hint) => {
    const response = await films.get(path)
    expect([response.status, await response.json()]).toMatchObject([
      404,
      { code: 'PGRST202', hint },
    ])
  })

  test('a text argument without a name takes the whole body, also with an empty key', async () => {
    const response = await call('echo_text', { '': 'words' })
    expect([response.status, await response.json()]).toEqual([200, '{"":"words"}'])
    expect((await call('full_name', { '': 'words' })).status).toBe(404)
  })

  test('the details list the parameters that the request gave', async () => {
    const response = await call('add_them', { a: 1, c: 2 })
    expect(await response.json()).toMatchObject({
      message: 'Could not find the function public.add_them(a, c) in the schema cache',
      details:
        'Searched for the function public.add_them with parameters a, c or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.',
    })
  })
})

describe('errors and responses of functions', () => {
  test.each([
    ['PGRST202', 404, 'add_them', { a: 1, c: 2 }],
    ['PGRST202', 404, 'nowhere', {}],
    ['PGRST203', 300, 'twice', { n: 2 }],
    ['PGRST102', 400, 'add_them', '[1'],
    ['PGRST102', 400, 'add_them', '5'],
    ['22P02', 400, 'add_them', { a: 'one' }],
    ['PT402', 402, 'refuse', {}],
  ])('%s %d is returned for %s with %j', async (code, status, name, body) => {
    const response = await call(name, body)
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
      status,
      code,
    ])
  })

  test.each([
    ['greet', {}, 'public.greet(), public.greet(name => text)'],
    ['twice', { n: 2 }, 'public.twice(n => integer), public.twice(n => text)'],
  ])(
    'PGRST203 for %s lists the functions by the number of their parameters, then by type',
    async (name, body, functions) => {
      const response = await call(name, body)
      expect(await response.json()).toMatchObject({
        code: 'PGRST203',
        message: `Could not choose the best candidate function between: ${functions}`,
      })
    },
  )

  test('PATCH of a function returns 405', async () => {
    expect((await films.send('PATCH', 'rpc/add_them', {})).status).toBe(405)
  })

  test('PGRST errors set status, headers and body', async () => {
    const response = await call('refuse_wholly', {})
    expect([response.status, response.headers.get('x-refused'), await response.json()]).toEqual([
      402,
      'yes',
      { code: '123', message: 'Payment Required', details: 'Quota exceeded', hint: 'Upgrade' },
    ])
  })

  test('response.status and response.headers set status and headers', async () => {
    const response = await call('teapot', {})
    expect([response.status, response.headers.get('x-brewed')]).toEqual([418, 'tea'])
  })

  test('a refused response rolls the function back', async () => {
    const countDirectors = async () =>
      (await films.db.asOwner('select id from directors where id > 50')).length
    const refused = await call('add_director', { which: 51, status: '99' })
    expect([refused.status, await countDirectors()]).toEqual([500, 0])
    const page = await call('add_director?offset=5', { which: 51 }, { Prefer: 'count=exact' })
    expect([page.status, await countDirectors()]).toEqual([416, 0])
    const done = await call('add_director', { which: 51, status: '201' })
    expect([done.status, await countDirectors()]).toEqual([201, 1])
  })

  test.each([
    ['PT204', 204],
    ['PT304', 304],
    ['PT599', 599],
    ['PT099', 500],
    ['PT999', 500],
  ])('the raised code %s returns %d', async (code, status) => {
    const response = await call('raise_it', { code, message: 'No' })
    expect(response.status).toBe(status)
    expect(await response.text()).toBe(
      status < 400 ? '' : `{"code":"${code}","details":null,"hint":null,"message":"No"}`,
    )
  })

  test.each([
    '{"status":99}',
    '{"status":1000}',
    '{"status":402,"headers":{"bad name":"x"}}',
    '{"status":402,"headers":{"X-Bad":"a\\nb"}}',
  ])('a PGRST error with the detail %s returns 500 PGRST121', async (detail) => {
    const message = '{"code":"1","message":"No"}'
    const response = await call('raise_it', { code: 'PGRST', message, detail })
    expect([response.status, await response.json()]).toMatchObject([500, { code: 'PGRST121' }])
  })

  test.each([204, 205, 304])('the status %d has no body', async (status) => {
    const response = await call('add_director', { which: status, status: `${status}` })
    expect([response.status, await response.text()]).toEqual([status, ''])
  })

  test('GET of a function and a stable function run in a read-only transaction', async () => {
    const changing = await films.get('rpc/add_director?which=70')
    expect([changing.status, await changing.json()]).toMatchObject([405, { code: '25006' }])
    const stable = await call('quietly_add', {})
    expect([stable.status, await stable.json()]).toMatchObject([405, { code: '25006' }])
    const zoned = await films.get('rpc/add_director?which=70', { Prefer: 'timezone=UTC' })
    expect(zoned.status).toBe(405)
    expect(await films.getJson('rpc/dice')).toBe(4)
  })

  test('a function can set the content type', async () => {
    const response = await call('as_text', {})
    expect([response.headers.get('content-type'), await response.text()]).toEqual([
      'text/x-poem',
      '"roses"',
    ])
  })

  test.each([
    ['PGRST111', 'response.headers', 'not json'],
    ['PGRST111', 'response.headers', '[{"bad name\\n": "x"}]'],
    ['PGRST112', 'response.status', 'often'],
    ['PGRST112', 'response.status', '99'],
    ['PGRST112', 'response.status', '2e2'],
    ['PGRST111', 'response.headers', '[{"X-Bad": "a\\nb"}]'],
  ])('%s is returned for %s = %j', async (code, setting, value) => {
    await films.db.asOwner(
      `create or replace function odd_answer() returns void language plpgsql security definer set search_path = '' as $$ begin perform set_config('${setting}', '${value}', true); end $$`,
    )
    await films.db.asOwner('grant execute on function odd_answer to anon')
    films.reload()
    const response = await call('odd_answer', {})
    expect([response.status, await response.json()]).toMatchObject([500, { code }])
  })
})
