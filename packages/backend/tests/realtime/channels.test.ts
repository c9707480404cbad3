import type { RealtimeChannel } from '@supabase/supabase-js'
import { afterEach, describe, expect, test } from 'vitest'
import { shareTestBackend } from '../support/backends/backend.ts'
import {
  closeClients,
  createRealtimeClient,
  openSocket,
  RefusedUpgrade,
  subscribe,
} from '../support/backends/realtime.ts'

const backend = await shareTestBackend()
afterEach(closeClients)

/** @returns the next broadcasts of an event, in their order */
function collect(channel: RealtimeChannel, event: string): unknown[] {
  const received: unknown[] = []
  channel.on('broadcast', { event }, (message) => received.push(message.payload))
  return received
}

const connect = (vsn: '1.0.0' | '2.0.0') => createRealtimeClient(backend, { vsn })

describe.each(['1.0.0', '2.0.0'] as const)('protocol %s', (vsn) => {
  test('a channel joins, answers a heartbeat and is left', async () => {
    const client = connect(vsn)
    const statuses: string[] = []
    client.realtime.onHeartbeat((status) => statuses.push(status))
    const channel = client.channel('room')
    expect(await subscribe(channel)).toBe('SUBSCRIBED')
    await client.realtime.sendHeartbeat()
    await expect.poll(() => statuses).toContain('ok')
    expect(await channel.unsubscribe()).toBe('ok')
  })

  test.each(['1.0.0', '2.0.0'] as const)('a broadcast reaches a client of %s', async (other) => {
    const sender = connect(vsn).channel('room')
    const receiver = connect(other).channel('room')
    const stranger = connect(other).channel('other room')
    const received = collect(receiver, 'shout')
    const elsewhere = collect(stranger, 'shout')
    const own = collect(sender, 'shout')
    await Promise.all([sender, receiver, stranger].map(subscribe))
    const payload = { text: 'naïve 🙂', list: [1, { two: null }] }
    await sender.send({ type: 'broadcast', event: 'shout', payload })
    await expect.poll(() => received).toEqual([payload])
    expect([own, elsewhere]).toEqual([[], []])
  })

  test('with self and ack the sender gets its own broadcast and an answer', async () => {
    const channel = connect(vsn).channel('room', {
      config: { broadcast: { self: true, ack: true } },
    })
    const received = collect(channel, 'shout')
    await subscribe(channel)
    const answer = await channel.send({ type: 'broadcast', event: 'shout', payload: { n: 1 } })
    expect(answer).toBe('ok')
    await expect.poll(() => received).toEqual([{ n: 1 }])
  })

  test('broadcasts arrive in their order', async () => {
    const [sender, receiver] = [connect(vsn).channel('room'), connect(vsn).channel('room')]
    const received = collect(receiver, 'count')
    await Promise.all([sender, receiver].map(subscribe))
    const sent = Array.from({ length: 100 }, (_, n) => ({ n }))
    for (const payload of sent) await sender.send({ type: 'broadcast', event: 'count', payload })
    await expect.poll(() => received).toEqual(sent)
  })
})

test('a binary broadcast reaches clients of 2.0.0 as bytes and those of 1.0.0 not at all', async () => {
  const sender = connect('2.0.0').channel('room')
  const [current, former] = [connect('2.0.0').channel('room'), connect('1.0.0').channel('room')]
  const [bytes, none] = [collect(current, '*'), collect(former, '*')]
  await Promise.all([sender, current, former].map(subscribe))
  const payload = new Uint8Array([0, 1, 255]).buffer
  await sender.send({ type: 'broadcast', event: 'bytes', payload } as never)
  await sender.send({ type: 'broadcast', event: 'end', payload: { end: true } })
  await expect.poll(() => bytes).toEqual([payload, { end: true }])
  await expect.poll(() => none).toEqual([{ end: true }])
})

test('a public and a private channel of one name are two channels', async () => {
  const ack = { broadcast: { ack: true, self: true } }
  const open = connect('2.0.0').channel('room', { config: ack })
  const closed = createRealtimeClient(backend, { key: backend.serviceKey }).channel('room', {
    config: { ...ack, private: true },
  })
  const [inPublic, inPrivate] = [collect(open, 'shout'), collect(closed, 'shout')]
  await Promise.all([open, closed].map(subscribe))
  await open.send({ type: 'broadcast', event: 'shout', payload: { is: 'public' } })
  await closed.send({ type: 'broadcast', event: 'shout', payload: { is: 'private' } })
  await expect.poll(() => inPrivate).toEqual([{ is: 'private' }])
  expect(inPublic).toEqual([{ is: 'public' }])
})

test('a join with postgres_changes is refused without a change feed', async () => {
  const channel = connect('2.0.0').channel('changes')
  channel.on('postgres_changes', { event: '*', schema: 'public' }, () => {})
  await expect(subscribe(channel)).rejects.toThrow(
    'RealtimeDisabledForConfiguration: This server has no feed of table changes',
  )
})

describe('frames', () => {
  test('a message to a channel that is not joined is answered with "unmatched topic"', async () => {
    const socket = await openSocket(backend)
    socket.send(null, '1', 'realtime:room', 'broadcast', {})
    expect(await socket.next()).toEqual([
      null,
      '1',
      'realtime:room',
      'phx_reply',
      { status: 'error', response: { reason: 'unmatched topic' } },
    ])
  })

  test.each([
    ['realtime:', 'TopicNameRequired: You must provide a topic name'],
    ['room', 'unmatched topic'],
  ])('a join of the topic "%s" is refused: %s', async (topic, reason) => {
    const socket = await openSocket(backend)
    socket.send('1', '1', topic, 'phx_join', {})
    expect(await socket.next()).toEqual([
      '1',
      '1',
      topic,
      'phx_reply',
      { status: 'error', response: { reason } },
    ])
  })

  test('a second join of a channel closes the first one', async () => {
    const socket = await openSocket(backend)
    socket.send('1', '1', 'realtime:room', 'phx_join', {})
    await socket.next()
    socket.send('2', '2', 'realtime:room', 'phx_join', {})
    expect(await socket.next()).toEqual(['1', '1', 'realtime:room', 'phx_close', {}])
    expect((await socket.next())?.[4]).toMatchObject({ status: 'ok' })
  })

  test('messages behind a join are handled after it', async () => {
    const socket = await openSocket(backend)
    socket.send('1', '1', 'realtime:room', 'phx_join', {
      config: { broadcast: { ack: true, self: true } },
    })
    socket.send('1', '2', 'realtime:room', 'broadcast', { type: 'broadcast', event: 'a' })
    socket.send(null, '3', 'phoenix', 'heartbeat', {})
    expect((await socket.next())?.slice(0, 2)).toEqual(['1', '1'])
    expect((await socket.next())?.[3]).toBe('broadcast')
    expect((await socket.next())?.[1]).toBe('2')
    expect((await socket.next())?.[1]).toBe('3')
  })

  test.each([
    'no JSON',
    '{}',
    '[1]',
    '[null,"1",1,"phx_join",{}]',
    '[null,"1","realtime:room","phx_join",[]]',
    '[{},"1","realtime:room","phx_join",{}]',
    `[null,"1","${'t'.repeat(256)}","phx_join",{}]`,
    `[null,"1","realtime:room","phx_join",{"a":${'['.repeat(200)}${']'.repeat(200)}}]`,
  ])('the malformed message %s closes the socket with 1007', async (message) => {
    const socket = await openSocket(backend)
    socket.sendRaw(message)
    expect((await socket.closed).code).toBe(1007)
  })
})

describe('upgrades', () => {
  async function upgrade(path: string): Promise<{ status: number; body: string }> {
    const refused = await openSocket(backend, { path }).catch((error: unknown) => error)
    if (!(refused instanceof RefusedUpgrade)) throw new Error('the upgrade was not refused')
    return refused
  }

  test.each([
    ['/realtime/v1/websocket', 401, 'API key is missing'],
    ['/realtime/v1/websocket?apikey=wrong', 401, 'The token provided is not a valid JWT'],
    ['/realtime/v1/websocket?apikey=k&vsn=3.0.0', 400, 'The protocol version is not supported'],
    ['/realtime/v1/other', 404, 'no Route matched with those values'],
    ['/', 404, 'no Route matched with those values'],
  ])('%s is refused with %i "%s"', async (path, status, error) => {
    const refused = await upgrade(path)
    expect(refused.status).toBe(status)
    expect(JSON.parse(refused.body)).toEqual({ error })
  })
})
