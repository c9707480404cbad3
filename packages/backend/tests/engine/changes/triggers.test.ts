// Triggers of published tables, and a publication that changes.
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import type { ChangeFeed } from '../../../src/realtime/changes/change-feed.ts'
import { ANON, withChangeFeed } from '../../support/backends/change-feed.ts'

const here = withChangeFeed()
const {
  openFeed,
  publish,
  subscribe,
  overrideDatabase,
  createFailingDatabase,
  flushChanges,
  listTriggers,
  logged,
} = here

describe('triggers', () => {
  test('are attached by the first subscription and removed with the publication', async () => {
    await publish('later', 'id int primary key')
    expect(await listTriggers('later')).toEqual([])
    await subscribe()
    const later = await subscribe({ table: 'later' })
    const names = ['_realtime_deletes', '_realtime_inserts', '_realtime_updates']
    expect(await listTriggers('later')).toEqual(names)
    await here.db.asOwner('insert into later values (1)')
    await flushChanges()
    expect(later.received).toHaveLength(1)
    await here.db.asOwner('alter publication supabase_realtime drop table later')
    await flushChanges()
    expect(await listTriggers('later')).toEqual([])
    expect(await listTriggers('notes')).toEqual(names)
    await expect(subscribe({ table: 'later' })).rejects.toThrow('Please check Realtime is enabled')
  })

  test('announce no row that a trigger deletes in the same transaction, and the deletion of others', async () => {
    await publish('held', 'id int primary key')
    await here.db.asOwner(`create function hold_one() returns trigger language plpgsql as $$
        begin delete from held where id = 1; return null; end $$;
      create trigger hold_new after insert on held for each statement execute function hold_one()`)
    const { received } = await subscribe({ table: 'held' })
    await here.db.asOwner('insert into held values (1)')
    await here.db.asOwner('insert into held values (2)')
    await flushChanges()
    await here.db.asOwner('delete from held where id = 2')
    await flushChanges()
    expect(received.map(({ data }) => [data.type, data.old_record ?? data.record])).toEqual([
      ['INSERT', { id: 2 }],
      ['DELETE', { id: 2 }],
    ])
    await here.db.asOwner('alter publication supabase_realtime drop table held')
    await flushChanges()
  })

  test('of a table that left the publication before the start are removed', async () => {
    await here.db.asOwner(`create table earlier (id int primary key);
      select realtime.attach_change_triggers(array['earlier'::regclass::oid])`)
    expect(await listTriggers('earlier')).toHaveLength(3)
    const started = openFeed(here.db.database)
    await subscribe({}, ANON, started)
    expect(await listTriggers('earlier')).toEqual([])
    await started.close()
  })

  test('that another process attached are removed', async () => {
    await publish('distant', 'id int primary key')
    const [first, second] = [openFeed(here.db.database), openFeed(here.db.database)]
    await subscribe({}, ANON, first)
    await subscribe({ table: 'distant' }, ANON, second)
    await second.close()
    expect(await listTriggers('distant')).toHaveLength(3)
    await here.db.asOwner('alter publication supabase_realtime drop table distant')
    await subscribe({}, ANON, first)
    expect(await listTriggers('distant')).toEqual([])
    await first.close()
  })

  test('are attached by the next subscription after a failure', async () => {
    await publish('late', 'id int primary key')
    const { database, failNext } = createFailingDatabase()
    const other = openFeed(database)
    await subscribe({}, ANON, other)
    failNext()
    await expect(subscribe({ table: 'late' }, ANON, other)).rejects.toThrow('lock timeout')
    const late = await subscribe({ table: 'late' }, ANON, other)
    await here.db.asOwner('insert into late values (1)')
    await flushChanges(other)
    expect(late.received).toHaveLength(1)
    await other.close()
  })

  test('are removed after a failure by the next subscription, and the first one succeeds', async () => {
    await here.db.asOwner(`create table left_over (id int primary key);
      select realtime.attach_change_triggers(array['left_over'::regclass::oid])`)
    const { database, failNext } = createFailingDatabase()
    const other = openFeed(database)
    failNext()
    await subscribe({}, ANON, other)
    expect(logged).toEqual(['DatabaseError: canceling statement due to lock timeout'])
    expect(await listTriggers('left_over')).toHaveLength(3)
    await subscribe({}, ANON, other)
    expect(await listTriggers('left_over')).toEqual([])
    await other.close()
    await here.db.asOwner('drop table left_over')
  })

  test.runIf(inject('engine') === 'postgres')(
    'are attached while those of a locked table cannot be removed',
    async () => {
      await publish('free', 'id int primary key')
      await here.db.asOwner(`create table busy (id int primary key);
        select realtime.attach_change_triggers(array['busy'::regclass::oid])`)
      const other = openFeed(here.db.database)
      await here.db.database.transactionAsOwner(async ({ query }) => {
        await query('insert into busy values (1)')
        await subscribe({ table: 'free' }, ANON, other)
      })
      expect(await listTriggers('free')).toHaveLength(3)
      expect(await listTriggers('busy')).toHaveLength(3)
      await subscribe({ table: 'free' }, ANON, other)
      expect(await listTriggers('busy')).toEqual([])
      await other.close()
      await here.db.asOwner('drop table busy')
    },
  )

  test('announce one statement in few notifications of less than 8,000 bytes', async () => {
    await subscribe()
    const sizes: number[] = []
    const stop = await here.db.database.listen({
      channel: 'realtime_changes',
      onNotice: (payload) => sizes.push(Buffer.byteLength(payload)),
      onGap: () => {},
    })
    await here.db.asOwner('insert into notes (id) select generate_series(1, 1000)')
    await flushChanges()
    stop()
    expect(sizes.length).toBeLessThan(10)
    expect(Math.max(...sizes)).toBeLessThan(8000)
  })

  test('let a statement with keys of any length pass', async () => {
    await publish('labels', 'name text primary key')
    const labels = await subscribe({ table: 'labels' })
    await here.db
      .asOwner`insert into labels select repeat('é', size) from unnest(array[900, 2500]) as size`
    await here.db
      .asOwner`insert into labels select repeat(chr(1), 300) || size from generate_series(1, 9) as size`
    await here.db.asOwner("insert into labels values (E'a\\nb\"c')")
    await flushChanges()
    const names = labels.received.map(({ data }) => data.record?.name)
    expect(names).toHaveLength(11)
    expect(names).toContain('a\nb"c')
  })
})

describe('a publication that changes', () => {
  const NAMES = ['_realtime_deletes', '_realtime_inserts', '_realtime_updates']
  let frequent: ChangeFeed
  beforeAll(() => {
    frequent = openFeed(here.db.database, 20)
  })
  afterAll(() => frequent.close())
  beforeEach(() => publish('passing', 'id int primary key'))

  test('ends the subscriptions to a table that leaves, and removes its triggers', async () => {
    const passing = await subscribe([{ table: 'passing' }, {}], ANON, frequent)
    const all = await subscribe({ table: '*' }, ANON, frequent)
    expect(await listTriggers('passing')).toEqual(NAMES)
    await here.db.asOwner('alter publication supabase_realtime drop table passing')
    const message =
      'Unable to deliver changes of public.passing. Exception: not in the publication supabase_realtime'
    await expect.poll(() => passing.ends).toEqual([[message, false]])
    await expect.poll(() => listTriggers('passing')).toEqual([])
    await here.db.asOwner('insert into passing values (1)')
    await here.db.asOwner('insert into notes (id) values (1)')
    await flushChanges(frequent)
    expect(all.ends).toEqual([])
    expect(all.received.map(({ data }) => data.table)).toEqual(['notes', 'markers'])
    expect(passing.received).toEqual([])
  })

  test('gets the triggers of a table again that another process removed', async () => {
    const passing = await subscribe({ table: 'passing' }, ANON, frequent)
    await here.db.asOwner(NAMES.map((name) => `drop trigger ${name} on passing`).join(';'))
    await expect.poll(() => listTriggers('passing')).toEqual(NAMES)
    expect(passing.ends).toEqual([])
  })
})

test('a close waits for a read of the publication', async () => {
  let isSubscribed = false
  const reads: (() => void)[] = []
  const database = overrideDatabase({
    async asOwner(...call) {
      if (isSubscribed) await new Promise<void>((resolve) => reads.push(resolve))
      return here.db.database.asOwner(...call)
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
