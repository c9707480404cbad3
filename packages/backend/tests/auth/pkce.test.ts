// The PKCE flow of supabase-js: links and providers redirect with a code, over HTTP.
import { createClient } from '@supabase/supabase-js'
import { afterAll, describe, expect, test } from 'vitest'
import { createEmail, PASSWORD, shareTestBackend } from '../support/backends/backend.ts'
import { startProvider } from '../support/services/provider.ts'
import {
  CLIENT,
  createAccount,
  followToProvider,
  grantAccess,
} from '../support/services/provider-sign-in.ts'

const provider = await startProvider()
afterAll(() => provider.close())
const backend = await shareTestBackend((settings) => {
  settings.auth.external.github = { ...CLIENT, url: provider.url }
})

/** Creates a client with its own storage for the verifier. */
function createPkceClient() {
  const storage = new Map<string, string>()
  const client = createClient(backend.url, backend.anonKey, {
    auth: {
      flowType: 'pkce',
      autoRefreshToken: false,
      detectSessionInUrl: false,
      storage: {
        getItem: (key) => storage.get(key) ?? null,
        setItem: (key, value) => void storage.set(key, value),
        removeItem: (key) => void storage.delete(key),
      },
    },
  })
  return client.auth
}

type Auth = ReturnType<typeof createPkceClient>

/** Opens the link of the newest mail. @returns the code of its redirect */
async function openMailedLink(email: string): Promise<string> {
  const { status, to, fragment } = await backend.openMail(email)
  expect([status, fragment.get('access_token')]).toEqual([303, null])
  return to.searchParams.get('code') ?? ''
}

/** Creates a member with a code that is not exchanged yet. */
async function createMemberWithCode(): Promise<{ auth: Auth; email: string; code: string }> {
  const { email } = await backend.createMember()
  const auth = createPkceClient()
  expect((await auth.signInWithOtp({ email })).error).toBeNull()
  return { auth, email, code: await openMailedLink(email) }
}

const exchange = (body: object) => backend.send('POST', 'auth/v1/token?grant_type=pkce', body)

describe('exchangeCodeForSession', () => {
  test.each<[string, (auth: Auth, email: string) => Promise<{ error: unknown }>]>([
    ['signUp', (auth, email) => auth.signUp({ email, password: PASSWORD })],
    ['signInWithOtp to a new address', (auth, email) => auth.signInWithOtp({ email })],
    [
      'resend after signUp',
      async (auth, email) => {
        await backend.createClient().auth.signUp({ email, password: PASSWORD })
        return auth.resend({ type: 'signup', email })
      },
    ],
  ])('exchangeCodeForSession signs in with the code of %s', async (_label, start) => {
    const email = createEmail()
    const auth = createPkceClient()
    expect((await start(auth, email)).error).toBeNull()
    const { data, error } = await auth.exchangeCodeForSession(await openMailedLink(email))
    expect(error).toBeNull()
    expect(data.user?.email).toBe(email)
    expect((await auth.getUser()).data.user?.email).toBe(email)
  })

  test('exchangeCodeForSession after resetPasswordForEmail signs in with PASSWORD_RECOVERY', async () => {
    const { email } = await backend.createMember()
    const auth = createPkceClient()
    const events: string[] = []
    auth.onAuthStateChange((event) => void events.push(event))
    await auth.resetPasswordForEmail(email, { redirectTo: `${backend.url}/update?from=mail` })
    const { to } = await backend.openMail(email)
    expect([to.pathname, to.searchParams.get('from'), to.hash]).toEqual(['/update', 'mail', ''])
    const { error } = await auth.exchangeCodeForSession(to.searchParams.get('code') ?? '')
    expect(error).toBeNull()
    expect(events).toContain('PASSWORD_RECOVERY')
    expect((await auth.updateUser({ password: 'Kettle-Blue-84' })).error).toBeNull()
  })

  test('exchangeCodeForSession after updateUser sets the new email', async () => {
    const { auth, code } = await createMemberWithCode()
    await auth.exchangeCodeForSession(code)
    const newEmail = createEmail()
    expect((await auth.updateUser({ email: newEmail })).error).toBeNull()
    const { data } = await auth.exchangeCodeForSession(await openMailedLink(newEmail))
    expect(data.user?.email).toBe(newEmail)
  })

  test('exchangeCodeForSession after signInWithOAuth signs in', async () => {
    const email = createEmail()
    const auth = createPkceClient()
    const { data } = await auth.signInWithOAuth({
      provider: 'github',
      options: { redirectTo: `${backend.url}/welcome` },
    })
    const redirect = await followToProvider(data.url ?? '')
    const { to } = await grantAccess(backend, provider, redirect, createAccount(email))
    expect([to.pathname, to.hash]).toEqual(['/welcome', ''])
    const exchanged = await auth.exchangeCodeForSession(to.searchParams.get('code') ?? '')
    expect(exchanged.data.user).toMatchObject({ email, app_metadata: { provider: 'github' } })
  })
})

describe('token?grant_type=pkce', () => {
  test('a used code returns flow_state_not_found', async () => {
    const { auth, code } = await createMemberWithCode()
    const verifier = { code_verifier: 'x'.repeat(43) }
    expect((await auth.exchangeCodeForSession(code)).error).toBeNull()
    const again = await exchange({ auth_code: code, ...verifier })
    expect([again.status, await again.json()]).toEqual([
      404,
      {
        code: 404,
        error_code: 'flow_state_not_found',
        msg: 'invalid flow state, no valid flow state found',
      },
    ])
  })

  test('of two concurrent exchanges one returns 200 and one 404', async () => {
    const email = (await backend.createMember()).email
    const challenge = 'plain-verifier-of-at-least-forty-three-signs'
    const fields = { code_challenge: challenge, code_challenge_method: 'plain' }
    await backend.send('POST', 'auth/v1/otp', { email, ...fields })
    const body = { auth_code: await openMailedLink(email), code_verifier: challenge }
    const responses = await Promise.all([exchange(body), exchange(body)])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 404])
  })

  test('a code returns flow_state_expired after five minutes', async () => {
    const { auth, code } = await createMemberWithCode()
    await backend.db.asOwner`update auth.flow_state set created_at = now() - interval '301 seconds'`
    const { error } = await auth.exchangeCodeForSession(code)
    expect(error).toMatchObject({ status: 422, code: 'flow_state_expired' })
  })

  test('another verifier returns bad_code_verifier, and the right one works after it', async () => {
    const { auth, code } = await createMemberWithCode()
    const wrong = await exchange({ auth_code: code, code_verifier: 'x'.repeat(112) })
    expect([wrong.status, ((await wrong.json()) as { error_code: string }).error_code]).toEqual([
      400,
      'bad_code_verifier',
    ])
    expect((await auth.exchangeCodeForSession(code)).error).toBeNull()
  })

  test('a code without a verifier, and a verifier without a code, return validation_failed', async () => {
    for (const body of [{ auth_code: 'x' }, { code_verifier: 'x' }, {}]) {
      const response = await exchange(body)
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ error_code: 'validation_failed' })
    }
  })

  test('a code from before a new password, and one of a banned user, are refused', async () => {
    const { client, id, email } = await backend.createMember()
    const auth = createPkceClient()
    await auth.signInWithOtp({ email })
    const before = await openMailedLink(email)
    await client.auth.updateUser({ password: 'Kettle-Blue-84' })
    expect((await auth.exchangeCodeForSession(before)).error?.code).toBe('flow_state_not_found')
    await auth.signInWithOtp({ email })
    const code = await openMailedLink(email)
    await backend.db
      .asOwner`update auth.users set banned_until = now() + interval '1 hour' where id = ${id}`
    expect((await auth.exchangeCodeForSession(code)).error?.code).toBe('user_banned')
  })
})

test('the database stores no code that can be exchanged', async () => {
  const { code } = await createMemberWithCode()
  const rows = await backend.db.asOwner('select * from auth.flow_state')
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toContain(code)
  for (const role of ['anon', 'authenticated', 'service_role'] as const) {
    await expect(backend.db.as({ role }, 'select from auth.flow_state')).rejects.toThrow(
      /permission denied/,
    )
  }
})

test('a used link of a PKCE flow redirects with otp_expired in the query and the fragment', async () => {
  const { email } = await createMemberWithCode()
  const { to, fragment } = await backend.openMail(email)
  expect(to.searchParams.get('error_code')).toBe('otp_expired')
  expect(fragment.get('error_code')).toBe('otp_expired')
})

test('verifyOtp with the token hash of a PKCE mail returns a session', async () => {
  const { email } = await backend.createMember()
  const auth = createPkceClient()
  await auth.signInWithOtp({ email })
  const token = backend.findMailedLink(email).searchParams.get('token') ?? ''
  expect(token).toMatch(/^pkce_/)
  const { data } = await auth.verifyOtp({ type: 'magiclink', token_hash: token })
  expect(data.session?.user.email).toBe(email)
})

test.each([
  ['a challenge without a method', { code_challenge: 'x'.repeat(43) }],
  ['a method without a challenge', { code_challenge_method: 's256' }],
  ['an unknown method', { code_challenge: 'x'.repeat(43), code_challenge_method: 'md5' }],
  ['a short challenge', { code_challenge: 'x'.repeat(42), code_challenge_method: 's256' }],
  ['a challenge with a slash', { code_challenge: '/'.repeat(43), code_challenge_method: 's256' }],
])(
  '%s is refused with 400 by /otp, /recover, /resend, /signup and /authorize',
  async (_label, fields) => {
    const email = createEmail()
    const bodies = {
      otp: { email },
      recover: { email },
      resend: { email, type: 'signup' },
      signup: { email, password: PASSWORD },
    }
    for (const [path, body] of Object.entries(bodies)) {
      const { status } = await backend.send('POST', `auth/v1/${path}`, { ...body, ...fields })
      expect([path, status]).toEqual([path, 400])
    }
    const query = new URLSearchParams({ provider: 'github', ...fields })
    expect((await fetch(`${backend.url}/auth/v1/authorize?${query}`)).status).toBe(400)
    expect(backend.readOutbox(email)).toEqual([])
  },
)
