import { z } from 'zod'

export const PROVIDERS = ['github', 'google'] as const
export type Provider = (typeof PROVIDERS)[number]

/** Who somebody is at a provider. */
export interface Profile {
  /** The provider's own id of the account: an address may change hands. */
  id: string
  /** Nothing unless the provider itself has verified it. */
  email: string | undefined
  name: string | undefined
}

interface Endpoints {
  authorize: string
  token: string
  scope: string
  /** @param get asks the provider's interface with the access token */
  profile(get: (url: string) => Promise<unknown>): Promise<Profile>
}

/** A provider that hangs holds up nobody for longer, in milliseconds. */
const TIMEOUT = 10_000

const githubUser = z.object({ id: z.number(), login: z.string(), name: z.string().nullish() })
const githubEmails = z.array(
  z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }),
)
const googleUser = z.object({
  sub: z.string(),
  email: z.string().optional(),
  email_verified: z.union([z.boolean(), z.string()]).optional(),
  name: z.string().optional(),
})

/** @param url another home of the same service, as GitHub Enterprise has */
export function endpointsOf(provider: Provider, url?: string): Endpoints {
  return provider === 'github' ? github(url) : google(url)
}

function github(url?: string): Endpoints {
  const home = url ?? 'https://github.com'
  const api = url ? `${url}/api/v3` : 'https://api.github.com'
  return {
    authorize: `${home}/login/oauth/authorize`,
    token: `${home}/login/oauth/access_token`,
    scope: 'user:email',
    async profile(get) {
      const user = githubUser.parse(await get(`${api}/user`))
      const emails = githubEmails.parse(await get(`${api}/user/emails`))
      const email = emails.find(({ primary, verified }) => primary && verified)?.email
      return { id: String(user.id), email, name: user.name ?? user.login }
    },
  }
}

function google(url?: string): Endpoints {
  return {
    authorize: `${url ?? 'https://accounts.google.com'}/o/oauth2/v2/auth`,
    token: `${url ?? 'https://oauth2.googleapis.com'}/token`,
    scope: 'openid email profile',
    async profile(get) {
      const home = url ?? 'https://openidconnect.googleapis.com'
      const user = googleUser.parse(await get(`${home}/v1/userinfo`))
      const isVerified = String(user.email_verified) === 'true'
      return { id: user.sub, email: isVerified ? user.email : undefined, name: user.name }
    },
  }
}

/**
 * Swaps the code for an access token, and that for who it is (RFC 6749 §4.1.3, RFC 7636).
 * @throws {Error} when the provider refuses, is slow or answers something else
 */
export async function askProvider(
  endpoints: Endpoints,
  exchange: Record<
    'client_id' | 'client_secret' | 'code' | 'redirect_uri' | 'code_verifier',
    string
  >,
): Promise<Profile> {
  const ask = async (url: string, init: RequestInit): Promise<unknown> => {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT) })
    if (!response.ok) throw new Error(`the provider answered ${response.status}`)
    return response.json()
  }
  const granted = await ask(endpoints.token, {
    method: 'POST',
    headers: { Accept: 'application/json' },
    body: new URLSearchParams({ ...exchange, grant_type: 'authorization_code' }),
  })
  const { access_token } = z.object({ access_token: z.string() }).parse(granted)
  const headers = { Authorization: `Bearer ${access_token}`, Accept: 'application/json' }
  return endpoints.profile((url) => ask(url, { headers: { ...headers, 'User-Agent': 'Toolmark' } }))
}
