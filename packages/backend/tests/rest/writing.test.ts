// PostgREST's pages "Tables and Views" (writing) and "Preferences".
import { beforeEach, describe, expect, test } from 'vitest'
import { shareFilmsBackend } from '../support/databases/films.ts'

const films = await shareFilmsBackend((settings) => {
  settings.api.tx_end = 'commit-allow-override'
})
beforeEach(async () => {
  await films.db.asOwner('delete from films where id >= 10')
})

const representation = { Prefer: 'return=representation' }
const readAdded = async () =>
  (await films.getJson('films?select=id,title,year&id=gte.10&order=id')) as object[]

describe('insert', () => {
  test('return=minimal, representation and headers-only return no body, the row and Location', async () => {
    const minimal = await films.send('POST', 'films', { id: 10, title: 'A' })
    expect([minimal.status, await minimal.text()]).toEqual([201, ''])
    const row = await films.send(
      'POST',
      'films?select=id,title',
      { id: 11, title: 'B' },
      representation,
    )
    expect(await row.json()).toEqual([{ id: 11, title: 'B' }])
    const headers = await films.send(
      'POST',
      'films',
      { id: 12, title: 'C' },
      { Prefer: 'return=headers-only' },
    )
    expect(headers.headers.get('location')).toBe('/films?id=eq.12')
    expect(headers.headers.get('preference-applied')).toBe('return=headers-only')
  })

  test('columns inserts missing values as null, or with missing=default as the default', async () => {
    const rows = [
      { id: 10, title: 'A', year: 1999 },
      { id: 11, title: 'B' },
    ]
    const path = 'films?columns=id,title,year'
    expect((await films.send('POST', path, rows)).status).toBe(201)
    expect(await readAdded()).toMatchObject([{ year: 1999 }, { year: null }])
    await films.db.asOwner('delete from films where id >= 10')
    await films.send('POST', path, rows, { Prefer: 'missing=default' })
    expect(await readAdded()).toMatchObject([{ year: 1999 }, { year: 1900 }])
  })

  test('columns ignores other keys of a row', async () => {
    await films.send('POST', 'films?columns=id,title', { id: 10, title: 'A', year: 5, odd: 1 })
    expect(await readAdded()).toEqual([{ id: 10, title: 'A', year: 1900 }])
  })

  test('select embeds a relation of the inserted row', async () => {
    const response = await films.send(
      'POST',
      'films?select=title,directors(last_name)',
      { id: 10, title: 'A', director_id: 1 },
      representation,
    )
    expect(await response.json()).toEqual([{ title: 'A', directors: { last_name: 'Lumière' } }])
  })

  test('select returns computed columns, also if columns have the names of internal aliases', async () => {
    const actor = { id: 10, first_name: 'Bleuette', last_name: 'Bernon' }
    const inserted = await films.send('POST', 'actors?select=id,full_name', actor, representation)
    expect(await inserted.json()).toEqual([{ id: 10, full_name: 'Bleuette Bernon' }])
    await films.send('DELETE', 'actors?id=eq.10')
    const path = 'pairs?source=eq.1&total=eq.3&select=t,total,makers(id)'
    const changed = await films.send('PATCH', path, { e1: 4 }, representation)
    expect(await changed.json()).toEqual([{ t: 2, total: 3, makers: [{ id: 1 }, { id: 2 }] }])
    expect(await films.getJson('pairs?select=total,makers(id)&order=total')).toEqual([
      { total: 3, makers: [{ id: 1 }, { id: 2 }] },
    ])
  })

  test('missing=default gives an identity column the next number', async () => {
    const rows = [{ id: 50, label: 'A' }, { label: 'B' }]
    const path = 'counters?columns=id,serial,label,year&select=id,serial,label,year'
    const response = await films.send('POST', path, rows, {
      Prefer: 'missing=default, return=representation',
    })
    expect(await response.json()).toMatchObject([
      { id: 50, serial: 1, label: 'A', year: 1900 },
      { id: 2, serial: 2, label: 'B', year: 1900 },
    ])
  })

  test('an update with missing=default sets the default of a named column that is missing', async () => {
    const patch = async (path: string, Prefer: string) =>
      (
        await films.send(
          'PATCH',
          `comments?id=eq.4&${path}`,
          {},
          {
            Prefer: `${Prefer}, return=representation`,
          },
        )
      ).json()
    const set = 'columns=body&select=body'
    expect(await patch(set, 'missing=default')).toEqual([{ body: 'empty' }])
    expect(await patch(set, 'missing=null')).toEqual([{ body: null }])
    await films.send('PATCH', 'comments?id=eq.4', { body: 'Wax' })
  })

  test('order sorts the rows that a write returns, also by a column that is not selected', async () => {
    const path = 'counters?select=label&order=year.desc'
    const rows = [
      { label: 'A', year: 1 },
      { label: 'B', year: 2 },
    ]
    const inserted = await films.send('POST', path, rows, representation)
    expect(await inserted.json()).toEqual([{ label: 'B' }, { label: 'A' }])
    const deleted = await films.send('DELETE', `${path}&year=lt.3`, undefined, representation)
    expect(await deleted.json()).toEqual([{ label: 'B' }, { label: 'A' }])
  })

  test('a single object that a write without rows in its answer asks for is required too', async () => {
    const single = { Accept: 'application/vnd.pgrst.object+json' }
    const several = await films.send('PATCH', 'films?id=lt.3', { year: 7 }, single)
    expect([several.status, await several.json()]).toMatchObject([406, { code: 'PGRST116' }])
    expect(await films.getJson('films?year=eq.7&select=id')).toEqual([])
    const none = await films.send('DELETE', 'films?id=eq.77', undefined, single)
    expect(none.status).toBe(406)
    const one = await films.send('PATCH', 'films?id=eq.1', { language: 'none' }, single)
    expect(one.status).toBe(204)
  })

  test('missing=default works with more columns than a function can have arguments', async () => {
    const names = ['id', ...Array.from({ length: 120 }, (_, index) => `c${index + 1}`)]
    const rows = [Object.fromEntries(names.map((name) => [name, 7])), { id: 8 }]
    const response = await films.send('POST', `wide?columns=${names}&select=id,c1,c120`, rows, {
      Prefer: 'missing=default, return=representation',
    })
    expect(await response.json()).toEqual([
      { id: 7, c1: 7, c120: 7 },
      { id: 8, c1: 1, c120: 120 },
    ])
  })

  test.each([
    ['PGRST102', 400, 'films', [{ id: 10, title: 'A' }, { id: 11 }]],
    ['PGRST102', 400, 'films', [{ id: 10, title: 'A' }, 11]],
    ['PGRST100', 400, 'films?columns=', [{ id: 10, title: 'A' }]],
    ['PGRST102', 400, 'films', '{"id":'],
    ['PGRST102', 400, 'films', 'null'],
    ['PGRST204', 400, 'films', { id: 10, odd: 1 }],
    ['PGRST204', 400, 'films?columns=id,odd', { id: 10 }],
    ['23505', 409, 'films', { id: 1, title: 'Again' }],
    ['23503', 409, 'films', { id: 10, title: 'A', director_id: 77 }],
    ['23502', 400, 'films', { id: 10 }],
    [
      '23502',
      400,
      'films',
      [
        { id: 10, title: 'A' },
        { id: 11, title: null },
      ],
    ],
    ['22P02', 400, 'films', { id: 'ten', title: 'A' }],
    ['PGRST205', 404, 'nowhere', { id: 1 }],
  ])('%s %d is returned for %s with %j', async (code, status, path, body) => {
    const response = await films.send('POST', path, body)
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
      status,
      code,
    ])
    expect(await readAdded()).toEqual([])
  })
})

describe('upsert', () => {
  const rows = [
    { id: 1, title: 'Renamed' },
    { id: 10, title: 'New' },
  ]
  test('ignore-duplicates returns only inserted rows', async () => {
    const response = await films.send('POST', 'films?select=id', rows, {
      Prefer: 'resolution=ignore-duplicates, return=representation',
    })
    expect(await response.json()).toEqual([{ id: 10 }])
  })

  test('merge-duplicates returns inserted and updated rows', async () => {
    const response = await films.send('POST', 'films?select=id,title&on_conflict=id', rows, {
      Prefer: 'resolution=merge-duplicates, return=representation',
    })
    expect(await response.json()).toEqual(rows)
    await films.send('PATCH', 'films?id=eq.1', { title: 'The Factory' })
  })

  test.each([
    ['some are new', 'films', [{ id: 1 }, { id: 12 }], 201],
    ['all exist', 'films', [{ id: 1 }, { id: 2 }], 200],
    ['the list is empty', 'films', [], 200],
    ['on_conflict names the key', 'pairs?on_conflict=source,t', [{ source: 1, t: 2, e1: 9 }], 200],
    ['half of a key exists', 'pairs', [{ source: 1, t: 77, e1: 9 }], 201],
    ['the table generates the key', 'counters', [{ label: 'new' }], 201],
  ])(
    'merge-duplicates returns 201 after an insert, else 200: %s',
    async (_label, path, rows, status) => {
      const titled = path === 'films' ? rows.map((row) => ({ ...row, title: 'The Same' })) : rows
      for (const kind of ['minimal', 'representation']) {
        const response = await films.send('POST', path, titled, {
          Prefer: `resolution=merge-duplicates, return=${kind}, tx=rollback`,
        })
        expect([kind, response.status]).toEqual([kind, status])
      }
      const ignored = await films.send('POST', path, titled, {
        Prefer: 'resolution=ignore-duplicates, tx=rollback',
      })
      expect(ignored.status).toBe(201)
    },
  )

  test('merge-duplicates of a row with only key columns returns the row', async () => {
    const response = await films.send(
      'POST',
      'pairs?select=source,t',
      { source: 1, t: 2 },
      { Prefer: 'resolution=merge-duplicates, return=representation' },
    )
    expect(await response.json()).toEqual([{ source: 1, t: 2 }])
  })

  test.each([
    ['merge', 200, 'W'],
    ['ignore', 201, 'V'],
  ])('%s-duplicates on a view uses the key of its table', async (resolution, status, name) => {
    const Prefer = `resolution=${resolution}-duplicates`
    const send = (last_name: string) =>
      films.send('POST', 'directors_view', { id: 40, last_name }, { Prefer })
    expect((await send('V')).status).toBe(201)
    expect((await send('W')).status).toBe(status)
    const rows = await films.getJson('directors_view?id=eq.40')
    expect(rows).toEqual([{ id: 40, last_name: name }])
    await films.send('DELETE', 'directors?id=eq.40')
  })

  test('PUT compares a key beyond 2^53 exactly', async () => {
    const put = (path: string, id: string) => films.send('PUT', `ledger?${path}`, `{"id": ${id}}`)
    expect((await put('id=eq.9007199254740993', '9007199254740993')).status).toBe(201)
    const other = await put('id=eq.9007199254740993', '9007199254740992')
    expect([other.status, await other.json()]).toMatchObject([400, { code: 'PGRST115' }])
    expect((await put('id=eq.9007199254740993&on_conflict=note', '9007199254740993')).status).toBe(
      204,
    )
    expect(await films.getJson('ledger?select=id::text')).toEqual([{ id: '9007199254740993' }])
    expect((await put('id=eq(any).{5}', '5')).status).toBe(405)
  })

  test('PUT inserts or replaces the row of its key, and refuses other filters', async () => {
    const put = (path: string, body: object) => films.send('PUT', path, body, representation)
    expect((await put('films?id=eq.10', { id: 10, title: 'Put' })).status).toBe(201)
    expect((await put('films?id=eq.10', { id: 10, title: 'Put again' })).status).toBe(200)
    expect(await readAdded()).toMatchObject([{ id: 10, title: 'Put again' }])
    const refusals = [
      await put('films?title=eq.x', { id: 10, title: 'x' }),
      await put('films?id=eq.10&limit=1', { id: 10, title: 'x' }),
      await put('films?id=eq.10', { id: 11, title: 'x' }),
    ]
    const codes = refusals.map(
      async (response) => ((await response.json()) as { code: string }).code,
    )
    expect(await Promise.all(codes)).toEqual(['PGRST105', 'PGRST114', 'PGRST115'])
  })
})

describe('update and delete', () => {
  beforeEach(async () => {
    await films.send('POST', 'films', [
      { id: 10, title: 'A' },
      { id: 11, title: 'B' },
    ])
  })

  test('filters choose the rows, and the response has the rows or their count', async () => {
    const rows = await films.send(
      'PATCH',
      'films?id=gte.10&select=id,year',
      { year: 2000 },
      representation,
    )
    expect([rows.status, rows.headers.get('content-range'), await rows.json()]).toEqual([
      200,
      '0-1/*',
      [
        { id: 10, year: 2000 },
        { id: 11, year: 2000 },
      ],
    ])
    const deleted = await films.send('DELETE', 'films?id=eq.10', undefined, {
      Prefer: 'count=exact',
    })
    expect([deleted.status, deleted.headers.get('content-range')]).toEqual([204, '*/1'])
    expect(await readAdded()).toHaveLength(1)
  })

  test('filters on an inner embed choose the rows', async () => {
    await films.send('PATCH', 'films?id=eq.10', { director_id: 3 })
    await films.send('DELETE', 'films?select=directors!inner(id)&directors.id=eq.3')
    expect(await readAdded()).toMatchObject([{ id: 11 }])
  })

  test('PATCH with an empty object returns no rows', async () => {
    const response = await films.send('PATCH', 'films?id=gte.10', {}, representation)
    expect([response.status, await response.json()]).toEqual([200, []])
  })

  test('max-affected rolls back with handling=strict only', async () => {
    const refused = await films.send('DELETE', 'films?id=gte.10', undefined, {
      Prefer: 'handling=strict, max-affected=1',
    })
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { code: 'PGRST124', details: 'The query affects 2 rows' },
    ])
    expect(await readAdded()).toHaveLength(2)
    const lenient = await films.send('DELETE', 'films?id=gte.10', undefined, {
      Prefer: 'max-affected=1',
    })
    expect([lenient.status, await readAdded()]).toEqual([204, []])
  })

  test('a single object of two rows returns 406 and rolls back', async () => {
    const response = await films.send('DELETE', 'films?id=gte.10', undefined, {
      ...representation,
      Accept: 'application/vnd.pgrst.object+json',
    })
    expect([response.status, (await readAdded()).length]).toEqual([406, 2])
  })
})

describe('preferences', () => {
  test('tx=rollback returns the row and rolls back', async () => {
    const response = await films.send(
      'POST',
      'films?select=id',
      { id: 10, title: 'A' },
      { Prefer: 'tx=rollback, return=representation' },
    )
    expect([response.status, await response.json()]).toEqual([201, [{ id: 10 }]])
    expect(response.headers.get('preference-applied')).toBe('tx=rollback, return=representation')
    expect(await readAdded()).toEqual([])
  })

  test('handling=strict returns 400 with the unknown preferences', async () => {
    const response = await films.get('films', { Prefer: 'handling=strict, foo, bar=1' })
    expect([response.status, await response.json()]).toEqual([
      400,
      {
        code: 'PGRST122',
        message: 'Invalid preferences given with handling=strict',
        details: 'Invalid preferences: foo, bar=1',
        hint: null,
      },
    ])
    expect((await films.get('films', { Prefer: 'handling=lenient, foo' })).status).toBe(200)
  })

  test('timezone sets the time zone of the request', async () => {
    const readTime = (Prefer: string) => films.getJson('films?id=eq.1&select=made', { Prefer })
    expect(await readTime('timezone=America/Bogota')).toEqual([
      { made: '1895-03-19T07:03:44-04:56:16' },
    ])
    expect(await readTime('timezone=+05:30')).toEqual([{ made: '1895-03-19T06:30:00-05:30' }])
    expect(await readTime('timezone=Jupiter/Red_Spot')).toMatchObject({ code: '22023' })
    // The setting does not reach the next request on the connection.
    expect(await readTime('')).toEqual([{ made: '1895-03-19T12:00:00+00:00' }])
    const strict = await films.get('films', {
      Prefer: 'handling=strict, timezone=Jupiter/Red_Spot',
    })
    expect(strict.status).toBe(400)
  })
})
