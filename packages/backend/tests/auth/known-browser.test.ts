// Wrong passwords from other networks do not lock out a browser that signed in before, over HTTP.
import { describe, expect, test, vi } from 'vitest'
import {
  openLink,
  openTestBackend,
  PASSWORD,
  shareTestBackend,
} from '../support/backends/backend.ts'

const backend = await shareTestBackend()

const WRONG = 'Wrong-Kettle-84'

async function signIn(email: string, password = PASSWORD, cookie = '', at = backend) {
  const headers = { cookie, 'x-network': crypto.randomUUID() }
  const body = { email, password }
  const response = await at.send('POST', 'auth/v1/token?grant_type=password', body, headers)
  return { status: response.status, setCookie: response.headers.get('set-cookie') ?? '' }
}

const readPair = (setCookie: string) => setCookie.split(';')[0] ?? ''

const createKnownBrowser = async (email: string, cookie = '') =>
  readPair((await signIn(email, PASSWORD, cookie)).setCookie)

async function lock(email: string, cookie = '') {
  const statuses = []
  for (let count = 0; count < 5; count += 1) {
    statuses.push((await signIn(email, WRONG, cookie)).status)
  }
  expect(statuses).toEqual(Array(5).fill(400))
}

const readStatus = async (...browser: Parameters<typeof signIn>) =>
  (await signIn(...browser)).status

describe('after five wrong passwords from other networks', () => {
  test('a known browser signs in, and an unknown one is refused with 429', async () => {
    const { email } = await backend.createMember()
    const cookie = await createKnownBrowser(email)
    await lock(email)
    expect(await readStatus(email)).toBe(429)
    expect(await readStatus(email, PASSWORD, cookie)).toBe(200)

    expect(await readStatus(email)).toBe(429)
  })

  test('a browser that signed in by a mailed link, or refreshed its session, signs in', async () => {
    const { email, client } = await backend.createMember()
    await backend.createClient().auth.resetPasswordForEmail(email)
    const opened = await fetch(backend.findMailedLink(email), { redirect: 'manual' })
    const { data } = await client.auth.getSession()
    const refreshed = await backend.send('POST', 'auth/v1/token?grant_type=refresh_token', {
      refresh_token: data.session?.refresh_token,
    })
    await lock(email)
    for (const { headers } of [opened, refreshed]) {
      const cookie = readPair(headers.get('set-cookie') ?? '')
      expect(await readStatus(email, PASSWORD, cookie)).toBe(200)
    }
  })

  test('a browser that is known to two accounts signs in to both', async () => {
    const [ana, ben] = [(await backend.createMember()).email, (await backend.createMember()).email]
    const cookie = await createKnownBrowser(ben, await createKnownBrowser(ana))
    await lock(ana)
    await lock(ben)
    expect(await readStatus(ana, PASSWORD, cookie)).toBe(200)
    expect(await readStatus(ben, PASSWORD, cookie)).toBe(200)
  })

  test('a cookie of another account, of a former password, or a made-up one is refused with 429', async () => {
    const { email, client } = await backend.createMember()
    const former = await createKnownBrowser(email)
    const other = await createKnownBrowser((await backend.createMember()).email)
    await client.auth.updateUser({ password: 'Kettle-Blue-84' })
    await lock(email)
    for (const cookie of [former, other, 'toolmark-browser=AAAA.BBBB', 'toolmark-browser=%']) {
      expect(await readStatus(email, 'Kettle-Blue-84', cookie)).toBe(429)
    }
  })

  test('a cookie from 181 days ago is refused with 429', async () => {
    const { email } = await backend.createMember()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 181 * 24 * 3600 * 1000 })
    const cookie = await createKnownBrowser(email).finally(() => vi.useRealTimers())
    expect(cookie).not.toBe('')
    await lock(email)
    expect(await readStatus(email, PASSWORD, cookie)).toBe(429)
  })
})

test('five wrong passwords of a known browser lock it, in every spelling of its cookie, and not the others', async () => {
  const { email } = await backend.createMember()
  const cookie = await createKnownBrowser(email)
  await lock(email, cookie)
  const [name, value = ''] = cookie.split(/=(.*)/)
  const spellings = [value, `${value}%3D`, `%20${value}`, value.replaceAll('%3D', ''), `.${value}`]
  for (const spelling of spellings) {
    expect(await readStatus(email, PASSWORD, `${name}=${spelling}`)).toBe(429)
  }
  expect(await readStatus(email)).toBe(200)
})

test('the browser that changes the password stays known', async () => {
  const { email, token } = await backend.createMember()
  const Authorization = `Bearer ${token}`
  const body = { password: 'Kettle-Blue-84' }
  const changed = await backend.send('PUT', 'auth/v1/user', body, { Authorization })
  const cookie = readPair(changed.headers.get('set-cookie') ?? '')
  await lock(email)
  expect(await readStatus(email, 'Kettle-Blue-84', cookie)).toBe(200)
})

describe('the cookie', () => {
  test('the cookie is HttpOnly and SameSite=Lax, and contains neither the id nor the email', async () => {
    const { email, id } = await backend.createMember()
    const { setCookie } = await signIn(email)
    expect(setCookie).toMatch(
      /^toolmark-browser=[^;]+; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    const value = decodeURIComponent(readPair(setCookie))
    for (const text of [value, Buffer.from(value, 'base64').toString('latin1')]) {
      expect(text).not.toContain(id)
      expect(text).not.toContain(email)
    }
  })

  test('the cookie is Secure with the prefix __Host- on https', async () => {
    const secure = await openTestBackend(undefined, {
      siteUrl: 'https://tools.example',
      db: backend.db,
    })
    const { email } = await secure.createMember()
    const { setCookie } = await signIn(email, PASSWORD, '', secure)
    expect(setCookie).toMatch(/^__Host-toolmark-browser=.*; Path=\/; HttpOnly; Secure;/)
  })

  test('the cookie is not set again in the first half of its lifetime or after a wrong password', async () => {
    const { email } = await backend.createMember()
    const cookie = await createKnownBrowser(email)
    expect((await signIn(email, PASSWORD, cookie)).setCookie).toBe('')
    expect((await signIn(email, WRONG)).setCookie).toBe('')
  })

  test('the cookie does not authenticate a request', async () => {
    const { email } = await backend.createMember()
    const cookie = await createKnownBrowser(email)
    expect((await backend.send('GET', 'auth/v1/user', undefined, { cookie })).status).toBe(401)
  })
})

test('in the PKCE flow the browser that exchanges the code becomes known, not the one that opens the link', async () => {
  const { email } = await backend.createMember()
  const verifier = 'plain-verifier-of-at-least-forty-three-signs'
  const challenge = { code_challenge: verifier, code_challenge_method: 'plain' }
  await backend.send('POST', 'auth/v1/otp', { email, ...challenge })
  const link = backend.findMailedLink(email)
  const opened = await fetch(link, { redirect: 'manual' })
  expect(opened.headers.get('set-cookie')).toBeNull()
  const code = new URL(opened.headers.get('location') ?? '').searchParams.get('code')
  const exchanged = await backend.send('POST', 'auth/v1/token?grant_type=pkce', {
    auth_code: code,
    code_verifier: verifier,
  })
  expect(exchanged.headers.get('set-cookie')).toMatch(/^toolmark-browser=/)
  expect((await openLink(link)).fragment.get('error_code')).toBe('otp_expired')
})
