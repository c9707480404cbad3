// Several processes on one PostgreSQL. PGlite has one process.
import type { RealtimeChannel } from '@supabase/supabase-js'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { startTestBackend, type TestBackend } from '../support/backends/backend.ts'
import { closeClients, createRealtimeClient, subscribe } from '../support/backends/realtime.ts'

describe.runIf(inject('engine') === 'postgres')('processes on one PostgreSQL', () => {
  let first: TestBackend
  let second: TestBackend
  beforeAll(async () => {
    first = await startTestBackend()
    second = await startTestBackend(undefined, { db: await first.db.connectAgain() })
  })
  afterEach(closeClients)
  afterAll(async () => {
    await second.close()
    await second.db.close()
    await first.close()
  })

  async function enter(backend: TestBackend, room: string) {
    const channel = createRealtimeClient(backend).channel(room)
    const received: unknown[] = []
    channel.on('broadcast', { event: 'e' }, ({ payload }) => received.push(payload))
    await subscribe(channel)
    return { channel, received }
  }

  const send = (channel: RealtimeChannel, payload: unknown) =>
    channel.send({ type: 'broadcast', event: 'e', payload })

  test('broadcasts reach the other process once and in their order', async () => {
    const [a, b] = [await enter(first, 'order'), await enter(second, 'order')]
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
    const [a, b] = [await enter(first, 'bytes'), await enter(second, 'bytes')]
    const payload = new Uint8Array([0, 255, 10]).buffer
    await send(a.channel, payload)
    await expect.poll(() => b.received).toEqual([payload])
  })
})
