import { afterEach, expect, test } from 'vitest'
import { shareTestBackend } from '../support/backends/backend.ts'
import {
  closeClients,
  createRefusal,
  joinTopic,
  newNetwork,
  openSocket,
} from '../support/backends/realtime.ts'

const LIMITS = { messages: { points: 12, duration: 60 } }

const backend = await shareTestBackend(undefined, { realtimeLimits: LIMITS })
afterEach(closeClients)

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
  expect(await joinTopic(socket, 'realtime:room', changes)).toEqual(createRefusal(reason))
  expect((await socket.closed).code).toBe(1008)
})

test('a broadcast too many closes its channel, and other networks are not affected', async () => {
  const [socket, other] = await Promise.all(
    [newNetwork(), newNetwork()].map((network) => openSocket(backend, { network })),
  )
  if (!socket || !other) throw new Error('no sockets')
  await joinTopic(socket, 'realtime:room')
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
  expect(await joinTopic(other, 'realtime:room')).toMatchObject({ status: 'ok' })
})

test('a large frame too many closes the socket with 1008 and is not parsed', async () => {
  const network = newNetwork()
  const malformed = 'x'.repeat(5000)
  const early = await openSocket(backend, { network })
  early.sendRaw(malformed)
  expect((await early.closed).code).toBe(1007)
  const socket = await openSocket(backend, { network })
  await joinTopic(socket, 'realtime:room', { broadcast: { ack: true } })
  const payload = { event: 'e', payload: { text: 'x'.repeat(5000) } }
  // Two upgrades, the malformed frame and the join are counted.
  for (let sent = 4; sent < LIMITS.messages.points; sent += 1) {
    socket.send('1', '2', 'realtime:room', 'broadcast', payload)
    expect((await socket.next())?.[4]).toMatchObject({ status: 'ok' })
  }
  socket.sendRaw(malformed)
  expect(await socket.closed).toEqual({ code: 1008, reason: 'Too many messages per second' })
})

test('a join too many is refused and closes the socket with 1008', async () => {
  const socket = await openSocket(backend, { network: newNetwork() })
  for (let joins = 1; joins < LIMITS.messages.points; joins += 1) {
    await joinTopic(socket, 'realtime:')
  }
  const reason = 'ClientJoinRateLimitReached: Too many joins per second'
  expect(await joinTopic(socket, 'realtime:')).toEqual(createRefusal(reason))
  expect(await socket.closed).toEqual({ code: 1008, reason })
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
