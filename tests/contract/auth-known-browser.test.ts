// A browser that has signed in before is not locked out by wrong passwords from elsewhere, over HTTP.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { follow, linkIn, PASSWORD, startTestBackend, type TestBackend } from '../support/backend.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(() => backend.close())

const WRONG = 'Wrong-Kettle-84'

/** Signs in as a browser with this cookie, or without one. */
async function signIn(email: string, password = PASSWORD, cookie = '', at = backend) {
  const response = await fetch(`${at.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: at.anonKey, cookie, 'x-network': crypto.randomUUID() },
    body: JSON.stringify({ email, password }),
  })
  return { status: response.status, setCookie: response.headers.get('set-cookie') ?? '' }
}

const pairOf = (setCookie: string) => setCookie.split(';')[0] ?? ''

const knownBrowserOf = async (email: string, cookie = '') =>
  pairOf((await signIn(email, PASSWORD, cookie)).setCookie)

async function lock(email: string, cookie = '') {
  const statuses = []
  for (let count = 0; count < 5; count += 1) {
    statuses.push((await signIn(email, WRONG, cookie)).status)
  }
  expect(statuses).toEqual(Array(5).fill(400))
}

const statusOf = async (...browser: Parameters<typeof signIn>) => (await signIn(...browser)).status

describe('after five wrong passwords from other networks', () => {
  test('a known browser signs in, and an unknown one is refused with 429', async () => {
    const { email } = await backend.person()
    const cookie = await knownBrowserOf(email)
    await lock(email)
    expect(await statusOf(email)).toBe(429)
    expect(await statusOf(email, PASSWORD, cookie)).toBe(200)
    // Its success leaves the others locked.
    expect(await statusOf(email)).toBe(429)
  })

  test('a browser that signed in by a mailed link, or refreshed its session, signs in', async () => {
    const { email, client } = await backend.person()
    await backend.client().auth.resetPasswordForEmail(email)
    const opened = await fetch(linkIn(backend.outbox(email)[0]), { redirect: 'manual' })
    const { data } = await client.auth.getSession()
    const refreshed = await fetch(`${backend.url}/auth/v1/token?grant_type=refresh_token`, {
      method: 'POST',
      headers: { apikey: backend.anonKey },
      body: JSON.stringify({ refresh_token: data.session?.refresh_token }),
    })
    await lock(email)
    for (const { headers } of [opened, refreshed]) {
      const cookie = pairOf(headers.get('set-cookie') ?? '')
      expect(await statusOf(email, PASSWORD, cookie)).toBe(200)
    }
  })

  test('a browser that is known to two accounts signs in to both', async () => {
    const [ana, ben] = [(await backend.person()).email, (await backend.person()).email]
    const cookie = await knownBrowserOf(ben, await knownBrowserOf(ana))
    await lock(ana)
    await lock(ben)
    expect(await statusOf(ana, PASSWORD, cookie)).toBe(200)
    expect(await statusOf(ben, PASSWORD, cookie)).toBe(200)
  })

  test('a cookie of another account, of a former password, or a made-up one is refused with 429', async () => {
    const { email, client } = await backend.person()
    const former = await knownBrowserOf(email)
    const other = await knownBrowserOf((await backend.person()).email)
    await client.auth.updateUser({ password: 'Kettle-Blue-84' })
    await lock(email)
    for (const cookie of [former, other, 'toolmark-browser=AAAA.BBBB', 'toolmark-browser=%']) {
      expect(await statusOf(email, 'Kettle-Blue-84', cookie)).toBe(429)
    }
  })

  test('a cookie from 181 days ago is refused with 429', async () => {
    const { email } = await backend.person()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 181 * 24 * 3600 * 1000 })
    const cookie = await knownBrowserOf(email).finally(() => vi.useRealTimers())
    expect(cookie).not.toBe('')
    await lock(email)
    expect(await statusOf(email, PASSWORD, cookie)).toBe(429)
  })
})

test('five wrong passwords of a known browser lock it, in every spelling of its cookie, and no other', async () => {
  const { email } = await backend.person()
  const cookie = await knownBrowserOf(email)
  await lock(email, cookie)
  const [name, value = ''] = cookie.split(/=(.*)/)
  const spellings = [value, `${value}%3D`, `%20${value}`, value.replaceAll('%3D', ''), `.${value}`]
  for (const spelling of spellings) {
    expect(await statusOf(email, PASSWORD, `${name}=${spelling}`)).toBe(429)
  }
  expect(await statusOf(email)).toBe(200)
})

test('the browser that changes the password is known with the new one', async () => {
  const { email, client } = await backend.person()
  const { data } = await client.auth.getSession()
  const changed = await fetch(`${backend.url}/auth/v1/user`, {
    method: 'PUT',
    headers: { apikey: backend.anonKey, Authorization: `Bearer ${data.session?.access_token}` },
    body: JSON.stringify({ password: 'Kettle-Blue-84' }),
  })
  const cookie = pairOf(changed.headers.get('set-cookie') ?? '')
  await lock(email)
  expect(await statusOf(email, 'Kettle-Blue-84', cookie)).toBe(200)
})

describe('the cookie', () => {
  test('is HttpOnly and SameSite=Lax, and names neither the account nor its address', async () => {
    const { email, id } = await backend.person()
    const { setCookie } = await signIn(email)
    expect(setCookie).toMatch(
      /^toolmark-browser=[^;]+; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    const value = decodeURIComponent(pairOf(setCookie))
    for (const text of [value, Buffer.from(value, 'base64').toString('latin1')]) {
      expect(text).not.toContain(id)
      expect(text).not.toContain(email)
    }
  })

  test('is Secure with the prefix __Host- where the site is https', async () => {
    const secure = await startTestBackend(() => {}, 'https://tools.example')
    try {
      const { email } = await secure.person()
      const { setCookie } = await signIn(email, PASSWORD, '', secure)
      expect(setCookie).toMatch(/^__Host-toolmark-browser=.*; Path=\/; HttpOnly; Secure;/)
    } finally {
      await secure.close()
    }
  })

  test('is not set again while half of its time is left, nor by a wrong password', async () => {
    const { email } = await backend.person()
    const cookie = await knownBrowserOf(email)
    expect((await signIn(email, PASSWORD, cookie)).setCookie).toBe('')
    expect((await signIn(email, WRONG)).setCookie).toBe('')
  })

  test('opens nothing by itself', async () => {
    const { email } = await backend.person()
    const cookie = await knownBrowserOf(email)
    const response = await fetch(`${backend.url}/auth/v1/user`, {
      headers: { apikey: backend.anonKey, cookie },
    })
    expect(response.status).toBe(403)
  })
})

test('a link of the PKCE flow makes the browser known that exchanges the code, not the one that opens it', async () => {
  const { email } = await backend.person()
  const verifier = 'plain-verifier-of-at-least-forty-three-signs'
  await fetch(`${backend.url}/auth/v1/otp`, {
    method: 'POST',
    headers: { apikey: backend.anonKey },
    body: JSON.stringify({ email, code_challenge: verifier, code_challenge_method: 'plain' }),
  })
  const link = linkIn(backend.outbox(email)[0])
  const opened = await fetch(link, { redirect: 'manual' })
  expect(opened.headers.get('set-cookie')).toBeNull()
  const code = new URL(opened.headers.get('location') ?? '').searchParams.get('code')
  const exchanged = await fetch(`${backend.url}/auth/v1/token?grant_type=pkce`, {
    method: 'POST',
    headers: { apikey: backend.anonKey },
    body: JSON.stringify({ auth_code: code, code_verifier: verifier }),
  })
  expect(exchanged.headers.get('set-cookie')).toMatch(/^toolmark-browser=/)
  expect((await follow(link)).fragment.get('error_code')).toBe('otp_expired')
})

test('no request of this file was an error of the server', () => {
  expect(backend.logged).toEqual([])
})
