// postgres_changes over the client of Supabase.
import {
  postgresChangesFilter,
  type RealtimePostgresChangesPayload,
  type SupabaseClient,
} from '@supabase/supabase-js'
import { afterEach, expect, test } from 'vitest'
import { shareTestBackend } from '../support/backends/backend.ts'
import { shareChangeFeed } from '../support/backends/change-feed.ts'
import { closeClients, createRealtimeClient, subscribe } from '../support/backends/realtime.ts'
import { shareTestDatabase } from '../support/databases/database.ts'

type Payload = RealtimePostgresChangesPayload<Record<string, unknown>>

const db = await shareTestDatabase()
await db.asOwner(`
  create table notes (id bigint primary key, body text, price numeric, list int[], data jsonb, at timestamptz);
  grant select on notes to anon, authenticated;
  alter publication supabase_realtime add table notes`)
const changes = shareChangeFeed(db.database)
const backend = await shareTestBackend(undefined, { db, changes })
afterEach(async () => {
  await closeClients()
  await db.asOwner('truncate notes')
})

interface Options {
  event?: '*' | 'INSERT' | 'UPDATE' | 'DELETE'
  table?: string
  filter?: string
}

let lastChannel = 0

/** Joins a channel and collects the changes of `notes`. */
async function watch(
  client: SupabaseClient = createRealtimeClient(backend),
  options: Options = {},
) {
  lastChannel += 1
  const received: Payload[] = []
  const system: unknown[] = []
  const channel = client.channel(`changes ${lastChannel}`)
  channel.on('system', {}, (message) => system.push(message))
  channel.on<Record<string, unknown>>(
    'postgres_changes',
    { event: '*', schema: 'public', table: 'notes', ...options } as { event: '*'; schema: string },
    (payload) => received.push(payload),
  )
  await subscribe(channel)
  return { channel, received, system }
}

test('inserts, updates and deletes arrive with the types of the client', async () => {
  const { received, system } = await watch()
  await db.asOwner(`insert into notes values
    (1, 'a', 12.50, '{1,2}', '{"x": [1]}', '2026-01-02 03:04:05+00')`)
  await expect.poll(() => received.length).toBe(1)
  await db.asOwner("update notes set body = 'b'")
  await expect.poll(() => received.length).toBe(2)
  await db.asOwner('delete from notes')
  await expect.poll(() => received.length).toBe(3)
  const base = {
    schema: 'public',
    table: 'notes',
    commit_timestamp: expect.stringMatching(/Z$/),
    errors: null,
  }
  const row = {
    id: 1,
    body: 'a',
    price: 12.5,
    list: [1, 2],
    data: { x: [1] },
    at: '2026-01-02T03:04:05+00:00',
  }
  expect(received).toEqual([
    { ...base, eventType: 'INSERT', new: row, old: {} },
    { ...base, eventType: 'UPDATE', new: { ...row, body: 'b' }, old: { id: 1 } },
    { ...base, eventType: 'DELETE', new: {}, old: { id: 1 } },
  ])
  expect(system).toEqual([
    expect.objectContaining({
      extension: 'postgres_changes',
      status: 'ok',
      message: 'Subscribed to PostgreSQL',
    }),
  ])
})

test('each callback receives its events and filter', async () => {
  const client = createRealtimeClient(backend)
  const inserts = await watch(client, { event: 'INSERT' })
  const expensive = await watch(client, {
    filter: postgresChangesFilter().gt('price', 10).not('body', 'is', null).build(),
  })
  await db.asOwner`insert into notes (id, body, price) values (1, 'a', 5), (2, 'b', 20), (3, null, 30)`
  await db.asOwner("update notes set body = 'c' where id = 2")
  await expect.poll(() => expensive.received.length).toBe(2)
  const summarize = ({ received }: typeof inserts) =>
    received.map(({ eventType, new: row }) => [eventType, 'id' in row && row.id])
  expect(summarize(expensive)).toEqual([
    ['INSERT', 2],
    ['UPDATE', 2],
  ])
  expect(summarize(inserts)).toEqual([1, 2, 3].map((id) => ['INSERT', id]))
})

test('rows that only their owner may read arrive at the owner alone, also when they change', async () => {
  const [owner, other] = [await backend.createMember(), await backend.createMember()]
  const options = { table: 'todos', filter: `owner=eq.${owner.id}` }
  await Promise.all([owner, other].map(({ client }) => client.realtime.setAuth()))
  const own = await watch(owner.client, options)
  const ofOther = await watch(other.client, options)
  const { data } = await owner.client
    .from('todos')
    .insert({ title: 'Water the plants' })
    .select('id')
    .single()
    .throwOnError()
  await expect.poll(() => own.received.length).toBe(1)
  expect(own.received[0]?.new).toMatchObject({ title: 'Water the plants', is_done: false })
  await owner.client.from('todos').update({ is_done: true }).eq('id', data.id).throwOnError()
  await expect.poll(() => own.received.length).toBe(2)
  expect(own.received[1]?.new).toHaveProperty('is_done', true)
  // What everybody may see afterwards arrives, so the row of the owner would have arrived as well.
  const open = await watch()
  await db.asOwner("insert into notes (id, body) values (1, 'public')")
  await expect.poll(() => open.received.length).toBe(1)
  expect(ofOther.received).toEqual([])
  await Promise.all([owner, other].map(({ client }) => client.removeAllChannels()))
})

test('a request that the feed refuses makes the join fail with its message', async () => {
  const options = { filter: 'missing=eq.1' }
  await expect(watch(undefined, options)).rejects.toThrow('invalid column for filter missing')
  await watch()
})
