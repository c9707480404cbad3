import { afterEach, expect, test } from 'vitest'
import { shareTestBackend } from '../support/backends/backend.ts'
import {
  closeClients,
  collectSystem,
  createRealtimeClient,
  createRefusal,
  joinTopic,
  openSocket,
  subscribe,
  type TestSocket,
} from '../support/backends/realtime.ts'

/** The defaults. */
const MESSAGE_BYTES = 64 * 1024
const FRAME_BYTES = 128 * 1024

const LIMITS = { presenceBytes: 100, channelPresenceBytes: 220, presenceKeys: 2 }

const backend = await shareTestBackend(undefined, { realtimeLimits: LIMITS })
afterEach(closeClients)

test('a broadcast of more than the limit is answered with payload_size_exceeded', async () => {
  const socket = await openSocket(backend)
  await joinTopic(socket, 'realtime:room', { broadcast: { ack: true } })
  const send = async (bytes: number) => {
    const payload = { event: 'e', payload: { text: 'x'.repeat(bytes) } }
    socket.send('1', '2', 'realtime:room', 'broadcast', payload)
    return (await socket.next())?.[4]
  }
  expect(await send(MESSAGE_BYTES - 100)).toMatchObject({ status: 'ok' })
  expect(await send(MESSAGE_BYTES)).toEqual(createRefusal('payload_size_exceeded'))
})

test('a binary broadcast of more than 64 KB is refused', async () => {
  const config = { broadcast: { ack: true, self: true } }
  const channel = createRealtimeClient(backend).channel('bytes', { config })
  const received: unknown[] = []
  channel.on('broadcast', { event: 'e' }, ({ payload }) => received.push(payload))
  await subscribe(channel)
  const send = (bytes: number) =>
    channel.send({ type: 'broadcast', event: 'e', payload: new ArrayBuffer(bytes) } as never)
  expect(await send(MESSAGE_BYTES + 1)).toBe('error')
  expect(await send(MESSAGE_BYTES)).toBe('ok')
  expect(received).toEqual([new ArrayBuffer(MESSAGE_BYTES)])
})

test('a frame of more than the limit closes the socket with 1009', async () => {
  const socket = await openSocket(backend)
  const before = backend.realtime.counters.cut.malformed
  socket.sendRaw('x'.repeat(FRAME_BYTES + 1))
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

test('the third presence key of a channel is refused until another one leaves', async () => {
  const keys = ['a', 'b', 'c']
  const topic = 'realtime:keys'
  const track = async (socket: TestSocket, payload: object) => {
    socket.send('1', '2', topic, 'presence', { event: 'track', payload })
    return (await socket.next())?.[4]
  }
  const sockets = await Promise.all(keys.map(() => openSocket(backend)))
  const [first, second, third] = sockets
  if (!first || !second || !third) throw new Error('no sockets')
  for (const [index, socket] of sockets.entries()) {
    await joinTopic(socket, topic, { presence: { key: keys[index] } })
  }
  expect(await track(first, { n: 1 })).toMatchObject({ status: 'ok' })
  expect(await track(second, { n: 1 })).toMatchObject({ status: 'ok' })
  expect(await track(third, {})).toEqual(
    createRefusal('PresenceRateLimitReached: Too many presence keys'),
  )
  first.socket.close()
  await first.closed
  await expect.poll(() => track(third, {})).toMatchObject({ status: 'ok' })
})

test('a payload of track for which a channel has no room is refused until another one leaves', async () => {
  const [first, second] = await Promise.all([openSocket(backend), openSocket(backend)])
  const send = async (socket: TestSocket, event: string, bytes: number) => {
    const payload = { event, payload: { text: 'x'.repeat(bytes) } }
    socket.send('1', '2', 'realtime:full', 'presence', payload)
    return (await socket.next())?.[4]
  }
  const refused = createRefusal('PresenceRateLimitReached: Too many presence keys')
  for (const socket of [first, second])
    await joinTopic(socket, 'realtime:full', { presence: { key: 'k' } })
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
