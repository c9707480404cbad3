import { useQuery } from '@tanstack/react-query'
import { sendCommand } from '../data/command.ts'
import { describeAs } from '../data/command-error.ts'
import { queries } from '../data/query.ts'
import * as dataWords from '../data/words.ts'
import { NONCE_PARAMETER } from '../session/mailed-link.ts'
import { getBackendAccess, getSupabase } from '../session/session.ts'
import { IDENTITY } from '../shared/identity.ts'
import { Button } from '../ui/button.tsx'
import { toastFailure } from '../ui/feedback/toast.ts'
import { startSignIn } from './links/requested-links.ts'
import * as signInWords from './words.ts'

const PROVIDERS = [
  ['github', signInWords.authContinueWith('GitHub')],
  ['google', signInWords.authContinueWith('Google')],
  // The name of any OpenID Connect issuer in GoTrue's interface.
  ['keycloak', IDENTITY.oidcLabel],
] as const

/** Sign-in with the external providers that the operator has set up. */
export function ProviderButtons({ next, offered }: { next: string; offered: OfferedProviders }) {
  const providers = PROVIDERS.filter(([provider]) => offered[provider])
  if (providers.length === 0) return null
  const go = async (provider: (typeof PROVIDERS)[number][0]) => {
    const { auth } = await getSupabase()
    const back = new URL(next, location.origin)
    back.searchParams.set(NONCE_PARAMETER, startSignIn())
    const options = { redirectTo: back.href }
    await sendCommand(auth.signInWithOAuth({ provider, options })).catch(
      describeAs(dataWords.failureTryAgain),
    )
  }
  return (
    <div className="mb-5 grid gap-3">
      {providers.map(([provider, label]) => (
        <Button
          key={provider}
          look="secondary"
          onClick={() => toastFailure(go(provider), dataWords.failureLogin)}
        >
          {label}
        </Button>
      ))}
    </div>
  )
}

/** By the name of the provider; `email` stands for addresses, with a password or a mailed link. */
type OfferedProviders = Partial<Record<string, boolean>>

/** The ways to sign in that the operator has set up; empty until the backend answers, and if it does not. */
export function useOfferedProviders(): OfferedProviders {
  const { data } = useQuery(
    { queryKey: ['providers'], queryFn: readProviders, retry: false },
    queries,
  )
  return data ?? {}
}

async function readProviders(): Promise<OfferedProviders> {
  const { url, key } = getBackendAccess()
  const response = await fetch(`${url}/auth/v1/settings`, { headers: { apikey: key } })
  if (!response.ok) throw new Error('the settings cannot be read')
  return ((await response.json()) as { external: OfferedProviders }).external
}
