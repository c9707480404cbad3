// Several processes on one PostgreSQL. PGlite has one process.
import type { RealtimeChannel } from '@supabase/supabase-js'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { startTestBackend, type TestBackend } from '../../support/backends/backend.ts'
import {
  closeClients,
  createRealtimeClient,
  openSocket,
  subscribe,
} from '../../support/backends/realtime.ts'

const PEER_TIMES = { heartbeat: 50, timeout: 1000 }

describe.runIf(inject('engine') === 'postgres')('processes on one PostgreSQL', () => {
  let first: TestBackend
  let second: TestBackend
  beforeAll(async () => {
    first = await startTestBackend(undefined, { peerTimes: PEER_TIMES })
    second = await startSecond()
  })
  afterEach(closeClients)
  afterAll(async () => {
    await second.close()
    await second.db.close()
    await first.close()
  })

  const startSecond = async () =>
    startTestBackend(undefined, { db: await first.db.connectAgain(), peerTimes: PEER_TIMES })

  async function enter(backend: TestBackend, room: string, key: string) {
    const channel = createRealtimeClient(backend).channel(room, { config: { presence: { key } } })
    const received: unknown[] = []
    channel.on('presence', { event: 'sync' }, () => {})
    channel.on('broadcast', { event: 'e' }, ({ payload }) => received.push(payload))
    await subscribe(channel)
    return { channel, received }
  }

  const send = (channel: RealtimeChannel, payload: unknown) =>
    channel.send({ type: 'broadcast', event: 'e', payload })

  const keysOf = (channel: RealtimeChannel) => Object.keys(channel.presenceState()).toSorted()

  test('broadcasts reach the other process once and in their order', async () => {
    const [a, b] = [await enter(first, 'order', 'a'), await enter(second, 'order', 'b')]
    const small = { n: 0 }
    await send(a.channel, small)
    await expect.poll(() => b.received).toEqual([small])
    const payloads = Array.from({ length: 50 }, (_, n) => ({
      n,
      // Every tenth is too large for a notification.
      text: 'é'.repeat(n % 10 === 0 ? 10_000 : 10),
    }))
    for (const payload of payloads) await send(a.channel, payload)
    await expect.poll(() => b.received.length).toBe(51)
    expect(b.received).toEqual([small, ...payloads])
    expect(a.received).toEqual([])
  })

  test('a binary broadcast reaches the other process', async () => {
    const [a, b] = [await enter(first, 'bytes', 'a'), await enter(second, 'bytes', 'b')]
    const payload = new Uint8Array([0, 255, 10]).buffer
    await send(a.channel, payload)
    await expect.poll(() => b.received).toEqual([payload])
  })

  test('presence of both processes is one', async () => {
    const [a, b] = [await enter(first, 'both', 'a'), await enter(second, 'both', 'b')]
    await a.channel.track({ on: 1 })
    await b.channel.track({ on: 2 })
    for (const { channel } of [a, b]) await expect.poll(() => keysOf(channel)).toEqual(['a', 'b'])
    await a.channel.untrack()
    await expect.poll(() => keysOf(b.channel)).toEqual(['b'])
  })

  test('a process that starts later learns of the members of the others', async () => {
    const a = await enter(first, 'later', 'a')
    await a.channel.track({})
    const third = await startSecond()
    const c = await enter(third, 'later', 'c')
    await expect.poll(() => keysOf(c.channel)).toEqual(['a'])
    await closeClients()
    await third.close()
    await third.db.close()
  })

  test('members whose state takes several messages reach a process that starts later', async () => {
    const rooms = Array.from({ length: 20 }, (_, index) => `large ${index}`)
    const socket = await openSocket(first)
    for (const room of rooms) {
      const topic = `realtime:${room}`
      socket.send('1', '1', topic, 'phx_join', { config: { presence: { key: 'a' } } })
      const payload = { text: 'x'.repeat(4000) }
      socket.send('1', '2', topic, 'presence', { event: 'track', payload })
      let [, ref] = (await socket.next()) ?? []
      while (ref !== '2') [, ref] = (await socket.next()) ?? ['', '2']
    }
    const third = await startSecond()
    for (const room of rooms) {
      const c = await enter(third, room, 'c')
      await expect.poll(() => keysOf(c.channel)).toEqual(['a'])
    }
    await closeClients()
    await third.close()
    await third.db.close()
  })

  test('a process that stops takes its members with it at once', async () => {
    const a = await enter(first, 'stop', 'a')
    const third = await startSecond()
    const c = await enter(third, 'stop', 'c')
    await c.channel.track({})
    await expect.poll(() => keysOf(a.channel)).toEqual(['c'])
    await third.close()
    await third.db.close()
    await expect.poll(() => keysOf(a.channel)).toEqual([])
  })

  test('a process that vanishes is forgotten after its timeout', async () => {
    const a = await enter(first, 'vanish', 'a')
    const third = await startSecond()
    const c = await enter(third, 'vanish', 'c')
    await c.channel.track({})
    await expect.poll(() => keysOf(a.channel)).toEqual(['c'])
    // Without its database it cannot take leave.
    await third.db.database.close()
    await expect.poll(() => keysOf(a.channel), { timeout: 5000 }).toEqual([])
    await third.close()
  })

  test('after a lost connection the processes agree again', async () => {
    const [a, b] = [await enter(first, 'gap', 'a'), await enter(second, 'gap', 'b')]
    await a.channel.track({})
    await expect.poll(() => keysOf(b.channel)).toEqual(['a'])
    await first.db.endConnections()
    await b.channel.track({})
    await a.channel.untrack()
    for (const { channel } of [a, b]) {
      await expect.poll(() => keysOf(channel), { timeout: 10_000 }).toEqual(['b'])
    }
  })
})
