import { createClient, type Session } from '@supabase/supabase-js'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { localStore } from '../data/browser-storage.ts'
import { createMemberFetch, STORAGE_KEY } from './fetch-as-member.ts'

const NOW = 1_800_000_000_000
const KEY = 'public-key'
const PORTAL = '<html><title>Sign in to this network</title></html>'

const toSession = (name: string, expiresAt: number) =>
  ({
    access_token: `${name}-access`,
    refresh_token: `${name}-refresh`,
    expires_at: expiresAt / 1000,
    expires_in: 3600,
    token_type: 'bearer',
    user: { id: 'ana' },
  }) as Session

const answer = (status: number, body: object | string, headers: Record<string, string> = {}) =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers })

const toError = (status: number, error_code: string) =>
  answer(status, { code: status, error_code, msg: 'Refused' })

const disconnect = (): Response => {
  throw new TypeError('Failed to fetch')
}

/** A browser with a stored session, and a server that gives one answer. */
function openBrowser(respond: () => Response, expiresAt = NOW - 60_000) {
  localStore.setItem(STORAGE_KEY, JSON.stringify(toSession('old', expiresAt)))
  const sent: string[] = []
  const ended: (string | undefined)[] = []
  vi.stubGlobal('fetch', async (url: string | URL | Request) => {
    sent.push(String(url))
    return respond()
  })
  const client = createClient('http://site.example', KEY, {
    global: { fetch: createMemberFetch(KEY, (token) => ended.push(token)) },
    auth: { storage: localStore, storageKey: STORAGE_KEY, autoRefreshToken: true },
  })
  return { client, sent, ended, hasSession: () => localStore.getItem(STORAGE_KEY) !== null }
}

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  localStore.removeItem(STORAGE_KEY)
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test.each([
  ['429 of the rate limit', () => toError(429, 'over_request_rate_limit')],
  ['403 of a proxy', () => answer(403, '<html>Forbidden</html>')],
  ['403 with JSON of a proxy', () => answer(403, { message: 'Forbidden' })],
  ['401 of a gateway', () => answer(401, { message: 'Invalid API key' })],
  ['404', () => answer(404, 'Not found')],
  ['407', () => answer(407, '')],
  ['408', () => answer(408, '')],
  ['409 of two renewals at once', () => toError(409, 'conflict')],
  ['502', () => answer(502, '<html>Bad gateway</html>')],
  ['200 with the page of a portal', () => answer(200, PORTAL)],
  ['200 with JSON of a portal', () => answer(200, { login: 'http://portal.example' })],
  ['200 without a body', () => answer(200, '')],
  ['no network', disconnect],
])('after a renewal with %s the session is stored and renewed later', async (_name, respond) => {
  let now = respond
  const { client, sent, hasSession } = openBrowser(() => now())
  const first = client.auth.getSession()
  await vi.advanceTimersByTimeAsync(31_000)
  expect((await first).data.session).toBeNull()
  expect(sent.length).toBeGreaterThan(0)
  expect(hasSession()).toBe(true)
  now = () => answer(200, toSession('new', Date.now() + 3_600_000))
  await vi.advanceTimersByTimeAsync(120_000)
  expect((await client.auth.getSession()).data.session?.access_token).toBe('new-access')
  await client.auth.dispose()
})

test.each([
  ['refresh_token_not_found', () => toError(400, 'refresh_token_not_found')],
  ['refresh_token_already_used', () => toError(400, 'refresh_token_already_used')],
  ['session_expired', () => toError(400, 'session_expired')],
  ['session_not_found', () => toError(403, 'session_not_found')],
  ['user_banned', () => toError(400, 'user_banned')],
  ['an older server', () => answer(400, { error: 'invalid_grant' })],
  ['a newer server', () => answer(400, { code: 'refresh_token_not_found', message: 'Refused' })],
])('a refusal of the token (%s) removes the session', async (_name, respond) => {
  const { client, sent, ended, hasSession } = openBrowser(respond)
  expect((await client.auth.getSession()).data.session).toBeNull()
  expect(sent).toHaveLength(1)
  expect(ended).toEqual([undefined])
  expect(hasSession()).toBe(false)
  await client.auth.dispose()
})

test('a renewal is sent again only after the pause that the server names', async () => {
  const { client, sent } = openBrowser(() =>
    answer(429, { error_code: 'over_request_rate_limit' }, { 'Retry-After': '120' }),
  )
  const first = client.auth.getSession()
  await vi.advanceTimersByTimeAsync(110_000)
  await first
  expect(sent).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(sent.length).toBeGreaterThan(1)
  await client.auth.dispose()
})

test('with an expired session that cannot be renewed, a read fails instead of being a visitor’s', async () => {
  const { client, sent } = openBrowser(() => answer(403, 'Forbidden'))
  const reading = Promise.resolve(client.from('reviews').select().retry(false))
  await vi.advanceTimersByTimeAsync(31_000)
  expect((await reading).error?.message).toContain('the session could not be renewed')
  expect(sent.filter((url) => url.includes('/rest/'))).toEqual([])
  await client.auth.dispose()
})

test('the requests of a visitor and of a member are sent', async () => {
  const member = openBrowser(() => answer(200, []), NOW + 3_600_000)
  expect((await member.client.from('reviews').select()).error).toBeNull()
  await member.client.auth.dispose()
  localStore.removeItem(STORAGE_KEY)
  expect((await member.client.from('reviews').select()).error).toBeNull()
  expect(member.sent).toHaveLength(2)
})

test.each(['{', 'null', '{}'])(
  'a damaged stored session %s sends the requests of a visitor',
  async (stored) => {
    const { client, sent } = openBrowser(() => answer(200, []), NOW + 3_600_000)
    localStore.setItem(STORAGE_KEY, stored)
    expect((await client.from('reviews').select()).error).toBeNull()
    expect(sent).toHaveLength(1)
    await client.auth.dispose()
  },
)

test.each([
  ['tables', 401, { code: 'PGRST303', message: 'The session has ended' }, 1],
  ['files', 401, { error: 'Unauthorized', message: 'The session has ended' }, 1],
  ['an expired token', 401, { code: 'PGRST303', message: 'JWT expired' }, 0],
  ['a right that is missing', 401, { code: '42501', message: 'permission denied' }, 0],
  ['a proxy', 403, '<html>Forbidden</html>', 0],
])('a refusal of %s (%d) calls onEnded with the token: %o', async (_name, status, body, calls) => {
  const { client, ended } = openBrowser(() => answer(status, body), NOW + 3_600_000)
  expect((await client.from('reviews').select().retry(false)).error).not.toBeNull()
  expect(ended).toEqual(Array.from({ length: calls }, () => 'old-access'))
  await client.auth.dispose()
})

test.each([2, 24, -2, -24])(
  'a browser clock that is %i h fast renews the session once',
  async (hours) => {
    const serverNow = NOW - hours * 3_600_000
    const { client, sent } = openBrowser(() => answer(200, toSession('new', serverNow + 3_600_000)))
    for (let page = 0; page < 4; page += 1) await client.auth.getSession()
    expect(sent).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(50 * 60_000)
    expect(sent).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(10 * 60_000)
    expect(sent.length).toBeGreaterThan(1)
    await client.auth.dispose()
  },
)
