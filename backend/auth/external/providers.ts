import { z } from 'zod'

export const PROVIDERS = ['github', 'google'] as const
export type Provider = (typeof PROVIDERS)[number]

/** A user's account at a provider. */
export interface Profile {
  /** The provider's id of the account: its address may change. */
  id: string
  /** Only if the provider has verified it. */
  email: string | undefined
  name: string | undefined
}

interface Endpoints {
  authorize: string
  token: string
  scope: string
  /** @param get sends a GET request with the access token */
  profile(get: (url: string) => Promise<unknown>): Promise<Profile>
}

/** For each request to a provider. */
const TIMEOUT_MS = 10_000

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

/** @param url origin of a self-hosted service, such as GitHub Enterprise */
export function endpointsOf(provider: Provider, url?: string): Endpoints {
  return provider === 'github' ? github(url) : google(url)
}

function github(url?: string): Endpoints {
  const origin = url ?? 'https://github.com'
  const api = url ? `${url}/api/v3` : 'https://api.github.com'
  return {
    authorize: `${origin}/login/oauth/authorize`,
    token: `${origin}/login/oauth/access_token`,
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
      const origin = url ?? 'https://openidconnect.googleapis.com'
      const user = googleUser.parse(await get(`${origin}/v1/userinfo`))
      const isVerified = String(user.email_verified) === 'true'
      return { id: user.sub, email: isVerified ? user.email : undefined, name: user.name }
    },
  }
}

/**
 * Exchanges the code for an access token, and loads the profile (RFC 6749 §4.1.3, RFC 7636).
 * @throws {Error} if the provider refuses, is too slow or answers anything else
 */
export async function fetchProfile(
  endpoints: Endpoints,
  exchange: Record<
    'client_id' | 'client_secret' | 'code' | 'redirect_uri' | 'code_verifier',
    string
  >,
): Promise<Profile> {
  const request = async (url: string, init: RequestInit): Promise<unknown> => {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (!response.ok) throw new Error(`the provider answered ${response.status}`)
    return response.json()
  }
  const granted = await request(endpoints.token, {
    method: 'POST',
    headers: { Accept: 'application/json' },
    body: new URLSearchParams({ ...exchange, grant_type: 'authorization_code' }),
  })
  const { access_token } = z.object({ access_token: z.string() }).parse(granted)
  const headers = { Authorization: `Bearer ${access_token}`, Accept: 'application/json' }
  return endpoints.profile((url) =>
    request(url, { headers: { ...headers, 'User-Agent': 'Toolmark' } }),
  )
}
