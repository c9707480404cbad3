import { afterEach, describe, expect, test } from 'vitest'
import { shareTestBackend } from '../support/backends/backend.ts'
import {
  closeClients,
  collectBroadcasts,
  createRealtimeClient,
} from '../support/backends/realtime.ts'

const backend = await shareTestBackend(undefined, {
  realtimeLimits: { messages: { points: 5, duration: 60 }, messageBytes: 1000 },
})
const owner = await backend.createMember()
await backend.db.asOwner(`
  create policy own_send on realtime.messages for insert to authenticated
    with check (realtime.topic() = auth.uid()::text and extension = 'broadcast')
`)
afterEach(closeClients)

/** Joins a channel as the service role. @returns its broadcasts */
async function listen(topic: string, isPrivate = false, vsn?: '1.0.0') {
  const client = createRealtimeClient(backend, { key: backend.serviceKey, ...(vsn ? { vsn } : {}) })
  return collectBroadcasts(client.channel(topic, { config: { private: isPrivate } }))
}

/** @param headers replace those of the anonymous key on this machine */
function post(path: string, body: string, headers: Record<string, string> = {}) {
  return backend.send('POST', `realtime/v1/api/broadcast${path}`, body, {
    'x-network': '127.0.0.1',
    ...headers,
  })
}

describe('several messages in one request', () => {
  const send = (messages: unknown, headers?: Record<string, string>) =>
    post('', JSON.stringify({ messages }), headers)

  test('go to their public channels with 202', async () => {
    const [a, b] = [await listen('a'), await listen('b')]
    const response = await send([
      { topic: 'a', event: 'e', payload: { n: 1 } },
      { topic: 'b', event: 'f', payload: { n: 2 }, private: false },
    ])
    expect([response.status, await response.text()]).toEqual([202, ''])
    await expect
      .poll(() => [a, b])
      .toEqual([[{ event: 'e', payload: { n: 1 } }], [{ event: 'f', payload: { n: 2 } }]])
  })

  test('reach a private channel only with the right to send', async () => {
    const received = await listen(owner.id, true)
    const message = (n: number) => [{ topic: owner.id, event: 'e', payload: { n }, private: true }]
    expect((await send(message(1))).status).toBe(202)
    expect((await send(message(2), { Authorization: `Bearer ${owner.token}` })).status).toBe(202)
    const service = { apikey: backend.serviceKey }
    expect((await send(message(3), service)).status).toBe(202)
    await expect.poll(() => received.map(({ payload }) => payload)).toEqual([{ n: 2 }, { n: 3 }])
  })

  test.each([
    [undefined, ["can't be blank"]],
    [[], ["can't be blank"]],
    [['text'], [{ message: ['is invalid'] }]],
    [
      [
        { topic: 'a', event: 'e', payload: {} },
        { topic: '', event: 1, private: 'x' },
      ],
      [
        {},
        {
          topic: ["can't be blank"],
          event: ['is invalid'],
          payload: ["can't be blank"],
          private: ['is invalid'],
        },
      ],
    ],
    [[{ topic: 'a', event: 'e', payload: [] }], [{ payload: ['is invalid'] }]],
    [
      [{ topic: 'a', event: 'e', payload: { text: 'x'.repeat(1000) } }],
      [{ payload: ['Payload size exceeds tenant limit'] }],
    ],
  ])('%j are refused with 422', async (messages, errors) => {
    const response = await send(messages)
    expect([response.status, await response.json()]).toMatchObject([
      422,
      { errors: { messages: errors } },
    ])
  })

  test.each(['no JSON', `{"messages":${'['.repeat(200)}${']'.repeat(200)}}`])(
    'the body %s is refused with 400',
    async (body) => {
      expect((await post('', body)).status).toBe(400)
    },
  )

  test('without a valid key they are refused with 401', async () => {
    expect((await send([], { apikey: '' })).status).toBe(401)
    expect((await send([], { apikey: 'wrong' })).status).toBe(401)
    const message = [{ topic: 'a', event: 'e', payload: {} }]
    const refused = await send(message, { Authorization: 'Bearer wrong' })
    expect([refused.status, await refused.json()]).toEqual([401, { message: 'Unauthorized' }])
  })

  test('the 422 lists the errors of the first 100 that are not valid', async () => {
    const valid = { topic: 'a', event: 'e', payload: {} }
    const response = await send([valid, ...Array(200).fill({}), valid])
    const { errors } = await response.json()
    expect(response.status).toBe(422)
    expect(errors.messages).toHaveLength(101)
    expect(errors.messages[0]).toEqual({})
    expect(errors.messages[100]).toHaveProperty('topic')
  })

  test('more than a network may send get 429 before they are checked, and count', async () => {
    const network = { 'x-network': '203.0.113.10' }
    expect((await send(Array(6).fill({}), network)).status).toBe(429)
    const valid = [{ topic: 'a', event: 'e', payload: {} }]
    expect((await send(valid, network)).status).toBe(429)
    const other = { 'x-network': '203.0.113.11' }
    expect((await send(Array(5).fill({}), other)).status).toBe(422)
    expect((await send(valid, other)).status).toBe(429)
  })

  test('a body that is not JSON, and a message of httpSend that is refused, count as one', async () => {
    const network = { 'x-network': '203.0.113.12' }
    for (let sent = 0; sent < 3; sent += 1) expect((await post('', 'x', network)).status).toBe(400)
    for (let sent = 0; sent < 2; sent += 1) {
      expect((await post('/a/events/e', 'x', network)).status).toBe(400)
    }
    expect((await post('', 'x', network)).status).toBe(429)
    expect((await post('/a/events/e', 'x', network)).status).toBe(429)
  })

  test('more than a network may send are refused with 429', async () => {
    const messages = Array.from({ length: 3 }, () => ({ topic: 'a', event: 'e', payload: {} }))
    const network = { 'x-network': '203.0.113.9' }
    expect((await send(messages, network)).status).toBe(202)
    const refused = await send(messages, network)
    expect([refused.status, await refused.json()]).toEqual([
      429,
      { message: 'You have exceeded your rate limit' },
    ])
  })
})

describe('channel.httpSend', () => {
  const client = (key?: string) => createRealtimeClient(backend, key ? { key } : {})

  test('sends JSON to clients of both protocols', async () => {
    const topic = 'room/1 ü'
    const [current, former] = [await listen(topic), await listen(topic, false, '1.0.0')]
    expect(await client().channel(topic).httpSend('a/b', { n: 1 })).toEqual({ success: true })
    const message = { event: 'a/b', payload: { n: 1 } }
    await expect.poll(() => [current, former]).toEqual([[message], [message]])
  })

  test('sends bytes to clients of 2.0.0', async () => {
    const received = await listen('bytes')
    const { buffer } = new Uint8Array([1, 2, 255])
    await client().channel('bytes').httpSend('e', buffer)
    await expect.poll(() => received).toEqual([{ event: 'e', payload: buffer }])
  })

  test('to a private channel needs the right to send', async () => {
    const received = await listen(owner.id, true)
    const config = { private: true }
    const stranger = client().channel(owner.id, { config })
    await expect(stranger.httpSend('e', { n: 1 })).rejects.toThrow('Unauthorized')
    const own = client()
    await own.realtime.setAuth(owner.token)
    await own.channel(owner.id, { config }).httpSend('e', { n: 2 })
    await expect.poll(() => received).toEqual([{ event: 'e', payload: { n: 2 } }])
  })

  test.each([
    ['/a/events/e', 'text/plain', '{}', 415],
    ['/a/events/e', 'application/json', 'no JSON', 400],
    ['/a/events/e', 'application/json', JSON.stringify('x'.repeat(1000)), 422],
    [`/a/events/${'e'.repeat(256)}`, 'application/json', '{}', 422],
    ['/a/events/e?persist=true', 'application/json', '{}', 422],
  ])('%s with %s %s is refused with %i', async (path, type, body, status) => {
    expect((await post(path, body, { 'Content-Type': type })).status).toBe(status)
  })
})

test('channel.send before the join goes by HTTP', async () => {
  const received = await listen('room')
  const channel = createRealtimeClient(backend).channel('room')
  expect(await channel.send({ type: 'broadcast', event: 'e', payload: { n: 1 } })).toBe('ok')
  await expect.poll(() => received).toEqual([{ event: 'e', payload: { n: 1 } }])
})
