// Filters, and reads that fail.
import { beforeEach, describe, expect, test } from 'vitest'
import {
  ANON,
  createCaller,
  summarize,
  type TestSubscription,
  withChangeFeed,
} from '../../support/backends/change-feed.ts'

const here = withChangeFeed()
const { publish, subscribe, flushChanges, logged } = here

describe('filters', () => {
  const rows = "insert into notes (id, body) values (1, 'a'), (2, 'b,c'), (3, null), (4, 'A\"x')"
  const FILTERS = [
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
  ] as const

  test('each subscriber gets the rows of its filter', async () => {
    const all = await Promise.all(FILTERS.map(([filter]) => subscribe({ event: 'INSERT', filter })))
    await here.db.asOwner(rows)
    await flushChanges()
    const idsOf = (of?: TestSubscription) => of?.received.map(({ data }) => data.record?.id)
    expect(FILTERS.map(([filter], place) => [filter, idsOf(all[place])])).toEqual(FILTERS)
  })

  test('a filter on the key selects deletes, and one on another column gets none', async () => {
    await here.db.asOwner(rows)
    const byKey = await subscribe({ filter: 'id=eq.1' })
    const byBody = await subscribe({ filter: 'body=eq.a' })
    await here.db.asOwner('delete from notes')
    await flushChanges()
    expect(summarize(byKey)).toEqual([['DELETE', undefined, { id: 1 }]])
    expect(byBody.received).toEqual([])
  })

  test('60 filters of subscribers with the same rights each match their row', async () => {
    const all = await Promise.all(
      Array.from({ length: 60 }, (_, id) => subscribe({ filter: `id=eq.${id}` })),
    )
    await here.db.asOwner('insert into notes (id) select generate_series(0, 59)')
    await flushChanges()
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

  beforeEach(() => publish('extras', 'id int primary key, extra int, list json[]'))

  test.each([
    'alter table extras drop column extra',
    'revoke select on extras from anon; grant select (id) on extras to anon',
  ])('%s ends its subscriber, and another one gets the change', async (statement) => {
    const filtered = await subscribe({ table: 'extras', filter: 'extra=eq.1' })
    const other = await subscribe({ table: 'extras', filter: 'id=eq.1' })
    await here.db.asOwner(statement)
    await here.db.asOwner('insert into extras (id) values (1)')
    await flushChanges()
    expect(filtered.ends).toEqual(unreadable)
    expect([other.received.map(({ data }) => data.record?.id), other.ends]).toEqual([[1], []])
  })

  test('an operator that fails on a value ends its subscriber, and the others get the change', async () => {
    const failing = await subscribe({ table: 'extras', filter: 'list=eq.{1}' })
    const others = await Promise.all(
      [1, 2, 3].map((extra) => subscribe({ table: 'extras', filter: `extra=eq.${extra}` })),
    )
    await here.db.asOwner(`insert into extras values (1, 2, array['1'::json])`)
    await flushChanges()
    expect(failing.ends).toEqual([[expect.stringContaining(`${MESSAGE}could not identify`), false]])
    expect(others.map(({ received }) => received.length)).toEqual([0, 1, 0])
    expect(others.flatMap(({ ends }) => ends)).toEqual([])
    expect(logged).toEqual([])
  })

  test('a new token of a role that lacks the column ends the subscription', async () => {
    await here.db.asOwner('revoke select on extras from anon; grant select (id) on extras to anon')
    const filtered = await subscribe({ table: 'extras', filter: 'extra=eq.1' }, createCaller('ana'))
    const other = await subscribe({ table: 'extras', filter: 'id=eq.1' }, createCaller('ana'))
    for (const subscription of [filtered, other]) subscription.setCaller(ANON)
    expect([filtered.ends, other.ends]).toEqual([unreadable, []])
    await here.db.asOwner('insert into extras (id) values (1)')
    await flushChanges()
    expect(other.received).toHaveLength(1)
  })
})

test('a failure of one group does not stop the others', async () => {
  await publish('guarded', 'id int primary key')
  await here.db.asOwner(`
    create or replace function admits_reader() returns boolean language plpgsql stable as $$ begin
      if auth.jwt() ->> 'sub' = 'ana' then raise exception 'no such reader'; end if;
      return true;
    end $$;
    grant execute on function admits_reader to anon, authenticated;
    alter table guarded enable row level security;
    create policy admitted on guarded for select using (admits_reader())`)
  const guarded = { table: 'guarded' }
  const [ana, ben, cleo] = ['ana', 'ben', 'cleo'].map(createCaller)
  const failing = await subscribe(guarded, ana)
  const deletes = await subscribe({ ...guarded, event: 'DELETE' }, ana)
  const ofOtherTable = await subscribe({}, ana)
  const others = [
    await subscribe(guarded, ben),
    await subscribe({ ...guarded, filter: 'id=eq.1' }, cleo),
    await subscribe(guarded),
  ]
  await here.db.asOwner('insert into guarded values (1)')
  await here.db.asOwner('insert into guarded values (2)')
  await flushChanges()
  const message = 'Unable to deliver changes of public.guarded. Exception: no such reader'
  expect(failing.ends).toEqual([[message, false]])
  expect(others.map(({ received }) => received.length)).toEqual([2, 1, 2])
  expect([deletes, ofOtherTable, ...others].flatMap(({ ends }) => ends)).toEqual([])
  expect(logged).toEqual(['DatabaseError: no such reader'])
})

test('a policy that takes more than a second ends its subscriptions', async () => {
  await publish('slow', 'id int primary key')
  await here.db.asOwner(`alter table slow enable row level security;
    create policy awaited on slow for select using (id < 5 or (select true from pg_sleep(1.3)))`)
  const slow = await subscribe({ table: 'slow' })
  const notes = await subscribe()
  await here.db.asOwner('insert into slow values (1)')
  await flushChanges()
  await here.db.asOwner('insert into slow values (5)')
  await here.db.asOwner('insert into notes (id) values (1)')
  await flushChanges()
  expect(slow.received.map(({ data }) => data.record)).toEqual([{ id: 1 }])
  const message =
    'Unable to deliver changes of public.slow. Exception: canceling statement due to statement timeout'
  expect([slow.ends, notes.ends]).toEqual([[[message, false]], []])
  expect(notes.received).toHaveLength(1)
})
