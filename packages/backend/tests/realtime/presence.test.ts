import type { RealtimeChannel } from '@supabase/supabase-js'
import { afterEach, describe, expect, test } from 'vitest'
import { shareTestBackend } from '../support/backends/backend.ts'
import {
  closeClients,
  createRealtimeClient,
  joinTopic,
  openSocket,
  subscribe,
} from '../support/backends/realtime.ts'

let lastRoom = 0
const backend = await shareTestBackend()
afterEach(closeClients)

const newRoom = () => `room ${++lastRoom}`

type Vsn = '1.0.0' | '2.0.0'

/** A member of a channel, with the keys that came and went, in their order. */
async function enter(room: string, key: string, vsn: Vsn = '2.0.0') {
  const channel = createRealtimeClient(backend, { vsn }).channel(room, {
    config: { presence: { key } },
  })
  const events: string[] = []
  channel.on('presence', { event: 'join' }, (event) => events.push(`+${event.key}`))
  channel.on('presence', { event: 'leave' }, (event) => events.push(`-${event.key}`))
  let syncs = 0
  channel.on('presence', { event: 'sync' }, () => {
    syncs += 1
  })
  await subscribe(channel)
  await expect.poll(() => syncs).toBeGreaterThan(0)
  return { channel, events }
}

/** What each key tracks, without the server's references. */
const stateOf = (channel: RealtimeChannel) =>
  Object.fromEntries(
    Object.entries(channel.presenceState()).map(([key, entries]) => [
      key,
      entries.map(({ presence_ref: _, ...tracked }) => tracked),
    ]),
  )

describe.each(['1.0.0', '2.0.0'] as const)('protocol %s', (vsn) => {
  test('members see each other come, change and go', async () => {
    const room = newRoom()
    const ana = await enter(room, 'ana', vsn)
    expect(await ana.channel.track({ mood: 'calm' })).toBe('ok')
    await expect.poll(() => stateOf(ana.channel)).toEqual({ ana: [{ mood: 'calm' }] })
    const ben = await enter(room, 'ben', vsn)
    await expect.poll(() => stateOf(ben.channel)).toEqual({ ana: [{ mood: 'calm' }] })
    expect(await ben.channel.track({ mood: 'busy' })).toBe('ok')
    await expect.poll(() => ana.events).toEqual(['+ana', '+ben'])
    expect(await ana.channel.track({ mood: 'glad' })).toBe('ok')
    const both = { ana: [{ mood: 'glad' }], ben: [{ mood: 'busy' }] }
    await expect.poll(() => stateOf(ben.channel)).toEqual(both)
    expect(await ana.channel.untrack()).toBe('ok')
    await expect.poll(() => stateOf(ben.channel)).toEqual({ ben: [{ mood: 'busy' }] })
    expect(ben.events.at(-1)).toBe('-ana')
  })
})

test('two sockets with one key are two entries, and each leaves alone', async () => {
  const room = newRoom()
  const [first, second] = [await enter(room, 'ana'), await enter(room, 'ana')]
  await first.channel.track({ tab: 1 })
  await second.channel.track({ tab: 2 })
  await expect.poll(() => stateOf(first.channel)).toEqual({ ana: [{ tab: 1 }, { tab: 2 }] })
  await second.channel.unsubscribe()
  await expect.poll(() => stateOf(first.channel)).toEqual({ ana: [{ tab: 1 }] })
})

test('a socket that breaks leaves its channels', async () => {
  const room = newRoom()
  const ana = await enter(room, 'ana')
  const socket = await openSocket(backend)
  socket.send('1', '1', `realtime:${room}`, 'phx_join', { config: { presence: { key: 'ben' } } })
  socket.send('1', '2', `realtime:${room}`, 'presence', { event: 'track', payload: { n: 1 } })
  await expect.poll(() => ana.events).toEqual(['+ben'])
  socket.socket.terminate()
  await expect.poll(() => ana.events).toEqual(['+ben', '-ben'])
})

test('a client without a key gets one of its own', async () => {
  const room = newRoom()
  const [first, second] = [await enter(room, ''), await enter(room, '')]
  await first.channel.track({ n: 1 })
  await second.channel.track({ n: 2 })
  await expect.poll(() => Object.keys(stateOf(first.channel))).toHaveLength(2)
})

test('names of JavaScript objects are keys as any other', async () => {
  const room = newRoom()
  const watcher = await enter(room, 'watcher')
  for (const key of ['constructor', '__proto__']) {
    const socket = await openSocket(backend)
    const topic = `realtime:${room}`
    expect(await joinTopic(socket, topic, { presence: { key } })).toMatchObject({ status: 'ok' })
    socket.send('1', '2', topic, 'presence', { event: 'track', payload: { is: key } })
    expect((await socket.next())?.[4]).toMatchObject({ status: 'ok' })
  }
  await expect.poll(() => watcher.events.toSorted()).toEqual(['+__proto__', '+constructor'])
})

test('a payload that is no object is refused, and so is an unknown event', async () => {
  const socket = await openSocket(backend)
  await joinTopic(socket, 'realtime:room')
  const send = async (payload: Record<string, unknown>) => {
    socket.send('1', '2', 'realtime:room', 'presence', payload)
    return (await socket.next())?.[4]?.response
  }
  expect(await send({ event: 'track', payload: 'text' })).toEqual({
    reason: 'Presence track payload must be a map',
  })
  expect(await send({ event: 'dance' })).toEqual({ reason: 'Unknown presence event' })
})
