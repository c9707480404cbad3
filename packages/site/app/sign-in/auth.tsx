import { Tabs } from '@base-ui/react/tabs'
import { useEffect } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { canStore } from '../data/browser-storage.ts'
import { sendCommand } from '../data/command.ts'
import { describeAs } from '../data/command-error.ts'
import { useRead } from '../data/query.ts'
import * as dataWords from '../data/words.ts'
import { NONCE_PARAMETER } from '../session/mailed-link.ts'
import { getBackendAccess, getReader, getSupabase, useSession } from '../session/session.ts'
import { IDENTITY } from '../shared/identity.ts'
import { readChoice, readText } from '../shared/parameters.ts'
import { Button } from '../ui/button.tsx'
import { toastFailure } from '../ui/feedback/toast.ts'
import { pageMeta } from '../ui/page-meta.ts'
import { useHydrated } from '../ui/use-hydrated.ts'
import type { Route } from './+types/auth'
import { LoginForm, sanitizeNextPath, useLoginForm } from './login-form.tsx'
import { preloadClient } from './preload-client.ts'
import { startSignIn } from './requested-links.ts'
import { CodeStep } from './second-factor/code-form.tsx'
import { CheckEmail, resendSignUp } from './sign-up/check-email.tsx'
import { SignUpForm, useSignUpForm } from './sign-up/sign-up-form.tsx'
import * as signInWords from './words.ts'

preloadClient()

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: signInWords.authPageTitle,
    description: signInWords.authDescription,
    path: '/auth',
  })

const TAB =
  'min-h-10 flex-1 rounded-control px-4 text-sm font-medium text-soft data-active:bg-raised data-active:text-ink data-active:shadow-card'

export default function Auth() {
  const { user, awaitsCode } = useSession()
  const navigate = useNavigate()
  const { state, search } = useLocation()
  const [parameters] = useSearchParams()
  // Here, so that the fields survive a change of tab and the way back from "Check Your Email".
  const login = useLoginForm()
  const next = sanitizeNextPath(readText(parameters, 'next', 2000))
  const signUp = useSignUpForm(next, (email) => show(email))
  const offered = useOfferedProviders()
  const rule = useSignUpRule()
  useEffect(() => {
    if (user) void navigate(next, { replace: true })
  }, [user, navigate, next])

  // The history entry keeps it over a reload; the server has no history.
  const isHydrated = useHydrated()
  const sentTo = isHydrated ? readEmail(state) : undefined
  const show = (email: string | undefined) =>
    void navigate({ search }, { state: { sentTo: email }, replace: !email })

  if (awaitsCode) return <CodeStep />
  if (sentTo) {
    const takesFocus = signUp.form.formState.isSubmitted || login.form.formState.isSubmitted
    return (
      <CheckEmail
        email={sentTo}
        next={next}
        takesFocus={takesFocus}
        onBack={() => show(undefined)}
      />
    )
  }
  const resend = async (email: string) => {
    await resendSignUp(email, next)
    show(email)
  }
  return (
    <div className="page max-w-lg py-12">
      <h1 className="display mb-6 text-center text-title">{signInWords.authTitle}</h1>
      {isHydrated && !canStore() ? (
        <p role="status" className="mb-6 rounded-control bg-sunken px-3 py-2 text-sm">
          {signInWords.authNotStored}
        </p>
      ) : null}
      <ProviderButtons next={next} offered={offered} />
      {/* `auth.email.enable_signup = false` refuses sign-in with an address as well. */}
      {offered.email !== false && (
        <Tabs.Root defaultValue={readChoice(parameters, 'tab', ['login', 'sign-up']) ?? 'login'}>
          <Tabs.List className="mb-4 flex gap-1 rounded-control bg-sunken p-1 noscript:hidden">
            <Tabs.Tab value="login" className={TAB}>
              {signInWords.authLogin}
            </Tabs.Tab>
            <Tabs.Tab value="sign-up" className={TAB}>
              {signInWords.authSignUp}
            </Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="login">
            <LoginForm {...login} onResend={resend} />
          </Tabs.Panel>
          <Tabs.Panel value="sign-up" className="grid gap-4">
            {rule ? (
              <p role="status" className="rounded-control bg-sunken px-3 py-2">
                {rule}
              </p>
            ) : null}
            <SignUpForm {...signUp} />
          </Tabs.Panel>
        </Tabs.Root>
      )}
    </div>
  )
}

function readEmail(state: unknown): string | undefined {
  const sentTo = (state as { sentTo?: unknown } | null)?.sentTo
  return typeof sentTo === 'string' ? sentTo : undefined
}

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
    <div className="mb-4 grid gap-3">
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

const useAuthSettings = () => useRead(['auth settings'], readAuthSettings, { retry: false }).data

/** The ways to sign in that the operator has set up; empty until the backend answers, and if it does not. */
export const useOfferedProviders = (): OfferedProviders => useAuthSettings()?.external ?? {}

/** @returns why not everybody can make an account; nothing until the backend answers */
function useSignUpRule(): string | undefined {
  const { data: isByInvitation } = useRead(['sign-up rule'], readIsByInvitation, { retry: false })
  if (useAuthSettings()?.disable_signup) return dataWords.signUpClosed
  return isByInvitation ? signInWords.signUpByInvitation : undefined
}

async function readIsByInvitation(): Promise<boolean> {
  const { supabase } = await getReader()
  return (await supabase.rpc('is_by_invitation').throwOnError()).data
}

async function readAuthSettings(): Promise<{
  external: OfferedProviders
  disable_signup?: boolean
}> {
  const { url, key } = getBackendAccess()
  const response = await fetch(`${url}/auth/v1/settings`, { headers: { apikey: key } })
  if (!response.ok) throw new Error('the settings cannot be read')
  return response.json()
}
