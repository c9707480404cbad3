import { afterEach, expect, test } from 'vitest'
import { shareTestBackend, startTestBackend } from '../support/backends/backend.ts'
import {
  closeClients,
  createRealtimeClient,
  createRefusal,
  joinTopic,
  newNetwork,
  openSocket,
  RefusedUpgrade,
  subscribe,
} from '../support/backends/realtime.ts'

const LIMITS = { sockets: 3, channels: 2, changeBindings: 1 }

const backend = await shareTestBackend(undefined, { realtimeLimits: LIMITS })
afterEach(closeClients)

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
  expect(await joinTopic(socket, 'realtime:a\0b', { private: true })).toEqual(
    createRefusal('InvalidJoinPayload: The topic is not valid'),
  )
  expect(backend.loggedErrors).toEqual([])
})

test('too many postgres_changes, and a presence key that is too long, are refused', async () => {
  const socket = await openSocket(backend)
  const changes = { postgres_changes: [{ event: '*', schema: 'public' }, { event: 'INSERT' }] }
  expect(await joinTopic(socket, 'realtime:room', changes)).toEqual(
    createRefusal('ChannelRateLimitReached: Too many postgres_changes in one channel'),
  )
  expect(await joinTopic(socket, 'realtime:room', { presence: { key: 'k'.repeat(256) } })).toEqual(
    createRefusal('InvalidJoinPayload: The presence key is too long'),
  )
  expect(await joinTopic(socket, 'realtime:room', { postgres_changes: [1] })).toEqual(
    createRefusal('InvalidJoinPayload: postgres_changes is not valid'),
  )
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
  for (const socket of [slow, reader, sender]) await joinTopic(socket, 'realtime:room')
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
