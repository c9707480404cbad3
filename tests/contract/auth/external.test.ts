// Sign-in with GitHub and Google, with a fake provider on loopback, over HTTP.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { PASSWORD, startTestBackend, type TestBackend } from '../../support/backend.ts'
import { type Account, type FakeProvider, startProvider } from '../../support/provider.ts'

type Provider = 'github' | 'google'

let provider: FakeProvider
let backend: TestBackend
beforeAll(async () => {
  provider = await startProvider()
  backend = await startTestBackend((settings) => {
    const client = { enabled: true, client_id: 'the client', secret: 'the secret' }
    settings.auth.external.github = { ...client, url: provider.url }
    settings.auth.external.google = { ...client, url: provider.url }
  })
})
afterAll(async () => {
  await backend.close()
  await provider.close()
})

const createEmail = () => `${crypto.randomUUID()}@people.example`
let lastId = 0
const createAccount = (email: string, isVerified = true): Account => {
  lastId += 1
  return { id: lastId, email, isVerified }
}

/** Requests /authorize. @returns its redirect to the provider */
async function authorize(name: Provider, redirectTo = `${backend.url}/welcome`, at = backend) {
  const { data } = await at.createClient().auth.signInWithOAuth({
    provider: name,
    options: { redirectTo },
  })
  const response = await fetch(data.url ?? '', { redirect: 'manual' })
  const target = new URL(response.headers.get('location') ?? '')
  const cookie = response.headers.get('set-cookie') ?? ''
  return { status: response.status, target, cookie }
}

/** Requests the callback. @returns its redirect to the site */
async function requestCallback(parameters: Record<string, string>, cookie: string, at = backend) {
  const address = `${at.url}/auth/v1/callback?${new URLSearchParams(parameters)}`
  const response = await fetch(address, {
    redirect: 'manual',
    headers: { cookie: cookie.split(';')[0] ?? '' },
  })
  const to = new URL(response.headers.get('location') ?? 'about:blank')
  return { to, fragment: new URLSearchParams(to.hash.slice(1)) }
}

async function signIn(name: Provider, account: Account, at = backend) {
  const { target, cookie } = await authorize(name, undefined, at)
  const code = provider.grant(account, target.searchParams.get('code_challenge') ?? '')
  return requestCallback({ code, state: target.searchParams.get('state') ?? '' }, cookie, at)
}

async function readUser({ fragment }: { fragment: URLSearchParams }, at = backend) {
  const { data } = await at.createClient().auth.getUser(fragment.get('access_token') ?? 'none')
  return data.user
}

describe('/authorize', () => {
  test.each([
    ['github', '/login/oauth/authorize'],
    ['google', '/o/oauth2/v2/auth'],
  ] as const)(
    '/authorize of %s redirects to its address with client, callback and challenge',
    async (name, path) => {
      const { status, target, cookie } = await authorize(name)
      expect([status, target.origin, target.pathname]).toEqual([302, provider.url, path])
      expect(Object.fromEntries(target.searchParams)).toMatchObject({
        client_id: 'the client',
        redirect_uri: `${backend.url}/auth/v1/callback`,
        response_type: 'code',
        code_challenge_method: 'S256',
      })
      expect(target.href).not.toContain('secret')
      expect(cookie).toMatch(/HttpOnly/)
      expect(cookie).toMatch(/SameSite=Lax/)
    },
  )

  test('/settings lists the enabled providers; /authorize of others returns 400', async () => {
    const readSettings = async (target: TestBackend) =>
      (await (await fetch(`${target.url}/auth/v1/settings`)).json()) as { external: object }
    expect((await readSettings(backend)).external).toMatchObject({ github: true, google: true })
    const plain = await startTestBackend()
    try {
      expect((await readSettings(plain)).external).toMatchObject({ github: false, google: false })
      const refused = await fetch(`${plain.url}/auth/v1/authorize?provider=github`)
      expect(refused.status).toBe(400)
    } finally {
      await plain.close()
    }
    expect((await fetch(`${backend.url}/auth/v1/authorize?provider=apple`)).status).toBe(400)
  })
})

describe('/callback', () => {
  test.each(['github', 'google'] as const)(
    '/callback of %s creates an account, and finds it again by the provider’s id',
    async (name) => {
      const account = createAccount(createEmail())
      const first = await signIn(name, account)
      expect(first.to.pathname).toBe('/welcome')
      const user = await readUser(first)
      expect(user).toMatchObject({
        email: account.email,
        app_metadata: { provider: name, providers: [name] },
        identities: [{ provider: name, id: String(account.id) }],
      })
      // The email at the provider has changed.
      const again = await readUser(
        await signIn(name, { ...account, email: createEmail(), isVerified: false }),
      )
      expect(again?.id).toBe(user?.id)
    },
  )

  test('/callback finds an existing account only by a verified email', async () => {
    const person = await backend.createMember()
    const stranger = await signIn('github', createAccount(person.email, false))
    expect(stranger.fragment.get('error_code')).toBe('provider_email_needs_verification')
    const owner = await readUser(await signIn('github', createAccount(person.email.toUpperCase())))
    expect(owner?.id).toBe(person.id)
    expect(owner?.identities?.map((identity) => identity.provider)).toEqual(['email', 'github'])
    const { error } = await backend
      .createClient()
      .auth.signInWithPassword({ email: person.email, password: PASSWORD })
    expect(error).toBeNull()
  })

  test('/callback removes the unconfirmed password of an earlier sign-up', async () => {
    const email = createEmail()
    await backend.createClient().auth.signUp({ email, password: PASSWORD })
    expect(await readUser(await signIn('google', createAccount(email)))).toMatchObject({ email })
    const { error } = await backend
      .createClient()
      .auth.signInWithPassword({ email, password: PASSWORD })
    expect(error?.code).toBe('invalid_credentials')
  })

  test('/callback of a banned user returns user_banned', async () => {
    const { email, id } = await backend.createMember()
    await backend.db.asOwner(
      "update auth.users set banned_until = now() + interval '1 day' where id = $1",
      [id],
    )
    const { fragment } = await signIn('github', createAccount(email))
    expect(fragment.get('error_code')).toBe('user_banned')
  })
})

describe('the state of /callback', () => {
  test.each(['another browser', 'none', 'forged', 'an access token'])(
    'a state of the kind "%s" returns bad_oauth_state',
    async (kind) => {
      const { target, cookie } = await authorize('github')
      const code = provider.grant(
        createAccount(createEmail()),
        target.searchParams.get('code_challenge') ?? '',
      )
      const state = target.searchParams.get('state') ?? ''
      const { client } = await backend.createMember()
      const token = (await client.auth.getSession()).data.session?.access_token ?? ''
      const { to, fragment } = await {
        'another browser': async () =>
          requestCallback({ code, state }, (await authorize('github')).cookie),
        none: () => requestCallback({ code, state }, ''),
        forged: () => requestCallback({ code, state: `${state}x` }, cookie),
        'an access token': () => requestCallback({ code, state: token }, cookie),
      }[kind as 'none']()
      expect(to.origin).toBe(backend.url)
      expect(fragment.get('error_code')).toBe('bad_oauth_state')
      expect(fragment.get('access_token')).toBeNull()
    },
  )

  test('a state is no access token, and an unknown redirect leads to the site', async () => {
    const { target } = await authorize('github', 'https://evil.example/')
    const state = target.searchParams.get('state') ?? ''
    const { error } = await backend.createClient().auth.getUser(state)
    expect(error).not.toBeNull()
    const { cookie, target: next } = await authorize('google', 'https://evil.example/')
    const back = await requestCallback({ state: next.searchParams.get('state') ?? '' }, cookie)
    expect(back.to.origin).toBe(backend.url)
    expect(back.fragment.get('error_code')).toBe('bad_oauth_callback')
  })

  test('an unknown code returns server_error', async () => {
    const { target, cookie } = await authorize('github')
    const state = target.searchParams.get('state') ?? ''
    const { fragment } = await requestCallback({ code: 'made-up', state }, cookie)
    expect(fragment.get('error')).toBe('server_error')
  })
})

describe('the issuer of an identity', () => {
  const readIssuers = async ({ id }: Account) => {
    const rows = await backend.db.asOwner(
      'select issuer from auth.identities where provider_id = $1 order by created_at',
      [String(id)],
    )
    return rows.map(({ issuer }) => issuer)
  }
  const forgetIssuer = ({ id }: Account) =>
    backend.db.asOwner('update auth.identities set issuer = null where provider_id = $1', [
      String(id),
    ])

  /** Signs in with GitHub itself, whose addresses lead to the fake provider. */
  async function signInAtGithub(account: Account) {
    const at = await startTestBackend(
      (settings) => {
        const client = { enabled: true, client_id: 'the client', secret: 'the secret' }
        settings.auth.external.github = client
      },
      { db: backend.db },
    )
    const original = globalThis.fetch
    const spy = vi
      .spyOn(globalThis, 'fetch')
      .mockImplementation((input, init) =>
        typeof input === 'string'
          ? original(
              input
                .replace('https://github.com', provider.url)
                .replace('https://api.github.com', `${provider.url}/api/v3`),
              init,
            )
          : original(input, init),
      )
    try {
      return await readUser(await signIn('github', account, at), at)
    } finally {
      spy.mockRestore()
      await at.close()
    }
  }

  test('with a url it is the origin; a row without one needs the verified email once', async () => {
    const account = createAccount(createEmail())
    const owner = await readUser(await signIn('github', account))
    expect(await readIssuers(account)).toEqual([provider.url])
    await forgetIssuer(account)
    const stranger = await readUser(await signIn('github', { ...account, email: createEmail() }))
    expect(stranger?.id).not.toBe(owner?.id)
    await backend.db.asOwner('delete from auth.users where id = $1', [stranger?.id])
    expect((await readUser(await signIn('github', account)))?.id).toBe(owner?.id)
    expect(await readIssuers(account)).toEqual([provider.url])
    const later = await readUser(await signIn('github', { ...account, email: createEmail() }))
    expect(later?.id).toBe(owner?.id)
  })

  test('without a url it is GitHub, whose equal id is another account', async () => {
    const account = createAccount(createEmail())
    const owner = await signInAtGithub(account)
    expect(owner?.email).toBe(account.email)
    expect(await readIssuers(account)).toEqual(['https://github.com'])
    const other = await readUser(await signIn('github', { ...account, email: createEmail() }))
    expect(other?.id).not.toBe(owner?.id)
    expect(await readIssuers(account)).toEqual(['https://github.com', provider.url])
    expect((await signInAtGithub({ ...account, email: createEmail() }))?.id).toBe(owner?.id)
  })

  test('a row without one is not GitHub’s for an email that is not the row’s', async () => {
    const account = createAccount(createEmail())
    const owner = await signInAtGithub(account)
    await forgetIssuer(account)
    const stranger = await signInAtGithub({ ...account, email: createEmail() })
    expect(stranger?.id).toEqual(expect.any(String))
    expect(stranger?.id).not.toBe(owner?.id)
  })
})

test('no request of this file caused a server error', () =>
  expect(backend.loggedErrors).toEqual([]))

test('without confirmations a provider’s account is not linked to an existing email', async () => {
  const open = await startTestBackend((settings) => {
    const client = { enabled: true, client_id: 'the client', secret: 'the secret' }
    settings.auth.external.github = { ...client, url: provider.url }
    settings.auth.email.enable_confirmations = false
  })
  try {
    const [taken, fresh] = [createEmail(), createEmail()]
    await open.createClient().auth.signUp({ email: taken, password: PASSWORD })
    const signInWith = async (email: string) => {
      const { target, cookie } = await authorize('github', undefined, open)
      const code = provider.grant(
        createAccount(email),
        target.searchParams.get('code_challenge') ?? '',
      )
      const state = target.searchParams.get('state') ?? ''
      return (await requestCallback({ code, state }, cookie, open)).fragment
    }
    expect((await signInWith(taken)).get('error_code')).toBe('email_exists')
    expect((await signInWith(fresh)).get('access_token')).toBeTruthy()
  } finally {
    await open.close()
  }
})

test('with enable_signup = false a provider signs in only existing members', async () => {
  const closed = await startTestBackend((settings) => {
    settings.auth.enable_signup = false
    const client = { client_id: 'the client', secret: 'the secret' }
    settings.auth.external.github = { enabled: true, ...client, url: provider.url }
  })
  const member = await closed.createMember()
  const signInWith = async (email: string) => {
    const { target, cookie } = await authorize('github', `${closed.url}/welcome`, closed)
    const code = provider.grant(
      createAccount(email),
      target.searchParams.get('code_challenge') ?? '',
    )
    const state = target.searchParams.get('state') ?? ''
    return (await requestCallback({ code, state }, cookie, closed)).fragment
  }
  expect((await signInWith(createEmail())).get('error_code')).toBe('signup_disabled')
  expect((await signInWith(member.email)).get('access_token')).toBeTruthy()
  await closed.close()
})

test('on https the cookie has the prefix __Host- and is Secure', async () => {
  const secure = await startTestBackend(
    (settings) => {
      const client = { enabled: true, client_id: 'the client', secret: 'the secret' }
      settings.auth.external.github = { ...client, url: provider.url }
    },
    { siteUrl: 'https://tools.example' },
  )
  const { headers } = await fetch(`${secure.url}/auth/v1/authorize?provider=github`, {
    redirect: 'manual',
  })
  const cookie = headers.get('set-cookie') ?? ''
  expect(cookie).toMatch(/^__Host-toolmark-oauth=[^;]+;/)
  for (const part of ['Path=/', 'Secure', 'HttpOnly', 'SameSite=Lax'])
    expect(cookie).toContain(part)
  await secure.close()
})
