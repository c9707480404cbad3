import { sendCommand } from '../data/command.ts'
import { describeAs } from '../data/command-error.ts'
import * as dataWords from '../data/words.ts'
import { NONCE_PARAMETER } from '../session/mailed-link.ts'
import { getSupabase } from '../session/session.ts'
import { IDENTITY } from '../shared/identity.ts'
import { Button } from '../ui/button.tsx'
import { toastFailure } from '../ui/feedback/toast.ts'
import { startSignIn } from './links/started-sign-in.ts'
import type { OfferedProviders } from './offered-providers.ts'
import * as signInWords from './words/sign-in-and-sign-up.ts'

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
