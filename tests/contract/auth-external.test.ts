// Signing in with an account elsewhere, against a provider on loopback, over HTTP.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, startTestBackend, type TestBackend } from '../support/backend.ts'
import { type Account, type FakeProvider, startProvider } from '../support/provider.ts'

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

const someone = () => `${crypto.randomUUID()}@people.example`
let lastId = 0
const account = (email: string, isVerified = true): Account => {
  lastId += 1
  return { id: lastId, email, isVerified }
}

/** As far as the provider's own page. */
async function leave(name: Provider, redirectTo = `${backend.url}/welcome`, at = backend) {
  const { data } = await at.client().auth.signInWithOAuth({
    provider: name,
    options: { redirectTo },
  })
  const response = await fetch(data.url ?? '', { redirect: 'manual' })
  const target = new URL(response.headers.get('location') ?? '')
  const cookie = response.headers.get('set-cookie') ?? ''
  return { status: response.status, target, cookie }
}

/** Back to the callback. */
async function comeBack(parameters: Record<string, string>, cookie: string, at = backend) {
  const address = `${at.url}/auth/v1/callback?${new URLSearchParams(parameters)}`
  const response = await fetch(address, {
    redirect: 'manual',
    headers: { cookie: cookie.split(';')[0] ?? '' },
  })
  const to = new URL(response.headers.get('location') ?? 'about:blank')
  return { to, fragment: new URLSearchParams(to.hash.slice(1)) }
}

async function signIn(name: Provider, who: Account) {
  const { target, cookie } = await leave(name)
  const code = provider.grant(who, target.searchParams.get('code_challenge') ?? '')
  return comeBack({ code, state: target.searchParams.get('state') ?? '' }, cookie)
}

async function userOf({ fragment }: { fragment: URLSearchParams }) {
  const { data } = await backend.client().auth.getUser(fragment.get('access_token') ?? 'none')
  return data.user
}

describe('on the way', () => {
  test.each([
    ['github', '/login/oauth/authorize'],
    ['google', '/o/oauth2/v2/auth'],
  ] as const)(
    '%s is asked at its own address, for this client and callback',
    async (name, path) => {
      const { status, target, cookie } = await leave(name)
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

  test('settings name the providers; one that is not enabled is refused', async () => {
    const settings = async (one: TestBackend) =>
      (await (await fetch(`${one.url}/auth/v1/settings`)).json()) as { external: object }
    expect((await settings(backend)).external).toMatchObject({ github: true, google: true })
    const plain = await startTestBackend()
    try {
      expect((await settings(plain)).external).toMatchObject({ github: false, google: false })
      const refused = await fetch(`${plain.url}/auth/v1/authorize?provider=github`)
      expect(refused.status).toBe(400)
    } finally {
      await plain.close()
    }
    expect((await fetch(`${backend.url}/auth/v1/authorize?provider=apple`)).status).toBe(400)
  })
})

describe('back again', () => {
  test.each(['github', 'google'] as const)('%s: somebody new, and known again', async (name) => {
    const who = account(someone())
    const first = await signIn(name, who)
    expect(first.to.pathname).toBe('/welcome')
    const user = await userOf(first)
    expect(user).toMatchObject({
      email: who.email,
      app_metadata: { provider: name, providers: [name] },
      identities: [{ provider: name, id: String(who.id) }],
    })
    // By the provider's id, whatever the address is now.
    const again = await userOf(await signIn(name, { ...who, email: someone(), isVerified: false }))
    expect(again?.id).toBe(user?.id)
  })

  test('an account that is here already is found by a verified address alone', async () => {
    const person = await backend.person()
    const stranger = await signIn('github', account(person.email, false))
    expect(stranger.fragment.get('error_code')).toBe('provider_email_needs_verification')
    const owner = await userOf(await signIn('github', account(person.email.toUpperCase())))
    expect(owner?.id).toBe(person.id)
    expect(owner?.identities?.map((identity) => identity.provider)).toEqual(['email', 'github'])
    const { error } = await backend
      .client()
      .auth.signInWithPassword({ email: person.email, password: PASSWORD })
    expect(error).toBeNull()
  })

  test('a password that nobody confirmed does not outlive it', async () => {
    const email = someone()
    await backend.client().auth.signUp({ email, password: PASSWORD })
    expect(await userOf(await signIn('google', account(email)))).toMatchObject({ email })
    const { error } = await backend.client().auth.signInWithPassword({ email, password: PASSWORD })
    expect(error?.code).toBe('invalid_credentials')
  })

  test('a banned person gets in by no provider', async () => {
    const { email, id } = await backend.person()
    await backend.db.asOwner(
      "update auth.users set banned_until = now() + interval '1 day' where id = $1",
      [id],
    )
    const { fragment } = await signIn('github', account(email))
    expect(fragment.get('error_code')).toBe('user_banned')
  })
})

describe('a state that is not this browser’s', () => {
  test.each(['another browser', 'none', 'forged', 'an access token'])('%s', async (kind) => {
    const { target, cookie } = await leave('github')
    const code = provider.grant(account(someone()), target.searchParams.get('code_challenge') ?? '')
    const state = target.searchParams.get('state') ?? ''
    const { client } = await backend.person()
    const token = (await client.auth.getSession()).data.session?.access_token ?? ''
    const { to, fragment } = await {
      'another browser': async () => comeBack({ code, state }, (await leave('github')).cookie),
      none: () => comeBack({ code, state }, ''),
      forged: () => comeBack({ code, state: `${state}x` }, cookie),
      'an access token': () => comeBack({ code, state: token }, cookie),
    }[kind as 'none']()
    expect(to.origin).toBe(backend.url)
    expect(fragment.get('error_code')).toBe('bad_oauth_state')
    expect(fragment.get('access_token')).toBeNull()
  })

  test('a state opens nothing else, and leads nowhere but home', async () => {
    const { target } = await leave('github', 'https://evil.example/')
    const state = target.searchParams.get('state') ?? ''
    const { error } = await backend.client().auth.getUser(state)
    expect(error).not.toBeNull()
    const { cookie, target: next } = await leave('google', 'https://evil.example/')
    const back = await comeBack({ state: next.searchParams.get('state') ?? '' }, cookie)
    expect(back.to.origin).toBe(backend.url)
    expect(back.fragment.get('error_code')).toBe('bad_oauth_callback')
  })

  test('a code that the provider does not know', async () => {
    const { target, cookie } = await leave('github')
    const state = target.searchParams.get('state') ?? ''
    const { fragment } = await comeBack({ code: 'made-up', state }, cookie)
    expect(fragment.get('error')).toBe('server_error')
  })
})

test('nothing above was a fault of the server', () => expect(backend.logged).toEqual([]))

test('where nobody confirms an address, an account of it is joined to nothing', async () => {
  const open = await startTestBackend((settings) => {
    const client = { enabled: true, client_id: 'the client', secret: 'the secret' }
    settings.auth.external.github = { ...client, url: provider.url }
    settings.auth.email.enable_confirmations = false
  })
  try {
    const [taken, fresh] = [someone(), someone()]
    await open.client().auth.signUp({ email: taken, password: PASSWORD })
    const arrive = async (email: string) => {
      const { target, cookie } = await leave('github', undefined, open)
      const code = provider.grant(account(email), target.searchParams.get('code_challenge') ?? '')
      const state = target.searchParams.get('state') ?? ''
      return (await comeBack({ code, state }, cookie, open)).fragment
    }
    expect((await arrive(taken)).get('error_code')).toBe('email_exists')
    expect((await arrive(fresh)).get('access_token')).toBeTruthy()
  } finally {
    await open.close()
  }
})

test('where nobody new may come, a provider brings members alone', async () => {
  const closed = await startTestBackend((settings) => {
    settings.auth.enable_signup = false
    const client = { client_id: 'the client', secret: 'the secret' }
    settings.auth.external.github = { enabled: true, ...client, url: provider.url }
  })
  const member = await closed.person()
  const codeOf = async (email: string) => {
    const { target, cookie } = await leave('github', `${closed.url}/welcome`, closed)
    const code = provider.grant(account(email), target.searchParams.get('code_challenge') ?? '')
    const state = target.searchParams.get('state') ?? ''
    return (await comeBack({ code, state }, cookie, closed)).fragment
  }
  expect((await codeOf(someone())).get('error_code')).toBe('signup_disabled')
  expect((await codeOf(member.email)).get('access_token')).toBeTruthy()
  await closed.close()
})

test('over https the cookie belongs to this host alone', async () => {
  const secure = await startTestBackend((settings) => {
    const client = { enabled: true, client_id: 'the client', secret: 'the secret' }
    settings.auth.external.github = { ...client, url: provider.url }
  }, 'https://tools.example')
  const { headers } = await fetch(`${secure.url}/auth/v1/authorize?provider=github`, {
    redirect: 'manual',
  })
  const cookie = headers.get('set-cookie') ?? ''
  expect(cookie).toMatch(/^__Host-toolmark-oauth=[^;]+;/)
  for (const part of ['Path=/', 'Secure', 'HttpOnly', 'SameSite=Lax'])
    expect(cookie).toContain(part)
  await secure.close()
})
