// Sign-in with GitHub, which is a fake provider on loopback, over HTTP.
import { afterAll, describe, expect, test } from 'vitest'
import {
  createEmail,
  openTestBackend,
  PASSWORD,
  shareTestBackend,
  type TestBackend,
} from '../../support/backends/backend.ts'
import { type Account, startProvider } from '../../support/services/provider.ts'
import {
  authorize,
  CLIENT,
  createAccount,
  readUser,
  requestCallback,
  signInWithProvider,
} from '../../support/services/provider-sign-in.ts'

const provider = await startProvider()
afterAll(() => provider.close())
const backend = await shareTestBackend((settings) => {
  settings.auth.external.github = { ...CLIENT, url: provider.url }
})

/** Signs in here, as an account of the fake provider. */
const signIn = (account: Account) => signInWithProvider(backend, provider, account)

describe('/authorize', () => {
  test('/authorize redirects to the address of GitHub with client, callback and challenge', async () => {
    const { status, target, cookie } = await authorize(backend, 'github')
    expect([status, target.origin + target.pathname]).toEqual([
      302,
      `${provider.url}/login/oauth/authorize`,
    ])
    expect(Object.fromEntries(target.searchParams)).toMatchObject({
      client_id: 'the client',
      redirect_uri: `${backend.url}/auth/v1/callback`,
      response_type: 'code',
      code_challenge_method: 'S256',
    })
    expect(target.href).not.toContain('secret')
    expect(cookie).toMatch(/HttpOnly/)
    expect(cookie).toMatch(/SameSite=Lax/)
  })

  test('/settings lists the enabled providers; /authorize of others returns 400', async () => {
    const readSettings = async (target: TestBackend) =>
      (await (await fetch(`${target.url}/auth/v1/settings`)).json()) as { external: object }
    expect((await readSettings(backend)).external).toMatchObject({ github: true, google: false })
    const plain = await openTestBackend(undefined, { db: backend.db })
    expect((await readSettings(plain)).external).toMatchObject({ github: false })
    const refused = await fetch(`${plain.url}/auth/v1/authorize?provider=github`)
    expect(refused.status).toBe(400)
    expect((await fetch(`${backend.url}/auth/v1/authorize?provider=apple`)).status).toBe(400)
  })
})

describe('/callback', () => {
  test('/callback creates an account, and finds it again by the provider’s id', async () => {
    const account = createAccount(createEmail())
    const first = await signIn(account)
    expect(first.to.pathname).toBe('/welcome')
    const user = await readUser(backend, first)
    expect(user).toMatchObject({
      email: account.email,
      app_metadata: { provider: 'github', providers: ['github'] },
      identities: [{ provider: 'github', id: String(account.id) }],
    })
    // The email at the provider has changed.
    const changed = { ...account, email: createEmail(), isVerified: false }
    expect((await readUser(backend, await signIn(changed)))?.id).toBe(user?.id)
  })

  test('/callback finds an existing account only by a verified email', async () => {
    const person = await backend.createMember()
    const stranger = await signIn(createAccount(person.email, false))
    expect(stranger.fragment.get('error_code')).toBe('provider_email_needs_verification')
    const owner = await readUser(backend, await signIn(createAccount(person.email.toUpperCase())))
    expect(owner?.id).toBe(person.id)
    expect(owner?.identities?.map((identity) => identity.provider)).toEqual(['email', 'github'])
    const { error } = await backend.signIn(person.email)
    expect(error).toBeNull()
  })

  test('/callback removes the unconfirmed password of an earlier sign-up', async () => {
    const email = createEmail()
    await backend.createClient().auth.signUp({ email, password: PASSWORD })
    expect(await readUser(backend, await signIn(createAccount(email)))).toMatchObject({
      email,
    })
    const { error } = await backend.signIn(email)
    expect(error?.code).toBe('invalid_credentials')
  })

  test('/callback of a banned user returns user_banned', async () => {
    const { email, id } = await backend.createMember()
    await backend.db
      .asOwner`update auth.users set banned_until = now() + interval '1 day' where id = ${id}`
    const { fragment } = await signIn(createAccount(email))
    expect(fragment.get('error_code')).toBe('user_banned')
  })
})

test('without confirmations a provider’s account is not linked to an existing email', async () => {
  const open = await openTestBackend(
    (settings) => {
      settings.auth.external.github = { ...CLIENT, url: provider.url }
      settings.auth.email.enable_confirmations = false
    },
    { db: backend.db },
  )
  const [taken, fresh] = [createEmail(), createEmail()]
  await open.createClient().auth.signUp({ email: taken, password: PASSWORD })
  const signInWith = async (email: string) =>
    (await signInWithProvider(open, provider, createAccount(email))).fragment
  expect((await signInWith(taken)).get('error_code')).toBe('email_exists')
  expect((await signInWith(fresh)).get('access_token')).toBeTruthy()
})

test('on https the cookie has the prefix __Host- and is Secure', async () => {
  const secure = await openTestBackend(
    (settings) => {
      settings.auth.external.github = { ...CLIENT, url: provider.url }
    },
    { siteUrl: 'https://tools.example', db: backend.db },
  )
  const { headers } = await secure.send('GET', 'auth/v1/authorize?provider=github')
  const cookie = headers.get('set-cookie') ?? ''
  expect(cookie).toMatch(/^__Host-toolmark-oauth=[^;]+;/)
  for (const part of ['Path=/', 'Secure', 'HttpOnly', 'SameSite=Lax'])
    expect(cookie).toContain(part)
})

describe('the state of /callback', () => {
  test.each(['another browser', 'none', 'forged', 'an access token'])(
    'a state of the kind "%s" returns bad_oauth_state',
    async (kind) => {
      const { target, cookie } = await authorize(backend, 'github')
      const code = provider.grant(
        createAccount(createEmail()),
        target.searchParams.get('code_challenge') ?? '',
      )
      const state = target.searchParams.get('state') ?? ''
      const { token } = await backend.createMember()
      const { to, fragment } = await {
        'another browser': async () =>
          requestCallback(backend, { code, state }, (await authorize(backend, 'github')).cookie),
        none: () => requestCallback(backend, { code, state }, ''),
        forged: () => requestCallback(backend, { code, state: `${state}x` }, cookie),
        'an access token': () => requestCallback(backend, { code, state: token }, cookie),
      }[kind as 'none']()
      expect(to.origin).toBe(backend.url)
      expect(fragment.get('error_code')).toBe('bad_oauth_state')
      expect(fragment.get('access_token')).toBeNull()
    },
  )

  test('a state is no access token, and an unknown redirect leads to the site', async () => {
    const { target } = await authorize(backend, 'github', 'https://evil.example/')
    const state = target.searchParams.get('state') ?? ''
    const { error } = await backend.createClient().auth.getUser(state)
    expect(error).not.toBeNull()
    const { cookie, target: next } = await authorize(backend, 'github', 'https://evil.example/')
    const back = await requestCallback(
      backend,
      { state: next.searchParams.get('state') ?? '' },
      cookie,
    )
    expect(back.to.origin).toBe(backend.url)
    expect(back.fragment.get('error_code')).toBe('bad_oauth_callback')
  })

  test('an unknown code returns server_error', async () => {
    const { target, cookie } = await authorize(backend, 'github')
    const state = target.searchParams.get('state') ?? ''
    const { fragment } = await requestCallback(backend, { code: 'made-up', state }, cookie)
    expect(fragment.get('error')).toBe('server_error')
  })
})
