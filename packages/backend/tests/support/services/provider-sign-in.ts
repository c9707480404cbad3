import { createEmail, type TestBackend } from '../backends/backend.ts'
import type { Account, FakeProvider } from './provider.ts'

export type Provider = 'github' | 'google' | 'keycloak'

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
): Promise<{ status: number; target: URL; cookie: string }> {
  const { data } = await at.createClient().auth.signInWithOAuth({
    provider: name,
    options: { redirectTo },
  })
  const response = await fetch(data.url ?? '', { redirect: 'manual' })
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

/** Signs in as an account that the fake provider grants. */
export async function signInWithProvider(
  at: TestBackend,
  provider: FakeProvider,
  name: Provider,
  account: Account,
): Promise<Answer> {
  const { target, cookie } = await authorize(at, name)
  const code = provider.grant(account, target.searchParams.get('code_challenge') ?? '')
  return requestCallback(at, { code, state: target.searchParams.get('state') ?? '' }, cookie)
}

export async function readUser(at: TestBackend, { fragment }: Pick<Answer, 'fragment'>) {
  const { data } = await at.createClient().auth.getUser(fragment.get('access_token') ?? 'none')
  return data.user
}
