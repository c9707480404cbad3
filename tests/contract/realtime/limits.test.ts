import type { RealtimeChannel } from '@supabase/supabase-js'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startTestBackend, type TestBackend } from '../../support/backend.ts'
import {
  closeClients,
  createRealtimeClient,
  openSocket,
  RefusedUpgrade,
  subscribe,
  type TestSocket,
} from '../../support/realtime.ts'

const LIMITS = {
  sockets: 3,
  messages: { points: 12, duration: 60 },
  channels: 2,
  messageBytes: 2000,
  frameBytes: 8000,
  presenceBytes: 100,
  channelPresenceBytes: 220,
  presenceKeys: 2,
  changeBindings: 1,
}

let backend: TestBackend
let lastNetwork = 0
beforeAll(async () => {
  backend = await startTestBackend(undefined, { realtimeLimits: LIMITS })
})
afterEach(closeClients)
afterAll(() => backend.close())

/** An address that no other test uses. */
const newNetwork = () => `198.51.100.${++lastNetwork}`

async function join(socket: TestSocket, topic: string, config: object = {}) {
  socket.send('1', '1', topic, 'phx_join', { config })
  return (await socket.next())?.[4]
}

const refusal = (reason: string) => ({ status: 'error', response: { reason } })

/** @returns the messages of the system to a channel */
function collectSystem(channel: RealtimeChannel): unknown[] {
  const messages: unknown[] = []
  channel.on('system', {}, ({ message }) => messages.push(message))
  return messages
}

test('the fourth socket of a network gets 429 "Too many connected users"', async () => {
  const network = newNetwork()
  const sockets = await Promise.all([1, 2, 3].map(() => openSocket(backend, { network })))
  const refused = await openSocket(backend, { network }).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(RefusedUpgrade)
  expect(refused).toMatchObject({ status: 429, body: '{"error":"Too many connected users"}' })
  await openSocket(backend, { network: newNetwork() })
  sockets[0]?.socket.close()
  await sockets[0]?.closed
  await expect
    .poll(() =>
      openSocket(backend, { network }).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true)
})

test('this machine may open more sockets and send more messages', async () => {
  const sockets = await Promise.all([1, 2, 3, 4].map(() => openSocket(backend)))
  for (let ref = 0; ref < 20; ref += 1) {
    sockets[0]?.send(null, String(ref), 'phoenix', 'heartbeat', {})
    expect((await sockets[0]?.next())?.[4]).toMatchObject({ status: 'ok' })
  }
})

test('the third channel of a socket gets "ChannelRateLimitReached: Too many channels"', async () => {
  const client = createRealtimeClient(backend)
  const first = client.channel('1')
  await subscribe(first)
  await subscribe(client.channel('2'))
  const third = client.channel('3')
  await expect(subscribe(third)).rejects.toThrow('ChannelRateLimitReached: Too many channels')
  await client.removeChannel(third)
  await client.removeChannel(first)
  expect(await subscribe(client.channel('4'))).toBe('SUBSCRIBED')
})

describe('messages of one network', () => {
  test('heartbeats within a second count: one too many closes the socket with 1008', async () => {
    const socket = await openSocket(backend, { network: newNetwork() })
    for (let sent = 0; sent <= LIMITS.messages.points; sent += 1) {
      socket.send(null, String(sent), 'phoenix', 'heartbeat', {})
    }
    expect(await socket.closed).toEqual({ code: 1008, reason: 'Too many messages per second' })
  })

  test('a flood of a neighbor does not close the socket of a client that sends heartbeats', async () => {
    const network = newNetwork()
    const quiet = await openSocket(backend, { network })
    const flood = await openSocket(backend, { network })
    for (let sent = 0; sent < LIMITS.messages.points; sent += 1) {
      flood.send(null, String(sent), 'phoenix', 'unknown', {})
    }
    expect((await flood.closed).code).toBe(1008)
    quiet.send(null, '1', 'phoenix', 'heartbeat', {})
    expect((await quiet.next())?.[4]).toEqual({ status: 'ok', response: {} })
  })

  test('a join counts once more for each entry of postgres_changes', async () => {
    const socket = await openSocket(backend, { network: newNetwork() })
    const changes = { postgres_changes: Array(LIMITS.messages.points - 1).fill({ event: '*' }) }
    const reason = 'ClientJoinRateLimitReached: Too many joins per second'
    expect(await join(socket, 'realtime:room', changes)).toEqual(refusal(reason))
    expect((await socket.closed).code).toBe(1008)
  })

  test('a broadcast too many closes its channel, and other networks are not affected', async () => {
    const [socket, other] = await Promise.all(
      [newNetwork(), newNetwork()].map((network) => openSocket(backend, { network })),
    )
    if (!socket || !other) throw new Error('no sockets')
    await join(socket, 'realtime:room')
    for (let sent = 2; sent <= LIMITS.messages.points; sent += 1) {
      socket.send('1', null, 'realtime:room', 'broadcast', { event: 'e' })
    }
    expect((await socket.next())?.slice(2)).toEqual([
      'realtime:room',
      'system',
      {
        extension: 'system',
        status: 'error',
        message: 'Too many messages per second',
        channel: 'room',
      },
    ])
    expect(await socket.next()).toEqual(['1', '1', 'realtime:room', 'phx_close', {}])
    expect(await join(other, 'realtime:room')).toMatchObject({ status: 'ok' })
  })

  test('a large frame too many closes the socket with 1008 and is not parsed', async () => {
    const network = newNetwork()
    const malformed = 'x'.repeat(5000)
    const early = await openSocket(backend, { network })
    early.sendRaw(malformed)
    expect((await early.closed).code).toBe(1007)
    const socket = await openSocket(backend, { network })
    await join(socket, 'realtime:room')
    const payload = { event: 'e', payload: { text: 'x'.repeat(5000) } }
    // Two upgrades, the malformed frame and the join are counted.
    for (let sent = 4; sent < LIMITS.messages.points; sent += 1) {
      socket.send('1', '2', 'realtime:room', 'broadcast', payload)
      expect((await socket.next())?.[4]).toEqual(refusal('payload_size_exceeded'))
    }
    socket.sendRaw(malformed)
    expect(await socket.closed).toEqual({ code: 1008, reason: 'Too many messages per second' })
  })

  test('a join too many is refused and closes the socket with 1008', async () => {
    const socket = await openSocket(backend, { network: newNetwork() })
    for (let joins = 1; joins < LIMITS.messages.points; joins += 1) {
      await join(socket, 'realtime:')
    }
    const reason = 'ClientJoinRateLimitReached: Too many joins per second'
    expect(await join(socket, 'realtime:')).toEqual(refusal(reason))
    expect(await socket.closed).toEqual({ code: 1008, reason })
  })
})

test('an upgrade counts as a message: one too many gets 429 "Too many joins per second"', async () => {
  const network = newNetwork()
  for (let opened = 0; opened < LIMITS.messages.points; opened += 1) {
    const { socket, closed } = await openSocket(backend, { network })
    socket.close()
    await closed
  }
  const refused = await openSocket(backend, { network }).catch((error: unknown) => error)
  expect(refused).toMatchObject({ status: 429, body: '{"error":"Too many joins per second"}' })
})

test('more sockets than the process allows get 503, also from this machine', async () => {
  const small = await startTestBackend(undefined, {
    db: backend.db,
    realtimeLimits: { totalSockets: 2 },
  })
  const [first] = await Promise.all([openSocket(small), openSocket(small)])
  const refused = await openSocket(small).catch((error: unknown) => error)
  expect(refused).toMatchObject({ status: 503, body: '{"error":"Too many connected users"}' })
  first?.socket.close()
  await first?.closed
  await expect.poll(() => openSocket(small).catch(() => undefined)).toBeDefined()
  await small.close()
})

test('a topic with U+0000 is refused, and nothing is logged', async () => {
  const socket = await openSocket(backend)
  expect(await join(socket, 'realtime:a\0b', { private: true })).toEqual(
    refusal('InvalidJoinPayload: The topic is not valid'),
  )
  expect(backend.loggedErrors).toEqual([])
})

describe('sizes', () => {
  test('a broadcast of more than the limit is answered with payload_size_exceeded', async () => {
    const socket = await openSocket(backend)
    await join(socket, 'realtime:room', { broadcast: { ack: true } })
    const send = async (bytes: number) => {
      const payload = { event: 'e', payload: { text: 'x'.repeat(bytes) } }
      socket.send('1', '2', 'realtime:room', 'broadcast', payload)
      return (await socket.next())?.[4]
    }
    expect(await send(1000)).toMatchObject({ status: 'ok' })
    expect(await send(2000)).toEqual(refusal('payload_size_exceeded'))
  })

  test('a frame of more than the limit closes the socket with 1009', async () => {
    const socket = await openSocket(backend)
    const before = backend.realtime.counters.cut.malformed
    socket.sendRaw('x'.repeat(LIMITS.frameBytes + 1))
    expect((await socket.closed).code).toBe(1009)
    expect(backend.realtime.counters.cut.malformed).toBe(before + 1)
  })

  test('a larger payload of track closes the channel with "Track message size exceeded"', async () => {
    const channel = createRealtimeClient(backend).channel('room')
    const messages = collectSystem(channel)
    await subscribe(channel)
    expect(await channel.track({ text: 'x'.repeat(50) })).toBe('ok')
    void channel.track({ text: 'x'.repeat(100) })
    await expect.poll(() => messages).toEqual(['Track message size exceeded'])
    await expect.poll(() => channel.state).toBe('closed')
  })

  test.each([
    ['key', ['a', 'b', 'c']],
    ['entry of a key', ['a', 'a', 'a']],
  ])(
    'the third presence %s of a channel is refused until another one leaves',
    async (kind, keys) => {
      const topic = `realtime:${kind}`
      const track = async (socket: TestSocket, payload: object) => {
        socket.send('1', '2', topic, 'presence', { event: 'track', payload })
        return (await socket.next())?.[4]
      }
      const sockets = await Promise.all(keys.map(() => openSocket(backend)))
      const [first, second, third] = sockets
      if (!first || !second || !third) throw new Error('no sockets')
      for (const [index, socket] of sockets.entries()) {
        await join(socket, topic, { presence: { key: keys[index] } })
      }
      expect(await track(first, { n: 1 })).toMatchObject({ status: 'ok' })
      expect(await track(second, { n: 1 })).toMatchObject({ status: 'ok' })
      expect(await track(third, {})).toEqual(
        refusal('PresenceRateLimitReached: Too many presence keys'),
      )
      first.socket.close()
      await first.closed
      await expect.poll(() => track(third, {})).toMatchObject({ status: 'ok' })
    },
  )

  test('a payload of track for which a channel has no room is refused until another one leaves', async () => {
    const [first, second] = await Promise.all([openSocket(backend), openSocket(backend)])
    const send = async (socket: TestSocket, event: string, bytes: number) => {
      const payload = { event, payload: { text: 'x'.repeat(bytes) } }
      socket.send('1', '2', 'realtime:full', 'presence', payload)
      return (await socket.next())?.[4]
    }
    const refused = refusal('PresenceRateLimitReached: Too many presence keys')
    for (const socket of [first, second]) {
      socket.send('1', '1', 'realtime:full', 'phx_join', { config: { presence: { key: 'k' } } })
      await socket.next()
    }
    const ok = { status: 'ok' }
    expect(await send(first, 'track', 80)).toMatchObject(ok)
    // The state, and the change 50 ms later.
    await first.next()
    await first.next()
    expect(await send(second, 'track', 80)).toEqual(refused)
    expect(await send(second, 'track', 10)).toMatchObject(ok)
    first.socket.close()
    await first.closed
    await expect.poll(() => send(second, 'track', 80)).toMatchObject(ok)
  })

  test('too many postgres_changes, and a presence key that is too long, are refused', async () => {
    const socket = await openSocket(backend)
    const changes = { postgres_changes: [{ event: '*', schema: 'public' }, { event: 'INSERT' }] }
    expect(await join(socket, 'realtime:room', changes)).toEqual(
      refusal('ChannelRateLimitReached: Too many postgres_changes in one channel'),
    )
    expect(await join(socket, 'realtime:room', { presence: { key: 'k'.repeat(256) } })).toEqual(
      refusal('InvalidJoinPayload: The presence key is too long'),
    )
    expect(await join(socket, 'realtime:room', { postgres_changes: [1] })).toEqual(
      refusal('InvalidJoinPayload: postgres_changes is not valid'),
    )
  })
})

test('a socket without a heartbeat is closed with 1000, and one with them is not', async () => {
  const short = await startTestBackend(undefined, {
    db: backend.db,
    realtimeLimits: { idleMs: 300, sweepMs: 20 },
  })
  const [idle, active] = await Promise.all([openSocket(short), openSocket(short)])
  const beat = setInterval(() => active.send(null, '1', 'phoenix', 'heartbeat', {}), 50)
  expect(await idle.closed).toEqual({ code: 1000, reason: 'No heartbeat' })
  expect(active.socket.readyState).toBe(active.socket.OPEN)
  clearInterval(beat)
  await short.close()
})

test('a client that does not read is cut, and the others get all messages', async () => {
  const small = await startTestBackend(undefined, {
    db: backend.db,
    realtimeLimits: { bufferedBytes: 100_000 },
  })
  const [slow, reader, sender] = await Promise.all([1, 2, 3].map(() => openSocket(small)))
  if (!slow || !reader || !sender) throw new Error('no sockets')
  for (const socket of [slow, reader, sender]) await join(socket, 'realtime:room')
  slow.socket.pause()
  let received = 0
  const payload = { event: 'e', payload: { text: 'x'.repeat(50_000) } }
  while (small.realtime.counters.cut.slow === 0 && received < 1000) {
    sender.send('1', null, 'realtime:room', 'broadcast', payload)
    await reader.next()
    received += 1
  }
  expect(small.realtime.counters.cut.slow).toBe(1)
  sender.send('1', null, 'realtime:room', 'broadcast', payload)
  expect((await reader.next())?.[3]).toBe('broadcast')
  await small.close()
})
