// Which changes the feed delivers, in which form, and how many.
import { expect, inject, test } from 'vitest'
import {
  ANON,
  summarize,
  type TestSubscription,
  withChangeFeed,
} from '../../support/backends/change-feed.ts'

const here = withChangeFeed()
const { openFeed, publish, subscribe, flushChanges, logged } = here

test('an insert, an update and a delete deliver the row, the key and the columns', async () => {
  const notes = await subscribe([{}, { event: 'DELETE' }])
  await here.db.asOwner("insert into notes (id, body) values (1, 'a')")
  await flushChanges()
  await here.db.asOwner("update notes set body = 'b'")
  await flushChanges()
  await here.db.asOwner('delete from notes')
  await flushChanges()
  const [all, deletes] = notes.bindings.map(({ id }) => id)
  const columns = [
    { name: 'id', type: 'int4' },
    { name: 'owner', type: 'uuid' },
    { name: 'body', type: 'text' },
  ]
  const base = { schema: 'public', table: 'notes', columns, errors: null }
  const commit_timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  const rows = notes.received.map(({ ids, data }) => ({ ids, data }))
  const record = { id: 1, owner: null, body: 'b' }
  expect(rows.map(({ data }) => data.type)).toEqual(['INSERT', 'UPDATE', 'DELETE'])
  expect(rows).toEqual([
    {
      ids: [all],
      data: { ...base, commit_timestamp, type: 'INSERT', record: { ...record, body: 'a' } },
    },
    {
      ids: [all],
      data: { ...base, commit_timestamp, type: 'UPDATE', record, old_record: { id: 1 } },
    },
    {
      ids: [all, deletes],
      data: { ...base, commit_timestamp, type: 'DELETE', old_record: { id: 1 } },
    },
  ])
})

test('an update of the key delivers the key before', async () => {
  const notes = await subscribe()
  await here.db.asOwner('insert into notes (id) values (1)')
  await flushChanges()
  await here.db.asOwner('update notes set id = 2')
  await flushChanges()
  expect(summarize(notes).slice(1)).toEqual([['UPDATE', 2, { id: 1 }]])
})

// JSON writes these characters with six bytes, and again a backslash before each.
test.each([
  ['from a short key to a long one', 'a', 'é'.repeat(1200), ['DELETE', undefined, 'a']],
  ['from a long key to a short one', 'é'.repeat(1200), 'b', ['INSERT', 'b', undefined]],
  ['from a long key to a long one', 'é'.repeat(1200), 'è'.repeat(1200), undefined],
  [
    'of 1,960 bytes',
    '"\\'.repeat(490),
    '\u0001'.repeat(320),
    ['UPDATE', '\u0001'.repeat(320), '"\\'.repeat(490)],
  ],
])(
  'an update %s succeeds and delivers the keys of at most 2,000 bytes',
  async (_case, from, to, change) => {
    await publish('names', 'name text primary key')
    await here.db.asOwner('insert into names values ($1)', [from])
    const names = await subscribe({ table: 'names' })
    await here.db.asOwner('update names set name = $1', [to])
    expect(await here.db.asOwner('select name from names')).toEqual([{ name: to }])
    await here.db.asOwner("insert into names values ('last')")
    await flushChanges()
    const received = names.received.map(({ data }) => [
      data.type,
      data.record?.name,
      data.old_record?.name,
    ])
    expect(received).toEqual([...(change ? [change] : []), ['INSERT', 'last', undefined]])
  },
)

test('an update of several keys delivers deletes, inserts, and updates of keys that stay', async () => {
  await here.db.asOwner('insert into notes (id) values (1), (3), (7), (8)')
  const notes = await subscribe()
  await here.db.asOwner('update notes set id = case when id < 5 then id + 10 else id end')
  await flushChanges()
  expect(summarize(notes).map(([type, id, old]) => [type, id ?? old])).toEqual(
    expect.arrayContaining([
      ['UPDATE', 7],
      ['UPDATE', 8],
      ['DELETE', { id: 1 }],
      ['DELETE', { id: 3 }],
      ['INSERT', 11],
      ['INSERT', 13],
    ]),
  )
  expect(notes.received).toHaveLength(6)
})

test('TRUNCATE and a statement without rows deliver nothing', async () => {
  await here.db.asOwner('insert into notes (id) values (1)')
  const notes = await subscribe()
  await here.db.asOwner('truncate notes')
  await here.db.asOwner('delete from notes')
  await here.db.asOwner("insert into notes (id, body) values (1, 'after')")
  await flushChanges()
  expect(summarize(notes)).toEqual([['INSERT', 1, undefined]])
})

test('updates of one row that wait are delivered once, with the newest row', async () => {
  await here.db.asOwner('insert into notes (id) values (1), (2)')
  const notes = await subscribe()
  await here.db.database.transactionAsOwner(async ({ query }) => {
    for (const body of ['a', 'b', 'c'])
      await query('update notes set body = $1 where id = 1', [body])
    await query('insert into notes (id) values (3)')
    await query("update notes set body = 'd' where id = 3")
  })
  await flushChanges()
  expect(notes.received.map(({ data }) => [data.type, data.record?.id, data.record?.body])).toEqual(
    [
      ['UPDATE', 1, 'c'],
      ['INSERT', 3, 'd'],
      ['UPDATE', 3, 'd'],
    ],
  )
})

test('10,000 inserted rows are all delivered, and the process handles other events meanwhile', async () => {
  const notes = await subscribe()
  await here.db.asOwner('insert into notes (id) select generate_series(1, 10000)')
  await expect.poll(() => notes.received.length, { timeout: 20_000 }).toBe(10_000)
  expect(new Set(notes.received.map(({ data }) => data.record?.id)).size).toBe(10_000)
})

test('a statement that changes more than 10,000 rows is logged, and later changes are delivered', async () => {
  await here.db.asOwner('insert into notes (id) select generate_series(1, 20000)')
  const notes = await subscribe()
  await here.db.asOwner("update notes set body = 'x'")
  await here.db.asOwner("update notes set body = 'y' where id = 5")
  await flushChanges()
  expect(summarize(notes)).toEqual([['UPDATE', 5, { id: 5 }]])
  expect(logged).toEqual([
    'Error: subscribers of public.notes miss changes: one statement changed too many rows',
  ])
})

test('more than 10,000 waiting changes are dropped, logged, and later changes delivered', async () => {
  const notes = await subscribe()
  await here.db.database.transactionAsOwner(async ({ query }) => {
    for (const first of [1, 8001]) {
      await query('insert into notes (id) select generate_series($1::int, $1::int + 7999)', [first])
    }
  })
  const idsOf = () => notes.received.map(({ data }) => data.record?.id)
  await expect.poll(idsOf, { timeout: 20_000 }).toContain(16_000)
  expect(idsOf().length).toBeLessThan(10_000)
  expect(logged[0]).toContain('subscribers of public.notes miss changes: 10000 changes waited')
})

test('values have the form that the client converts', async () => {
  await here.db.asOwner("create type mood as enum ('calm', 'loud')")
  await publish(
    'kinds',
    `id bigint primary key, list int[], words text[], data jsonb, price numeric, at timestamptz,
     day date, feeling mood, bytes bytea, flag boolean, nothing text`,
  )
  const kinds = await subscribe({ table: 'kinds' })
  const insert = `insert into kinds values (9007199254740993, '{1,2}', '{"a,b",c}', '{"x": [1]}',
    12345678901234567890.5, '2026-01-02 03:04:05.678+00', '2026-01-02', 'loud', '\\x00ff', true, null)`
  await here.db.asOwner(insert)
  await here.db.asOwner('delete from kinds')
  await flushChanges()
  // A deleted row cannot be read.
  await here.db.asOwner(insert)
  await flushChanges()
  const inserted = kinds.received.at(-1)
  expect(inserted?.data.columns?.map(({ type }) => type)).toEqual(
    'int8 _int4 _text jsonb numeric timestamptz date mood bytea bool text'.split(' '),
  )
  expect(inserted?.data.record).toMatchObject({
    list: [1, 2],
    words: ['a,b', 'c'],
    data: { x: [1] },
    at: '2026-01-02T03:04:05.678+00:00',
    day: '2026-01-02',
    feeling: 'loud',
    bytes: '\\x00ff',
    flag: true,
    nothing: null,
  })
  expect(inserted?.text).toContain('"id":9007199254740993,')
  expect(inserted?.text).toContain('"price":12345678901234567890.5,')
})

test.each([
  ['char(5)', 'ab', 'ab   ', 'abcdef'],
  ['bit(3)', '101', '101', '1011'],
  ['varchar(2)', 'ab', 'ab', 'abc'],
])('a key of the type %s delivers its changes', async (type, key, stored, longer) => {
  await publish('codes', `code ${type} primary key, n int`)
  const codes = await subscribe({ table: 'codes' })
  const same = await subscribe({ table: 'codes', filter: `code=eq.${key}` })
  const other = await subscribe({ table: 'codes', filter: `code=eq.${longer}` })
  for (const statement of [`insert into codes values ('${key}')`, 'update codes set n = 1']) {
    await here.db.asOwner(statement)
    await flushChanges()
  }
  await here.db.asOwner('delete from codes')
  await flushChanges()
  const expected = [
    ['INSERT', stored, undefined],
    ['UPDATE', stored, stored],
    ['DELETE', undefined, stored],
  ]
  const codesOf = ({ received }: TestSubscription) =>
    received.map(({ data }) => [data.type, data.record?.code, data.old_record?.code])
  expect([codes, same, other].map(codesOf)).toEqual([expected, expected, []])
})

test('a closed subscription receives nothing', async () => {
  const closed = await subscribe()
  const open = await subscribe()
  closed.close()
  await here.db.asOwner('insert into notes (id) values (1)')
  await flushChanges()
  expect([closed.received.length, open.received.length]).toEqual([0, 1])
})

test.runIf(inject('engine') === 'postgres')(
  'changes reach subscribers of another process, and a lost connection ends their subscriptions',
  async () => {
    const other = await here.db.connectAgain()
    const otherFeed = openFeed(other.database)
    const notes = await subscribe({}, ANON, otherFeed)
    await here.db.asOwner('insert into notes (id) values (1)')
    await flushChanges(otherFeed)
    await here.db.endConnections('toolmark listener')
    const message = 'Changes of tables may have been missed: the listening connection was lost'
    await expect.poll(() => notes.ends, { timeout: 5000 }).toEqual([[message, true]])
    expect(logged).toContain(`Error: ${message}`)
    const again = await subscribe({}, ANON, otherFeed)
    await here.db.asOwner('insert into notes (id) values (2)')
    await flushChanges(otherFeed)
    const idsOf = ({ received }: TestSubscription) => received.map(({ data }) => data.record?.id)
    expect([notes, again].map(idsOf)).toEqual([[1], [2]])
    await otherFeed.close()
    await other.close()
  },
)
