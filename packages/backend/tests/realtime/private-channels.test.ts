import type { RealtimeChannel } from '@supabase/supabase-js'
import { afterEach, describe, expect, test } from 'vitest'
import { shareTestBackend, type TestMember } from '../support/backends/backend.ts'
import {
  closeClients,
  collectSystem,
  createRealtimeClient,
  subscribe,
} from '../support/backends/realtime.ts'

const backend = await shareTestBackend()
const owner = await backend.createMember()
const other = await backend.createMember()
// The topic of a member's own channel is their id. Everybody may read the news.
await backend.db.asOwner(`
  create policy own_read on realtime.messages for select to authenticated
    using (realtime.topic() = auth.uid()::text);
  create policy own_send on realtime.messages for insert to authenticated
    with check (realtime.topic() = auth.uid()::text and extension = 'broadcast');
  create policy own_track on realtime.messages for insert to authenticated
    with check (realtime.topic() = auth.uid()::text and extension = 'presence');
  create policy news_read on realtime.messages for select to anon, authenticated
    using (realtime.topic() = 'news' and extension = 'broadcast');
  create policy presence_read on realtime.messages for select to anon
    using (realtime.topic() = 'hall' and extension = 'presence');
  create policy presence_track on realtime.messages for insert to anon
    with check (realtime.topic() = 'hall' and extension = 'presence');
  create policy broken_read on realtime.messages for select to anon
    using (realtime.topic() = 'broken' and 1 / (length(realtime.topic()) - 6) = 1);
`)
afterEach(closeClients)

type Role = 'anon' | 'owner' | 'other' | 'service'

/** Opens a private channel as a role. */
async function open(role: Role, topic: string, presence: object = {}) {
  const client = createRealtimeClient(
    backend,
    role === 'service' ? { key: backend.serviceKey } : {},
  )
  if (role === 'owner' || role === 'other') {
    await client.realtime.setAuth(role === 'owner' ? owner.token : other.token)
  }
  const channel = client.channel(topic, {
    config: { private: true, broadcast: { ack: true, self: true }, presence },
  })
  return { client, channel }
}

async function tokenOf({ client }: TestMember): Promise<string> {
  const { data } = await client.auth.getSession()
  return data.session?.access_token ?? ''
}

const join = async (role: Role, topic: string, presence?: object) =>
  subscribe((await open(role, topic, presence)).channel).catch((error: Error) => error.message)

const createRefusal = (topic: string) =>
  `Unauthorized: You do not have permissions to read from this Channel topic: ${topic}`

describe('joins', () => {
  test.each([
    ['owner', true],
    ['service', true],
    ['other', false],
    ['anon', false],
  ] as const)("%s joins a member's own channel: %s", async (role, isAllowed) => {
    expect(await join(role, owner.id)).toBe(isAllowed ? 'SUBSCRIBED' : createRefusal(owner.id))
  })

  test.each(['anon', 'owner', 'other', 'service'] as const)('%s joins the news', async (role) => {
    expect(await join(role, 'news')).toBe('SUBSCRIBED')
  })

  test('a channel without a policy is closed to everybody but the service role', async () => {
    expect(await join('anon', 'nothing')).toBe(createRefusal('nothing'))
    expect(await join('owner', 'nothing')).toBe(createRefusal('nothing'))
    expect(await join('service', 'nothing')).toBe('SUBSCRIBED')
  })

  test('the right to read presence opens a channel with presence only', async () => {
    expect(await join('anon', 'hall')).toBe(createRefusal('hall'))
    expect(await join('anon', 'hall', { enabled: true })).toBe('SUBSCRIBED')
  })

  test('a policy that fails refuses the join, and its error is logged', async () => {
    expect(await join('anon', 'broken')).toBe(createRefusal('broken'))
    expect(String(backend.loggedErrors.splice(0))).toContain('division by zero')
  })

  test('a topic with quotes reaches the policies as it is', async () => {
    const topic = `it's "quoted" \\ %L`
    expect(await join('anon', topic)).toBe(createRefusal(topic))
    expect(await join('service', topic)).toBe('SUBSCRIBED')
  })

  test('the checks leave no rows behind', async () => {
    await join('owner', owner.id)
    expect(await backend.db.asOwner('select from realtime.messages')).toEqual([])
  })
})

describe('messages', () => {
  const send = (channel: RealtimeChannel) =>
    channel.send({ type: 'broadcast', event: 'e', payload: { n: 1 } })

  test.each([
    ['owner', 'own', 'ok'],
    ['service', 'own', 'ok'],
    ['owner', 'news', 'error'],
    ['anon', 'news', 'error'],
    ['service', 'news', 'ok'],
  ] as const)('a broadcast of %s to %s is answered with %s', async (role, name, answer) => {
    const topic = name === 'own' ? owner.id : name
    const { channel } = await open(role, topic)
    const received: unknown[] = []
    channel.on('broadcast', { event: 'e' }, ({ payload }) => received.push(payload))
    await subscribe(channel)
    expect(await send(channel)).toBe(answer)
    await expect.poll(() => received).toEqual(answer === 'ok' ? [{ n: 1 }] : [])
  })

  test('a member who may only read presence gets no broadcasts', async () => {
    const { channel } = await open('anon', 'hall', { enabled: true })
    const received: unknown[] = []
    channel.on('broadcast', { event: '*' }, ({ payload }) => received.push(payload))
    const synced = new Promise((resolve) => channel.on('presence', { event: 'join' }, resolve))
    await subscribe(channel)
    const service = (await open('service', 'hall')).channel
    await subscribe(service)
    expect(await send(service)).toBe('ok')
    expect(await channel.track({ here: true })).toBe('ok')
    await synced
    expect(received).toEqual([])
  })

  test('a member without the right to track is refused, and the owner is not', async () => {
    const { channel } = await open('anon', 'news')
    await subscribe(channel)
    expect(await channel.track({ here: true })).toBe('error')
    const own = (await open('owner', owner.id)).channel
    await subscribe(own)
    expect(await own.track({ here: true })).toBe('ok')
  })
})

describe('tokens', () => {
  test('a new token of the same member changes nothing', async () => {
    const { client, channel } = await open('owner', owner.id)
    const messages = collectSystem(channel)
    await subscribe(channel)
    await owner.client.auth.refreshSession()
    await client.realtime.setAuth(await tokenOf(owner))
    expect(await channel.send({ type: 'broadcast', event: 'e', payload: {} })).toBe('ok')
    expect(messages).toEqual([])
  })

  test('a token of another member closes the channel', async () => {
    const { client, channel } = await open('owner', owner.id)
    const messages = collectSystem(channel)
    await subscribe(channel)
    await client.realtime.setAuth(other.token)
    await expect
      .poll(() => messages)
      .toEqual([`You no longer have permission to read from this Channel topic: ${owner.id}`])
    await expect.poll(() => channel.state).toBe('closed')
  })

  test.each([
    ['no token', 'The token provided is not a valid JWT'],
    ['an expired token', expect.stringMatching(/^Token has expired \d+ seconds ago$/)],
  ])('%s closes a channel that had a valid one', async (kind, message) => {
    const token = kind === 'no token' ? 'no token' : await backend.sign(claims(), -5)
    const { client, channel } = await open('owner', 'news')
    const messages = collectSystem(channel)
    await subscribe(channel)
    await client.realtime.setAuth(token)
    await expect.poll(() => messages).toEqual([message])
  })

  test.each([
    ['MalformedJWT: The token provided is not a valid JWT', 'no token'],
    [/^InvalidJWTToken: Token has expired \d+ seconds ago$/, undefined],
  ])('a join with such a token is refused: %s', async (message, token) => {
    const client = createRealtimeClient(backend)
    await client.realtime.setAuth(token ?? (await backend.sign(claims(), -5)))
    await expect(subscribe(client.channel('room'))).rejects.toThrow(message)
  })

  test('a token that expires closes its channels, and the socket stays open', async () => {
    const client = createRealtimeClient(backend)
    await client.realtime.setAuth(await backend.sign(claims(), 2))
    const channel = client.channel('room')
    const messages = collectSystem(channel)
    await subscribe(channel)
    await expect.poll(() => messages, { timeout: 5000 }).toHaveLength(1)
    expect(messages[0]).toMatch(/^Token has expired \d+ seconds ago$/)
    await expect.poll(() => channel.state).toBe('closed')
  })

  const claims = () => ({ role: 'authenticated', aud: 'authenticated', sub: owner.id })
})
