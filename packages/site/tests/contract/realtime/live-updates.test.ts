// The channel launches: what everybody receives, and what only the database may send (spec 2 §9).

import {
  closeClients,
  createRealtimeClient,
  subscribe,
} from '@toolmark/backend/tests/support/backends/realtime.ts'
import { afterEach, expect, test } from 'vitest'
import { shareTestBackend } from '../../support/backends/backend.ts'

const backend = await shareTestBackend()
const maker = await backend.createMember()
const [tool] = await backend.db.asOwner(
  "insert into tools (name, slug, description, category) values ('Kettle', '', 'Boils.', 'HR') returning id",
)
const [row] = await backend.db
  .asOwner`insert into product_launches (user_id, tool_id, tagline, launch_date)
   values (${maker.id}, ${tool?.id}, 'Hot', (now() at time zone 'utc')::date) returning id`
const launch = String(row?.id)
afterEach(closeClients)

/** Joins as a visitor, as the site does. @returns the payloads that arrive */
async function listen() {
  const client = createRealtimeClient(backend)
  const channel = client.channel('launches', { config: { private: true } })
  const received: unknown[] = []
  channel.on('broadcast', { event: '*' }, ({ payload }) => received.push(payload))
  await subscribe(channel)
  return { received, channel }
}

const upvote = async () => {
  const { client, id } = await backend.createMember()
  await client.from('launch_upvotes').insert({ launch_id: launch, user_id: id }).throwOnError()
}

test('a visitor receives each new count', async () => {
  const { received } = await listen()
  await upvote()
  await expect.poll(() => received).toEqual([{ id: launch, upvotes_count: 1 }])
})

test('a count that a visitor or member sends does not arrive', async () => {
  const { received, channel } = await listen()
  const forged = { id: launch, upvotes_count: 9999 }
  await channel.send({ type: 'broadcast', event: 'upvotes', payload: forged })
  const { client: member } = await backend.createMember()
  for (const client of [backend.createClient(), member]) {
    for (const isPrivate of [true, false]) {
      const target = client.channel('launches', { config: { private: isPrivate } })
      await target.httpSend('upvotes', forged).catch(() => {})
      await client.removeChannel(target)
    }
    const { error } = await client.schema('realtime' as never).rpc('send' as never)
    expect(error?.code).toBe('PGRST106')
  }
  // What the database sends afterwards arrives, so the forged counts would have arrived as well.
  const { data } = await member
    .from('product_launches')
    .select('upvotes_count')
    .eq('id', launch)
    .single()
    .throwOnError()
  await upvote()
  await expect
    .poll(() => received)
    .toEqual([{ id: launch, upvotes_count: (data.upvotes_count ?? 0) + 1 }])
})
