// The part of postgres_changes that the server of the sockets has, with a source of the test.
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { BackendOptions } from '../../src/backend.ts'
import { shareTestBackend } from '../support/backends/backend.ts'
import {
  closeClients,
  createRealtimeClient,
  openSocket,
  subscribe,
} from '../support/backends/realtime.ts'

type Source = NonNullable<BackendOptions['changes']>
type Subscribe = Source['subscribe']

let calls: string[]
/** The last subscription. */
let listener: Parameters<Subscribe>[2]
let requests: Parameters<Subscribe>[1]

const source: Source = {
  async subscribe(caller, requested, changeListener) {
    calls.push(`subscribe as ${caller.role}`)
    if (requested.some(({ table }) => table === 'secret')) throw new RangeError('no such table')
    requests = requested
    listener = changeListener
    return {
      bindings: requested.map((_, index) => ({ id: 41 + index })),
      setCaller: ({ role }) => calls.push(`caller ${role}`),
      close: () => calls.push('close'),
    }
  },
  isRequestError: (error): error is Error => error instanceof RangeError,
}

const backend = await shareTestBackend(undefined, {
  changes: source,
  realtimeLimits: { socketChangeBindings: 4 },
})
beforeEach(() => {
  calls = []
})
afterEach(closeClients)

test('the reply repeats the entries with their ids, then come the message of the system and changes', async () => {
  const socket = await openSocket(backend)
  const entries = [
    { event: '*', schema: 'public' },
    { event: 'INSERT', schema: 'public', table: 'notes', filter: 'id=eq.1', select: ['id'] },
    { event: 'UPDATE', table: 'notes' },
  ]
  const config = { postgres_changes: entries, presence: { enabled: true } }
  socket.send('1', '1', 'realtime:room', 'phx_join', { config })
  expect((await socket.next())?.[4]).toEqual({
    status: 'ok',
    response: { postgres_changes: entries.map((entry, index) => ({ ...entry, id: 41 + index })) },
  })
  expect((await socket.next())?.[3]).toBe('presence_state')
  expect((await socket.next())?.slice(3)).toEqual([
    'system',
    {
      extension: 'postgres_changes',
      status: 'ok',
      message: 'Subscribed to PostgreSQL',
      channel: 'room',
    },
  ])
  listener.onChange([41, 42], '{"record":{"id":12345678901234567890}}')
  expect((await socket.next())?.[4]).toMatchObject({ ids: [41, 42] })
  expect(requests).toEqual([
    { event: '*', schema: 'public' },
    { event: 'INSERT', schema: 'public', table: 'notes', filter: 'id=eq.1' },
    { event: 'UPDATE', schema: 'public', table: 'notes' },
  ])
})

test('a subscription gets the caller of a new token and ends with its channel', async () => {
  const client = createRealtimeClient(backend)
  const channel = client.channel('room')
  const changes: unknown[] = []
  channel.on('postgres_changes', { event: 'INSERT', schema: 'public' }, (change) =>
    changes.push(change.new),
  )
  expect(await subscribe(channel)).toBe('SUBSCRIBED')
  const columns = [{ name: 'id', type: 'int4' }]
  const change = { schema: 'public', table: 'notes', type: 'INSERT', columns, record: { id: 1 } }
  listener.onChange([41], JSON.stringify(change))
  await expect.poll(() => changes).toEqual([{ id: 1 }])
  await client.realtime.setAuth(await backend.sign({ role: 'authenticated', sub: 'x' }, 60))
  // The socket of another test may still close.
  const withoutCloses = () => calls.filter((call) => call !== 'close')
  await expect.poll(withoutCloses).toEqual(['subscribe as anon', 'caller authenticated'])
  await client.removeChannel(channel)
  await expect.poll(() => calls.at(-1)).toBe('close')
})

test('a request that the source refuses is refused with its message', async () => {
  const channel = createRealtimeClient(backend).channel('room')
  channel.on('postgres_changes', { event: '*', schema: 'public', table: 'secret' }, () => {})
  await expect(subscribe(channel)).rejects.toThrow(
    'RealtimeDisabledForConfiguration: no such table',
  )
})

test('too many postgres_changes in all channels of a socket are refused', async () => {
  const socket = await openSocket(backend)
  const join = async (topic: string, count: number) => {
    const postgres_changes = Array(count).fill({ event: '*' })
    socket.send('1', '1', `realtime:${topic}`, 'phx_join', { config: { postgres_changes } })
    let message = await socket.next()
    while (message?.[3] !== 'phx_reply') message = await socket.next()
    return message[4]
  }
  expect(await join('a', 3)).toMatchObject({ status: 'ok' })
  expect(await join('b', 2)).toEqual({
    status: 'error',
    response: { reason: 'ChannelRateLimitReached: Too many postgres_changes in one socket' },
  })
  expect(await join('b', 1)).toMatchObject({ status: 'ok' })
})

test.each([
  ['for good closes the channel', false, 'closed'],
  ['by a gap makes the client join again', true, 'joined'],
])('a subscription that ends %s', async (_case, canRejoin, state) => {
  const client = createRealtimeClient(backend)
  const channel = client.channel('ends')
  const messages: string[] = []
  channel.on('system', {}, ({ status, message }) => {
    if (status === 'error') messages.push(message)
  })
  channel.on('postgres_changes', { event: '*', schema: 'public' }, () => {})
  const statuses: string[] = []
  channel.subscribe((status) => statuses.push(status))
  await expect.poll(() => statuses).toEqual(['SUBSCRIBED'])
  listener.onEnd('It ended', canRejoin)
  await expect.poll(() => messages).toEqual(['It ended'])
  await expect
    .poll(() => [statuses.length > 1, channel.state], { timeout: 5000 })
    .toEqual([true, state])
})
