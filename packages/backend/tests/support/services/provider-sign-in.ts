import { createEmail, type TestBackend } from '../backends/backend.ts'
import type { Account, FakeProvider } from './provider.ts'

type Provider = 'github' | 'google' | 'keycloak'

export const CLIENT = { enabled: true, client_id: 'the client', secret: 'the secret' }

let lastId = 0

/** An account at the provider with an id of its own. */
export function createAccount(email = createEmail(), isVerified = true): Account {
  lastId += 1
  return { id: lastId, email, isVerified }
}

/** The claims of an account of an OpenID Connect issuer. */
export const createClaims = (email = createEmail()) => ({
  sub: crypto.randomUUID(),
  email,
  email_verified: true as unknown,
  name: 'Vi Kettle',
})

/** Requests /authorize. @returns its redirect to the provider */
export async function authorize(
  at: TestBackend,
  name: Provider,
  redirectTo = `${at.url}/welcome`,
): Promise<Redirect> {
  const { data } = await at.createClient().auth.signInWithOAuth({
    provider: name,
    options: { redirectTo },
  })
  return followToProvider(data.url ?? '')
}

interface Redirect {
  status: number
  target: URL
  cookie: string
}

/** Opens the address of a sign-in. */
export async function followToProvider(address: string): Promise<Redirect> {
  const response = await fetch(address, { redirect: 'manual' })
  const target = new URL(response.headers.get('location') ?? '')
  const cookie = response.headers.get('set-cookie') ?? ''
  return { status: response.status, target, cookie }
}

interface Answer {
  /** The redirect to the site. */
  to: URL
  fragment: URLSearchParams
}

/** Requests the callback. */
export async function requestCallback(
  at: TestBackend,
  parameters: Record<string, string>,
  cookie: string,
): Promise<Answer> {
  const address = `${at.url}/auth/v1/callback?${new URLSearchParams(parameters)}`
  const response = await fetch(address, {
    redirect: 'manual',
    headers: { cookie: cookie.split(';')[0] ?? '' },
  })
  const to = new URL(response.headers.get('location') ?? 'about:blank')
  return { to, fragment: new URLSearchParams(to.hash.slice(1)) }
}

/** Answers a redirect to the fake provider as an account that grants the site access. */
export async function grantAccess(
  at: TestBackend,
  provider: FakeProvider,
  { target, cookie }: Redirect,
  account: Account,
): Promise<Answer> {
  const code = provider.grant(account, target.searchParams.get('code_challenge') ?? '')
  return requestCallback(at, { code, state: target.searchParams.get('state') ?? '' }, cookie)
}

/** Signs in with GitHub, as an account that the fake provider grants. */
export async function signInWithProvider(
  at: TestBackend,
  provider: FakeProvider,
  account: Account,
): Promise<Answer> {
  return grantAccess(at, provider, await authorize(at, 'github'), account)
}

export async function readUser(at: TestBackend, { fragment }: Pick<Answer, 'fragment'>) {
  const { data } = await at.createClient().auth.getUser(fragment.get('access_token') ?? 'none')
  return data.user
}
