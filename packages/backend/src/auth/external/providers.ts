import { z } from 'zod'
import type { Settings } from '../../settings/settings.ts'
import { createIssuer } from './openid.ts'
import { requestJson } from './request-json.ts'

/** Google and `keycloak`, which is GoTrue's name for any issuer here, have OpenID Connect. */
export const PROVIDERS = ['github', 'google', 'keycloak'] as const
export type Provider = (typeof PROVIDERS)[number]

/** A user's account at a provider. */
export interface Profile {
  /** The provider's id of the account: its address may change. */
  id: string
  /** That the id belongs to; of a service without ID tokens its address. */
  issuer: string
  /** Only if the provider has verified it. */
  email: string | undefined
  name: string | undefined
}

/** What a client sends for the code (RFC 6749 §4.1.3, RFC 7636). */
export type Exchange = Record<
  'client_id' | 'client_secret' | 'code' | 'redirect_uri' | 'code_verifier',
  string
>

export interface OpenProvider {
  /** The address to which the visitor is redirected. */
  authorize: string
  scope: string
  /** Of a provider that returns an ID token, which repeats the nonce. */
  issuer?: string
  /** @throws {Error} if the provider refuses, is too slow or answers anything that is not valid */
  fetchProfile(exchange: Exchange, nonce: string): Promise<Profile>
  /**
   * Verifies an ID token that a client has from elsewhere, but not its nonce. Missing if the provider has none.
   * @throws {jose.errors.JOSEError | z.ZodError} if the token is not valid
   * @throws {Error} if the provider cannot be reached
   */
  verifyIdToken?(token: string, clientIds: string[]): Promise<IdToken>
}

export interface IdToken {
  profile: Profile
  nonce: string | undefined
  /** Of the access token that was issued with it. */
  accessTokenHash: string | undefined
  algorithm: string
}

/** The ids of a setting: as in GoTrue, the first is the site's, and the others are apps' that sign in with an ID token. */
export const listClientIds = (setting: string): [string, ...string[]] => {
  const [own = '', ...apps] = setting.split(',').map((id) => id.trim())
  return [own, ...apps.filter((id) => id !== '')]
}

/** @returns opens a provider; the promise rejects if it cannot be reached */
export function createProviders(
  external: Settings['auth']['external'],
): Record<Provider, () => Promise<OpenProvider>> {
  const { github, google, keycloak } = external
  return {
    github: async () => openGithub(github.url?.replace(/\/+$/, '')),
    google: createIssuer('google', google.url ?? 'https://accounts.google.com'),
    keycloak: createIssuer('keycloak', keycloak.url ?? ''),
  }
}

const githubUser = z.object({ id: z.number(), login: z.string(), name: z.string().nullish() })
const githubEmails = z.array(
  z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }),
)

/** GitHub has no ID tokens for its users. @param url origin of a self-hosted service, GitHub Enterprise */
function openGithub(url?: string): OpenProvider {
  const origin = url ?? 'https://github.com'
  const api = url ? `${url}/api/v3` : 'https://api.github.com'
  return {
    authorize: `${origin}/login/oauth/authorize`,
    scope: 'user:email',
    async fetchProfile(exchange) {
      const granted = await requestJson(`${origin}/login/oauth/access_token`, {
        method: 'POST',
        headers: { Accept: 'application/json' },
        body: new URLSearchParams({ ...exchange, grant_type: 'authorization_code' }),
      })
      const { access_token } = z.object({ access_token: z.string() }).parse(granted)
      const headers = {
        Authorization: `Bearer ${access_token}`,
        Accept: 'application/json',
        // GitHub refuses requests without one.
        'User-Agent': exchange.client_id,
      }
      const user = githubUser.parse(await requestJson(`${api}/user`, { headers }))
      const emails = githubEmails.parse(await requestJson(`${api}/user/emails`, { headers }))
      const email = emails.find(({ primary, verified }) => primary && verified)?.email
      return { id: String(user.id), issuer: origin, email, name: user.name ?? user.login }
    },
  }
}
