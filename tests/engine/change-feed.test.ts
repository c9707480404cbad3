// The feed of table changes: triggers, batches, and the rows as each subscriber sees them.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { type Caller, type Database, DatabaseError } from '../../backend/database/database.ts'
import type { ChangeRequest, ChangeSubscription } from '../../backend/realtime/change-source.ts'
import { ChangeFeed } from '../../backend/realtime/changes/change-feed.ts'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'

interface ChangeData {
  schema: string
  table: string
  type: string
  commit_timestamp: string
  columns?: { name: string; type: string }[]
  record?: Record<string, unknown>
  old_record?: Record<string, unknown>
  errors: string[] | null
}

interface Received {
  ids: number[]
  data: ChangeData
  text: string
}

interface TestSubscription extends ChangeSubscription {
  received: Received[]
  /** The message of its end and whether it can be made again. */
  ends: [message: string, canRejoin: boolean][]
}

const ANON: Caller = { role: 'anon', claims: {} }
const SERVICE: Caller = { role: 'service_role', claims: {} }
const memberOf = (sub: string): Caller => ({
  role: 'authenticated',
  claims: { sub, session_id: sub },
})

let db: TestDatabase
let feed: ChangeFeed
const logged: string[] = []
const open: ChangeSubscription[] = []

beforeAll(async () => {
  db = await openTestDatabase()
  feed = openFeed(db.database)
  await db.asOwner(`
    create table notes (id int primary key, owner uuid, body text, secret text default 's');
    alter table notes enable row level security;
    create policy own_read on notes for select to anon, authenticated
      using (owner is null or owner = auth.uid());
    create policy service_all on notes for all to service_role using (true);
    grant select (id, owner, body) on notes to anon, authenticated;
    grant all on notes to service_role;
    create table markers (id int primary key);
    grant select on markers to anon, authenticated, service_role;
    alter publication supabase_realtime add table notes, markers`)
})
afterEach(async () => {
  for (const subscription of open.splice(0)) subscription.close()
  await db.asOwner('truncate notes, markers')
  logged.length = 0
})
afterAll(async () => {
  await feed.close()
  await db.close()
})

/** @param reloadInterval in milliseconds */
function openFeed(database: Database, reloadInterval = 60_000): ChangeFeed {
  return new ChangeFeed({ database, reloadInterval, log: (error) => logged.push(String(error)) })
}

async function subscribe(
  requests: Partial<ChangeRequest> | Partial<ChangeRequest>[] = {},
  caller = ANON,
  of = feed,
): Promise<TestSubscription> {
  const received: Received[] = []
  const ends: TestSubscription['ends'] = []
  const list = Array.isArray(requests) ? requests : [requests]
  const subscription = await of.subscribe(
    caller,
    list.map((each) => ({ event: '*' as const, schema: 'public', table: 'notes', ...each })),
    {
      onChange: (ids, text) => received.push({ ids, data: JSON.parse(text), text }),
      onEnd: (...end) => ends.push(end),
    },
  )
  open.push(subscription)
  return Object.assign(subscription, { received, ends })
}

/** The database, with other functions in place of some. */
function databaseWith(functions: Partial<Database>): Database {
  return {
    engine: db.database.engine,
    as: (...call) => db.database.as(...call),
    asReader: (...call) => db.database.asReader(...call),
    transactionAs: (...call) => db.database.transactionAs(...call),
    asOwner: (...call) => db.database.asOwner(...call),
    transactionAsOwner: (work) => db.database.transactionAsOwner(work),
    listen: (listener) => db.database.listen(listener),
    close: async () => {},
    ...functions,
  }
}

/** The database; after `failNext` the next transaction of the owner fails. */
function failingTransactions() {
  let shouldFail = false
  const database = databaseWith({
    transactionAsOwner: (work) => {
      if (!shouldFail) return db.database.transactionAsOwner(work)
      shouldFail = false
      return Promise.reject(new DatabaseError('55P03', 'canceling statement due to lock timeout'))
    },
  })
  const failNext = () => {
    shouldFail = true
  }
  return { database, failNext }
}

let lastMarker = 0

/** Waits until the changes before are delivered, at most a batch of each table. */
async function settle(of = feed, database = db): Promise<void> {
  lastMarker += 1
  const marker = await subscribe({ table: 'markers' }, ANON, of)
  await database.asOwner(`insert into markers values (${lastMarker})`)
  await expect.poll(() => marker.received.length, { timeout: 10_000, interval: 10 }).toBe(1)
  marker.close()
}

const summaryOf = ({ received }: TestSubscription) =>
  received.map(({ data }) => [data.type, data.record?.id, data.old_record])

const triggersOf = async (table: string) =>
  (
    await db.asOwner(
      'select tgname from pg_trigger where tgrelid = $1::regclass and not tgisinternal order by 1',
      [table],
    )
  ).map(({ tgname }) => tgname)

test('an insert, an update and a delete deliver the row, the key and the columns', async () => {
  const notes = await subscribe([{}, { event: 'DELETE' }])
  await db.asOwner("insert into notes (id, body) values (1, 'a')")
  await settle()
  await db.asOwner("update notes set body = 'b'")
  await settle()
  await db.asOwner('delete from notes')
  await settle()
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

describe('triggers', () => {
  test('are attached by the first subscription and removed with the publication', async () => {
    await db.asOwner('create table later (id int primary key)')
    await db.asOwner('grant select on later to anon')
    await db.asOwner('alter publication supabase_realtime add table later')
    expect(await triggersOf('later')).toEqual([])
    await subscribe()
    const later = await subscribe({ table: 'later' })
    const names = ['realtime_deletes', 'realtime_inserts', 'realtime_updates']
    expect(await triggersOf('later')).toEqual(names)
    await db.asOwner('insert into later values (1)')
    await settle()
    expect(later.received).toHaveLength(1)
    await db.asOwner('alter publication supabase_realtime drop table later')
    await settle()
    expect(await triggersOf('later')).toEqual([])
    expect(await triggersOf('notes')).toEqual(names)
    await expect(subscribe({ table: 'later' })).rejects.toThrow('Please check Realtime is enabled')
  })

  test('of a table that left the publication before the start are removed', async () => {
    await db.asOwner(`create table earlier (id int primary key);
      select realtime.attach_change_triggers(array['earlier'::regclass::oid])`)
    expect(await triggersOf('earlier')).toHaveLength(3)
    const started = openFeed(db.database)
    await subscribe({}, ANON, started)
    expect(await triggersOf('earlier')).toEqual([])
    await started.close()
  })

  test('that another process attached are removed', async () => {
    await db.asOwner(`create table distant (id int primary key); grant select on distant to anon;
      alter publication supabase_realtime add table distant`)
    const [first, second] = [openFeed(db.database), openFeed(db.database)]
    await subscribe({}, ANON, first)
    await subscribe({ table: 'distant' }, ANON, second)
    await second.close()
    expect(await triggersOf('distant')).toHaveLength(3)
    await db.asOwner('alter publication supabase_realtime drop table distant')
    await subscribe({}, ANON, first)
    expect(await triggersOf('distant')).toEqual([])
    await first.close()
    await db.asOwner('drop table distant')
  })

  test('are attached by the next subscription after a failure', async () => {
    await db.asOwner(`create table late (id int primary key); grant select on late to anon;
      alter publication supabase_realtime add table late`)
    const { database, failNext } = failingTransactions()
    const other = openFeed(database)
    await subscribe({}, ANON, other)
    failNext()
    await expect(subscribe({ table: 'late' }, ANON, other)).rejects.toThrow('lock timeout')
    const late = await subscribe({ table: 'late' }, ANON, other)
    await db.asOwner('insert into late values (1)')
    await settle(other)
    expect(late.received).toHaveLength(1)
    await other.close()
    await db.asOwner('drop table late')
  })

  test('are removed after a failure by the next subscription, and the first one succeeds', async () => {
    await db.asOwner(`create table left_over (id int primary key);
      select realtime.attach_change_triggers(array['left_over'::regclass::oid])`)
    const { database, failNext } = failingTransactions()
    const other = openFeed(database)
    failNext()
    await subscribe({}, ANON, other)
    expect(logged).toEqual(['DatabaseError: canceling statement due to lock timeout'])
    expect(await triggersOf('left_over')).toHaveLength(3)
    await subscribe({}, ANON, other)
    expect(await triggersOf('left_over')).toEqual([])
    await other.close()
    await db.asOwner('drop table left_over')
  })

  test.runIf(inject('engine') === 'postgres')(
    'are attached while those of a locked table cannot be removed',
    async () => {
      await db.asOwner(`create table free (id int primary key); grant select on free to anon;
        create table busy (id int primary key);
        select realtime.attach_change_triggers(array['busy'::regclass::oid]);
        alter publication supabase_realtime add table free`)
      const other = openFeed(db.database)
      await db.database.transactionAsOwner(async ({ query }) => {
        await query('insert into busy values (1)')
        await subscribe({ table: 'free' }, ANON, other)
      })
      expect(await triggersOf('free')).toHaveLength(3)
      expect(await triggersOf('busy')).toHaveLength(3)
      await subscribe({ table: 'free' }, ANON, other)
      expect(await triggersOf('busy')).toEqual([])
      await other.close()
      await db.asOwner('drop table free, busy')
    },
  )

  test('announce one statement in few notifications of less than 8,000 bytes', async () => {
    await subscribe()
    const sizes: number[] = []
    const stop = await db.database.listen({
      channel: 'realtime_changes',
      onNotice: (payload) => sizes.push(Buffer.byteLength(payload)),
      onGap: () => {},
    })
    await db.asOwner('insert into notes (id) select generate_series(1, 1000)')
    await settle()
    stop()
    expect(sizes.length).toBeLessThan(10)
    expect(Math.max(...sizes)).toBeLessThan(8000)
  })

  test('let a statement with keys of any length pass', async () => {
    await db.asOwner(`create table labels (name text primary key); grant select on labels to anon;
      alter publication supabase_realtime add table labels`)
    const labels = await subscribe({ table: 'labels' })
    await db.asOwner(
      `insert into labels select repeat('é', size) from unnest(array[900, 2500]) as size`,
    )
    await db.asOwner(
      `insert into labels select repeat(chr(1), 300) || size from generate_series(1, 9) as size`,
    )
    await db.asOwner("insert into labels values (E'a\\nb\"c')")
    await settle()
    const names = labels.received.map(({ data }) => data.record?.name)
    expect(names).toHaveLength(11)
    expect(names).toContain('a\nb"c')
    await db.asOwner('drop table labels')
  })
})

test('an update of the key delivers the key before', async () => {
  const notes = await subscribe()
  await db.asOwner('insert into notes (id) values (1)')
  await settle()
  await db.asOwner('update notes set id = 2')
  await settle()
  expect(summaryOf(notes).slice(1)).toEqual([['UPDATE', 2, { id: 1 }]])
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
    await db.asOwner(`create table names (name text primary key); grant select on names to anon;
    alter publication supabase_realtime add table names`)
    await db.asOwner('insert into names values ($1)', [from])
    const names = await subscribe({ table: 'names' })
    await db.asOwner('update names set name = $1', [to])
    expect(await db.asOwner('select name from names')).toEqual([{ name: to }])
    await db.asOwner("insert into names values ('last')")
    await settle()
    const received = names.received.map(({ data }) => [
      data.type,
      data.record?.name,
      data.old_record?.name,
    ])
    expect(received).toEqual([...(change ? [change] : []), ['INSERT', 'last', undefined]])
    await db.asOwner('drop table names')
  },
)

test('an update of several keys delivers deletes, inserts, and updates of keys that stay', async () => {
  await db.asOwner('insert into notes (id) values (1), (3), (7), (8)')
  const notes = await subscribe()
  await db.asOwner('update notes set id = case when id < 5 then id + 10 else id end')
  await settle()
  expect(summaryOf(notes).map(([type, id, old]) => [type, id ?? old])).toEqual(
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
  await db.asOwner('insert into notes (id) values (1)')
  const notes = await subscribe()
  await db.asOwner('truncate notes')
  await db.asOwner('delete from notes')
  await db.asOwner("insert into notes (id, body) values (1, 'after')")
  await settle()
  expect(summaryOf(notes)).toEqual([['INSERT', 1, undefined]])
})

test('updates of one row that wait are delivered once, with the newest row', async () => {
  await db.asOwner('insert into notes (id) values (1), (2)')
  const notes = await subscribe()
  await db.database.transactionAsOwner(async ({ query }) => {
    for (const body of ['a', 'b', 'c'])
      await query('update notes set body = $1 where id = 1', [body])
    await query('insert into notes (id) values (3)')
    await query("update notes set body = 'd' where id = 3")
  })
  await settle()
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
  await db.asOwner('insert into notes (id) select generate_series(1, 10000)')
  await expect.poll(() => notes.received.length, { timeout: 20_000 }).toBe(10_000)
  expect(new Set(notes.received.map(({ data }) => data.record?.id)).size).toBe(10_000)
})

test('a statement that changes more than 10,000 rows is logged, and later changes are delivered', async () => {
  await db.asOwner('insert into notes (id) select generate_series(1, 20000)')
  const notes = await subscribe()
  await db.asOwner("update notes set body = 'x'")
  await db.asOwner("update notes set body = 'y' where id = 5")
  await settle()
  expect(summaryOf(notes)).toEqual([['UPDATE', 5, { id: 5 }]])
  expect(logged).toEqual([
    'Error: subscribers of public.notes miss changes: one statement changed too many rows',
  ])
})

test('more than 10,000 waiting changes are dropped, logged, and later changes delivered', async () => {
  const notes = await subscribe()
  await db.database.transactionAsOwner(async ({ query }) => {
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
  await db.asOwner(`
    create type mood as enum ('calm', 'loud');
    create table kinds (
      id bigint primary key, list int[], words text[], data jsonb, price numeric, at timestamptz,
      day date, feeling mood, bytes bytea, flag boolean, nothing text);
    grant select on kinds to anon;
    alter publication supabase_realtime add table kinds`)
  const kinds = await subscribe({ table: 'kinds' })
  await db.asOwner(`insert into kinds values (9007199254740993, '{1,2}', '{"a,b",c}', '{"x": [1]}',
    12345678901234567890.5, '2026-01-02 03:04:05.678+00', '2026-01-02', 'loud', '\\x00ff', true, null)`)
  await db.asOwner('delete from kinds')
  await settle()
  // A deleted row cannot be read.
  await db.asOwner(`insert into kinds values (9007199254740993, '{1,2}', '{"a,b",c}', '{"x": [1]}',
    12345678901234567890.5, '2026-01-02 03:04:05.678+00', '2026-01-02', 'loud', '\\x00ff', true, null)`)
  await settle()
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
  await db.asOwner('drop table kinds; drop type mood')
})

test.each([
  ['char(5)', 'ab', 'ab   ', 'abcdef'],
  ['bit(3)', '101', '101', '1011'],
  ['varchar(2)', 'ab', 'ab', 'abc'],
])('a key of the type %s delivers its changes', async (type, key, stored, longer) => {
  await db.asOwner(`create table codes (code ${type} primary key, n int);
    grant select on codes to anon;
    alter publication supabase_realtime add table codes`)
  const codes = await subscribe({ table: 'codes' })
  const same = await subscribe({ table: 'codes', filter: `code=eq.${key}` })
  const other = await subscribe({ table: 'codes', filter: `code=eq.${longer}` })
  for (const statement of [`insert into codes values ('${key}')`, 'update codes set n = 1']) {
    await db.asOwner(statement)
    await settle()
  }
  await db.asOwner('delete from codes')
  await settle()
  const expected = [
    ['INSERT', stored, undefined],
    ['UPDATE', stored, stored],
    ['DELETE', undefined, stored],
  ]
  const codesOf = ({ received }: TestSubscription) =>
    received.map(({ data }) => [data.type, data.record?.code, data.old_record?.code])
  expect([codes, same, other].map(codesOf)).toEqual([expected, expected, []])
  await db.asOwner('drop table codes')
})

describe('rights', () => {
  test('each subscriber receives the rows that they may read', async () => {
    const [ana, ben] = [crypto.randomUUID(), crypto.randomUUID()]
    const callers = { anon: ANON, ana: memberOf(ana), ben: memberOf(ben), service: SERVICE }
    const subscriptions = await Promise.all(
      Object.values(callers).map((caller) => subscribe({ event: 'INSERT' }, caller)),
    )
    await db.asOwner('insert into notes (id, owner) values (1, null), (2, $1), (3, $2)', [ana, ben])
    await settle()
    const ids = subscriptions.map(({ received }) => received.map(({ data }) => data.record?.id))
    expect(ids.map((list) => list.sort())).toEqual([[1], [1, 2], [1, 3], [1, 2, 3]])
  })

  test('a column without the privilege is missing from the columns and the record', async () => {
    const anonymous = await subscribe()
    const service = await subscribe({}, SERVICE)
    await db.asOwner("insert into notes (id, secret) values (1, 'hidden')")
    await settle()
    expect(anonymous.received[0]?.text).not.toMatch(/secret|hidden/)
    expect(service.received[0]?.data.record).toHaveProperty('secret', 'hidden')
    expect(service.received[0]?.data.columns?.map(({ name }) => name)).toContain('secret')
  })

  test('the deletion of a private row delivers its key, as on Supabase', async () => {
    await db.asOwner('insert into notes (id, owner) values (1, $1)', [crypto.randomUUID()])
    const notes = await subscribe()
    await db.asOwner('delete from notes')
    await settle()
    expect(summaryOf(notes)).toEqual([['DELETE', undefined, { id: 1 }]])
  })

  test('after a new token the rows are read with it', async () => {
    const ana = crypto.randomUUID()
    const notes = await subscribe({}, memberOf(ana))
    await db.asOwner('insert into notes (id, owner) values (1, $1)', [ana])
    await settle()
    notes.setCaller(ANON)
    await db.asOwner('insert into notes (id, owner) values (2, $1), (3, null)', [ana])
    await settle()
    expect(notes.received.map(({ data }) => data.record?.id)).toEqual([1, 3])
  })

  test('a privilege that is revoked ends the delivery of rows', async () => {
    const anonymous = await subscribe({ event: 'UPDATE' })
    const service = await subscribe({ event: 'UPDATE' }, SERVICE)
    await db.asOwner('insert into notes (id) values (1)')
    await db.asOwner('revoke select (body) on notes from anon')
    await db.asOwner("update notes set body = 'a'")
    await settle()
    await db.asOwner("update notes set body = 'b'")
    await settle()
    await db.asOwner('grant select (body) on notes to anon')
    expect(JSON.stringify(anonymous.received)).not.toContain('body')
    expect(service.received).toHaveLength(2)
  })

  test('a key without the privilege, and a table without a key, deliver the error of Supabase', async () => {
    await db.asOwner(`
      create table hidden_keys (id int primary key, name text);
      grant select (name) on hidden_keys to anon;
      create table keyless (name text);
      grant select on keyless to anon;
      alter publication supabase_realtime add table hidden_keys, keyless`)
    const hidden = await subscribe({ table: 'hidden_keys' })
    const keyless = await subscribe({ table: 'keyless' })
    await db.asOwner("insert into hidden_keys values (1, 'a')")
    await db.asOwner("insert into keyless values ('a'), ('b')")
    await settle()
    const errorsOf = ({ received }: TestSubscription) => received.map(({ data }) => data.errors)
    expect(errorsOf(hidden)).toEqual([['Error 401: Unauthorized']])
    expect(errorsOf(keyless)).toEqual([['Error 400: Bad Request, no primary key']])
    await db.asOwner('drop table hidden_keys, keyless')
  })

  test('a record of more than 64 KB has its short values and the error of Supabase', async () => {
    const notes = await subscribe()
    await db.asOwner("insert into notes (id, body) values (1, repeat('x', 70000))")
    await settle()
    const [{ data } = { data: undefined }] = notes.received
    expect(data?.record).toEqual({ id: 1, owner: null })
    expect(data?.errors).toEqual(['Error 413: Payload Too Large'])
  })
})

describe('filters', () => {
  const rows = "insert into notes (id, body) values (1, 'a'), (2, 'b,c'), (3, null), (4, 'A\"x')"
  test.each([
    ['id=eq.2', [2]],
    ['id=neq.2', [1, 3, 4]],
    ['id=lt.2', [1]],
    ['id=lte.2', [1, 2]],
    ['id=gt.2', [3, 4]],
    ['id=gte.2', [2, 3, 4]],
    ['id=in.(1,3)', [1, 3]],
    ['id=in.()', []],
    ['body=in.("b,c","A\\"x")', [2, 4]],
    ['body=eq."b,c"', [2]],
    ['body=neq.a', [2, 4]],
    ['body=is.null', [3]],
    ['body=not.is.null', [1, 2, 4]],
    ['id=not.in.(1,2)', [3, 4]],
    ['id=gt.1,body=not.is.null', [2, 4]],
    [' ', [1, 2, 3, 4]],
  ])('%s', async (filter, expected) => {
    const notes = await subscribe({ event: 'INSERT', filter })
    await db.asOwner(rows)
    await settle()
    expect(notes.received.map(({ data }) => data.record?.id)).toEqual(expected)
  })

  test('a filter on the key selects deletes, and one on another column gets none', async () => {
    await db.asOwner(rows)
    const byKey = await subscribe({ filter: 'id=eq.1' })
    const byBody = await subscribe({ filter: 'body=eq.a' })
    await db.asOwner('delete from notes')
    await settle()
    expect(summaryOf(byKey)).toEqual([['DELETE', undefined, { id: 1 }]])
    expect(byBody.received).toEqual([])
  })

  test('60 filters of subscribers with the same rights each match their row', async () => {
    const all = await Promise.all(
      Array.from({ length: 60 }, (_, id) => subscribe({ filter: `id=eq.${id}` })),
    )
    await db.asOwner('insert into notes (id) select generate_series(0, 59)')
    await settle()
    expect(all.map(({ received }) => received.map(({ data }) => data.record?.id))).toEqual(
      all.map((_, id) => [id]),
    )
  })

  test.each([
    ['missing=eq.1', 'Exception: invalid column for filter missing'],
    ['secret=eq.s', 'Exception: invalid column for filter secret'],
    ['id=eq.x', 'Exception: invalid input syntax for type integer: "x"'],
    ['id=in.(1,x)', 'Exception: invalid input syntax for type integer: "x"'],
    ['body=like.a%', 'Error parsing `filter` params: ["like","a%"]'],
    ['body=ilike.a%', 'Error parsing `filter` params: ["ilike","a%"]'],
    ['body=isdistinct.a', 'Error parsing `filter` params: ["isdistinct","a"]'],
    ['id=is.true', 'Exception: argument of IS TRUE must be type boolean, not type integer'],
    ['id=foo.1', 'Error parsing `filter` params: ["foo","1"]'],
    ['undefined', 'Error parsing `filter` params: ["undefined"]'],
    ['id=eq.1,', 'filter must not contain empty segments (check for extra commas)'],
    ['id=in.1', '`in` filter value must be wrapped by parentheses'],
    ['id=is.x', 'invalid value for is filter: must be null, true, false, or unknown'],
    [`id=in.(${Array(101).fill(1)})`, 'too many values for `in` filter. Maximum 100'],
    [Array(21).fill('id=eq.1').join(), 'more than 20 conditions'],
    [`body=eq.${'x'.repeat(500)}`, 'filter is longer than 500'],
  ])('%s is refused', async (filter, message) => {
    await expect(subscribe({ filter })).rejects.toThrow(message)
  })
})

describe('a filter that fails after the join', () => {
  const MESSAGE = 'Unable to deliver changes of public.extras. Exception: '
  const unreadable = [[`${MESSAGE}invalid column for filter extra`, false]]

  beforeEach(async () => {
    await db.asOwner(`create table extras (id int primary key, extra int, list json[]);
      grant select on extras to anon, authenticated;
      alter publication supabase_realtime add table extras`)
  })
  afterEach(() => db.asOwner('drop table extras'))

  test.each([
    'alter table extras drop column extra',
    'revoke select on extras from anon; grant select (id) on extras to anon',
  ])('%s ends its subscriber, and another one gets the change', async (statement) => {
    const filtered = await subscribe({ table: 'extras', filter: 'extra=eq.1' })
    const other = await subscribe({ table: 'extras', filter: 'id=eq.1' })
    await db.asOwner(statement)
    await db.asOwner('insert into extras (id) values (1)')
    await settle()
    expect(filtered.ends).toEqual(unreadable)
    expect([other.received.map(({ data }) => data.record?.id), other.ends]).toEqual([[1], []])
  })

  test('an operator that fails on a value ends its subscriber, and the others get the change', async () => {
    const failing = await subscribe({ table: 'extras', filter: 'list=eq.{1}' })
    const others = await Promise.all(
      [1, 2, 3].map((extra) => subscribe({ table: 'extras', filter: `extra=eq.${extra}` })),
    )
    await db.asOwner(`insert into extras values (1, 2, array['1'::json])`)
    await settle()
    expect(failing.ends).toEqual([[expect.stringContaining(`${MESSAGE}could not identify`), false]])
    expect(others.map(({ received }) => received.length)).toEqual([0, 1, 0])
    expect(others.flatMap(({ ends }) => ends)).toEqual([])
    expect(logged).toEqual([])
  })

  test('a new token of a role that lacks the column ends the subscription', async () => {
    await db.asOwner('revoke select on extras from anon; grant select (id) on extras to anon')
    const filtered = await subscribe({ table: 'extras', filter: 'extra=eq.1' }, memberOf('ana'))
    const other = await subscribe({ table: 'extras', filter: 'id=eq.1' }, memberOf('ana'))
    for (const subscription of [filtered, other]) subscription.setCaller(ANON)
    expect([filtered.ends, other.ends]).toEqual([unreadable, []])
    await db.asOwner('insert into extras (id) values (1)')
    await settle()
    expect(other.received).toHaveLength(1)
  })
})

test('a failure of one group does not stop the others', async () => {
  await db.asOwner(`
    create function admits_reader() returns boolean language plpgsql stable as $$ begin
      if auth.jwt() ->> 'sub' = 'ana' then raise exception 'no such reader'; end if;
      return true;
    end $$;
    grant execute on function admits_reader to anon, authenticated;
    create table guarded (id int primary key);
    alter table guarded enable row level security;
    create policy admitted on guarded for select using (admits_reader());
    grant select on guarded to anon, authenticated;
    alter publication supabase_realtime add table guarded`)
  const guarded = { table: 'guarded' }
  const [ana, ben, cleo] = ['ana', 'ben', 'cleo'].map(memberOf)
  const failing = await subscribe(guarded, ana)
  const deletes = await subscribe({ ...guarded, event: 'DELETE' }, ana)
  const ofOtherTable = await subscribe({}, ana)
  const others = [
    await subscribe(guarded, ben),
    await subscribe({ ...guarded, filter: 'id=eq.1' }, cleo),
    await subscribe(guarded),
  ]
  await db.asOwner('insert into guarded values (1)')
  await db.asOwner('insert into guarded values (2)')
  await settle()
  const message = 'Unable to deliver changes of public.guarded. Exception: no such reader'
  expect(failing.ends).toEqual([[message, false]])
  expect(others.map(({ received }) => received.length)).toEqual([2, 1, 2])
  expect([deletes, ofOtherTable, ...others].flatMap(({ ends }) => ends)).toEqual([])
  expect(logged).toEqual(['DatabaseError: no such reader'])
  await db.asOwner('drop table guarded; drop function admits_reader')
})

test('a policy that takes more than a second ends its subscriptions', async () => {
  await db.asOwner(`
    create table slow (id int primary key);
    alter table slow enable row level security;
    create policy awaited on slow for select using (id < 5 or (select true from pg_sleep(1.3)));
    grant select on slow to anon;
    alter publication supabase_realtime add table slow`)
  const slow = await subscribe({ table: 'slow' })
  const notes = await subscribe()
  await db.asOwner('insert into slow values (1)')
  await settle()
  await db.asOwner('insert into slow values (5)')
  await db.asOwner('insert into notes (id) values (1)')
  await settle()
  expect(slow.received.map(({ data }) => data.record)).toEqual([{ id: 1 }])
  const message =
    'Unable to deliver changes of public.slow. Exception: canceling statement due to statement timeout'
  expect([slow.ends, notes.ends]).toEqual([[[message, false]], []])
  expect(notes.received).toHaveLength(1)
  await db.asOwner('drop table slow')
})

describe('a publication that changes', () => {
  const NAMES = ['realtime_deletes', 'realtime_inserts', 'realtime_updates']
  let frequent: ChangeFeed
  beforeAll(() => {
    frequent = openFeed(db.database, 20)
  })
  afterAll(() => frequent.close())
  beforeEach(() =>
    db.asOwner(`create table passing (id int primary key); grant select on passing to anon;
      alter publication supabase_realtime add table passing`),
  )
  afterEach(() => db.asOwner('drop table passing'))

  test('ends the subscriptions to a table that leaves, and removes its triggers', async () => {
    const passing = await subscribe([{ table: 'passing' }, {}], ANON, frequent)
    const all = await subscribe({ table: '*' }, ANON, frequent)
    expect(await triggersOf('passing')).toEqual(NAMES)
    await db.asOwner('alter publication supabase_realtime drop table passing')
    const message =
      'Unable to deliver changes of public.passing. Exception: not in the publication supabase_realtime'
    await expect.poll(() => passing.ends).toEqual([[message, false]])
    await expect.poll(() => triggersOf('passing')).toEqual([])
    await db.asOwner('insert into passing values (1)')
    await db.asOwner('insert into notes (id) values (1)')
    await settle(frequent)
    expect(all.ends).toEqual([])
    expect(all.received.map(({ data }) => data.table)).toEqual(['notes', 'markers'])
    expect(passing.received).toEqual([])
  })

  test('gets the triggers of a table again that another process removed', async () => {
    const passing = await subscribe({ table: 'passing' }, ANON, frequent)
    await db.asOwner(NAMES.map((name) => `drop trigger ${name} on passing`).join(';'))
    await expect.poll(() => triggersOf('passing')).toEqual(NAMES)
    expect(passing.ends).toEqual([])
  })
})

test('a close waits for a read of the publication', async () => {
  let isSubscribed = false
  const reads: (() => void)[] = []
  const database = databaseWith({
    async asOwner(...call) {
      if (isSubscribed) await new Promise<void>((resolve) => reads.push(resolve))
      return db.database.asOwner(...call)
    },
  })
  const other = openFeed(database, 5)
  await subscribe({}, ANON, other)
  isSubscribed = true
  await expect.poll(() => reads.length).toBe(1)
  let isClosed = false
  const closing = other.close().then(() => {
    isClosed = true
  })
  await new Promise(setImmediate)
  expect(isClosed).toBe(false)
  for (const end of reads) end()
  await closing
  expect([reads.length, logged]).toEqual([1, []])
})

describe('tables', () => {
  test.each([
    { table: 'missing' },
    { schema: 'missing' },
    { table: 'tools' },
    { schema: 'private', table: '*' },
  ])('%j is refused in the words of Supabase', async (request) => {
    const { schema = 'public', table = 'notes' } = request
    const error = await subscribe(request).catch((reason: unknown) => reason)
    expect(feed.isRequestError(error)).toBe(true)
    expect(String(error)).toContain(
      `Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters: [event: *, schema: ${schema}, table: ${table}, filters: []]`,
    )
  })

  test('a table without privileges is refused for the role that lacks them', async () => {
    await db.asOwner('revoke select (id, owner, body) on notes from anon')
    await expect(subscribe()).rejects.toThrow('Please check Realtime is enabled')
    await db.asOwner('grant select (id, owner, body) on notes to anon')
    await subscribe()
  })

  test.each([{ table: '*' }, { schema: '*', table: '*' }])(
    '%j delivers the changes of every table',
    async (request) => {
      const all = await subscribe(request)
      const { table, ...withoutTable } = { event: '*' as const, schema: 'public', ...request }
      const received: string[] = []
      const listener = {
        onChange: (_ids: number[], data: string) => received.push(data),
        onEnd: () => {},
      }
      open.push(await feed.subscribe(ANON, [withoutTable], listener))
      await db.asOwner('insert into notes (id) values (1)')
      await settle()
      const tables = all.received.map(({ data }) => data.table)
      expect(tables).toEqual(['notes', 'markers'])
      expect(received).toHaveLength(2)
    },
  )

  test('names that need quotes', async () => {
    await db.asOwner(`create table "Odd ""table'" ("the ""id'" int primary key, "a b" text);
      grant select on "Odd ""table'" to anon;
      alter publication supabase_realtime add table "Odd ""table'"`)
    const odd = await subscribe({ table: `Odd "table'`, filter: 'a b=eq.x' })
    await db.asOwner(`insert into "Odd ""table'" values (1, 'x'), (2, 'y')`)
    await settle()
    expect(odd.received.map(({ data }) => data.record)).toEqual([{ 'the "id\'': 1, 'a b': 'x' }])
    await db.asOwner(`drop table "Odd ""table'"`)
  })
})

test('a closed subscription receives nothing', async () => {
  const closed = await subscribe()
  const open = await subscribe()
  closed.close()
  await db.asOwner('insert into notes (id) values (1)')
  await settle()
  expect([closed.received.length, open.received.length]).toEqual([0, 1])
})

test.runIf(inject('engine') === 'postgres')(
  'changes reach subscribers of another process, and a lost connection ends their subscriptions',
  async () => {
    const other = await db.connectAgain()
    const otherFeed = openFeed(other.database)
    const notes = await subscribe({}, ANON, otherFeed)
    await db.asOwner('insert into notes (id) values (1)')
    await settle(otherFeed)
    await db.endConnections('toolmark listener')
    const message = 'Changes of tables may have been missed: the listening connection was lost'
    await expect.poll(() => notes.ends, { timeout: 5000 }).toEqual([[message, true]])
    expect(logged).toContain(`Error: ${message}`)
    const again = await subscribe({}, ANON, otherFeed)
    await db.asOwner('insert into notes (id) values (2)')
    await settle(otherFeed)
    const idsOf = ({ received }: TestSubscription) => received.map(({ data }) => data.record?.id)
    expect([notes, again].map(idsOf)).toEqual([[1], [2]])
    await otherFeed.close()
    await other.close()
  },
)
