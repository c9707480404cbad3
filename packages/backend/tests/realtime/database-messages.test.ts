// Messages that the database sends: realtime.send and realtime.broadcast_changes.

import { afterEach, expect, test } from 'vitest'
import { shareTestBackend } from '../support/backends/backend.ts'
import {
  closeClients,
  collectBroadcasts,
  createRealtimeClient,
} from '../support/backends/realtime.ts'

const backend = await shareTestBackend()
await backend.db.asOwner(`
  create table public.notes (id int primary key, text text);
  alter table public.notes enable row level security;
  create function public.announce_note() returns trigger
  language plpgsql security definer set search_path = '' as $$
  begin
    perform realtime.broadcast_changes(
      'notes', tg_op, tg_op, tg_table_name, tg_table_schema, new, old);
    return null;
  end $$;
  create trigger announce_note after insert or update or delete on public.notes
    for each row execute function public.announce_note();
`)
afterEach(closeClients)

/** Joins a channel as the service role. @returns its broadcasts */
async function listen(topic: string, isPrivate: boolean) {
  const client = createRealtimeClient(backend, { key: backend.serviceKey })
  return collectBroadcasts(client.channel(topic, { config: { private: isPrivate } }))
}

test('realtime.send delivers to the private channel, or to the public one', async () => {
  const [inPrivate, inPublic] = [await listen('room', true), await listen('room', false)]
  await backend.db.asOwner(`
    select realtime.send('{"n": 1}', 'greet', 'room');
    select realtime.send('{"n": 2, "id": "mine"}', 'greet', 'room', false);
  `)
  await expect.poll(() => inPrivate).toHaveLength(1)
  await expect.poll(() => inPublic).toEqual([{ event: 'greet', payload: { n: 2, id: 'mine' } }])
  expect(inPrivate).toEqual([{ event: 'greet', payload: { n: 1, id: expect.any(String) } }])
})

test('a message that is larger than a notification, and many in one transaction, arrive', async () => {
  const received = await listen('many', true)
  await backend.db
    .asOwner`select realtime.send(jsonb_build_object('n', n, 'text', repeat('é', 10000)), 'e', 'many')
     from generate_series(1, 20) n`
  await expect.poll(() => received).toHaveLength(20)
  expect(received.map(({ payload }) => payload.n)).toEqual(
    Array.from({ length: 20 }, (_, index) => index + 1),
  )
})

test('a transaction that is rolled back delivers nothing', async () => {
  const received = await listen('undone', true)
  const failing = backend.db.asOwner(
    `do $$ begin perform realtime.send('{"n": 1}', 'e', 'undone'); raise 'undone'; end $$`,
  )
  await expect(failing).rejects.toThrow('undone')
  await backend.db.asOwner(`select realtime.send('{"n": 2}', 'e', 'undone')`)
  await expect.poll(() => received).toHaveLength(1)
  expect(received[0]?.payload.n).toBe(2)
})

test('realtime.broadcast_changes sends the row before and after each change', async () => {
  const received = await listen('notes', true)
  await backend.db.asOwner(`insert into public.notes values (1, 'a')`)
  await backend.db.asOwner(`update public.notes set text = 'b'`)
  await backend.db.asOwner('delete from public.notes')
  await expect.poll(() => received).toHaveLength(3)
  const [a, b] = [
    { id: 1, text: 'a' },
    { id: 1, text: 'b' },
  ]
  expect(received).toMatchObject(
    [
      { operation: 'INSERT', old_record: null, record: a },
      { operation: 'UPDATE', old_record: a, record: b },
      { operation: 'DELETE', old_record: b, record: null },
    ].map((change) => ({
      event: change.operation,
      payload: { ...change, schema: 'public', table: 'notes' },
    })),
  )
})

test('realtime.send of a caller without a policy delivers nothing and does not fail', async () => {
  const received = await listen('guarded', true)
  await backend.db.as({ role: 'anon' }, `select realtime.send('{}', 'e', 'guarded')`)
  await backend.db.asOwner(`select realtime.send('{"n": 1}', 'e', 'guarded')`)
  await expect.poll(() => received).toHaveLength(1)
  expect(received[0]?.payload.n).toBe(1)
})

test('clients cannot call the functions of the schema by REST', async () => {
  const client = backend.createClient() as ReturnType<typeof createRealtimeClient>
  const { error } = await client
    .schema('realtime' as 'public')
    .rpc('send' as never, { payload: {}, event: 'e', topic: 't' } as never)
  expect(error?.code).toBe('PGRST106')
})

test('only the owner can publish to the other processes', async () => {
  for (const role of ['anon', 'authenticated', 'service_role'] as const) {
    await expect(backend.db.as({ role }, `select realtime.publish(array['{}'])`)).rejects.toThrow(
      'permission denied',
    )
    await expect(backend.db.as({ role }, 'select * from realtime.bus_messages')).rejects.toThrow(
      'permission denied',
    )
  }
  await backend.db.asOwner('select realtime.publish(array[]::text[])')
})

test('a message between processes that is too large is announced by its id and its sender', async () => {
  const notices: unknown[] = []
  const stop = await backend.db.database.listen({
    channel: 'realtime',
    onNotice: (payload) => notices.push(JSON.parse(payload)),
    onGap: () => {},
  })
  const [small, large] = [
    { from: 'p', kind: 'leave' },
    { from: 'p', kind: 'leave', text: 'é'.repeat(4000) },
  ]
  await backend.db.asOwner('select realtime.publish($1::text[], $2)', [
    [small, large].map((message) => JSON.stringify(message)),
    'p',
  ])
  await expect.poll(() => notices).toEqual([small, { large: expect.any(Number), from: 'p' }])
  const [{ large: id } = { large: 0 }] = notices.slice(1) as { large: number }[]
  const rows = await backend.db.asOwner`select payload from realtime.bus_messages where id = ${id}`
  expect(rows).toEqual([{ payload: JSON.stringify(large) }])
  stop()
  // The backend of the test listens too, and messages of this form are not its own.
  await expect.poll(() => backend.loggedErrors).toHaveLength(2)
  backend.loggedErrors.length = 0
})
