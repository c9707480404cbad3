import type { AuthChangeEvent, Session, SupabaseClient, User } from '@supabase/supabase-js'
import { useSyncExternalStore } from 'react'
import { toastError, toastSuccess } from '../ui/toast.ts'
import type { Database } from './database.types.ts'

/**
 * Who is signed in, in this browser. Pages are rendered signed out; what depends on the viewer
 * waits until `loading` is false (spec 1 §4).
 */
export interface SessionState {
  loading: boolean
  /** Nobody before the code of two-step sign-in. */
  user: User | null
  /** The password was right, and the code is still to come. */
  awaitsCode: boolean
}

const STORAGE_KEY = 'toolmark.session'
const SIGNED_OUT: SessionState = { loading: false, user: null, awaitsCode: false }
const LOADING: SessionState = { loading: true, user: null, awaitsCode: false }

let state: SessionState = LOADING
let client: Promise<SupabaseClient<Database>> | undefined
let isStarted = false
/** A mailed link signs in without the form. */
let comesFromMail = false
const listeners = new Set<() => void>()

/** The browser's client; the library is fetched when it is first needed. */
export function getSupabase(): Promise<SupabaseClient<Database>> {
  client ??= makeClient().catch((error: unknown) => {
    // What a lost network kept from loading may be asked for again.
    client = undefined
    throw error
  })
  return client
}

async function makeClient(): Promise<SupabaseClient<Database>> {
  const { createClient } = await import('@supabase/supabase-js')
  const meta = (name: string) =>
    document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
  const made = createClient<Database>(
    meta('supabase-url') || location.origin,
    meta('supabase-key'),
    {
      auth: {
        flowType: 'implicit',
        storageKey: STORAGE_KEY,
        autoRefreshToken: true,
        detectSessionInUrl: true,
        experimental: { recoveryCodes: true },
      },
    },
  )
  made.auth.onAuthStateChange((event, session) => follow(made, event, session))
  return made
}

function follow(
  supabase: SupabaseClient<Database>,
  event: AuthChangeEvent,
  session: Session | null,
): void {
  const isHalf = session !== null && awaitsCode(session)
  set({ loading: false, user: isHalf ? null : (session?.user ?? null), awaitsCode: isHalf })
  if (event !== 'SIGNED_IN' || !session || isHalf) return
  const isByMail = comesFromMail
  comesFromMail = false
  // After this event is done with: the client may not be asked from inside it.
  setTimeout(() => {
    void import('../account/arrival.ts').then(({ arrived }) =>
      arrived(supabase, session.user, isByMail),
    )
  })
}

/** Read here, since the client may not be asked from inside its own event. */
function awaitsCode({ access_token, user }: Session): boolean {
  if (!user.factors?.some(({ status }) => status === 'verified')) return false
  const [, payload = ''] = access_token.split('.')
  const text = atob(payload.replaceAll('-', '+').replaceAll('_', '/'))
  return (JSON.parse(text) as { aal?: string }).aal !== 'aal2'
}

function set(next: SessionState): void {
  state = next
  for (const listener of listeners) listener()
}

/** Nobody without a stored session or a mailed link has to wait for the auth library. */
function begin(): void {
  if (isStarted) return
  isStarted = true
  if (/[#&]error_code=/.test(location.hash)) tellFailedLink()
  if (/[#&]message=/.test(location.hash)) tellHalfConfirmed()
  comesFromMail = /[#&]access_token=/.test(location.hash)
  if (localStorage.getItem(STORAGE_KEY) || comesFromMail) load()
  else queueMicrotask(() => set(SIGNED_OUT))
  // Signing in or out in another tab reaches this one, even before it has loaded the library.
  addEventListener('storage', ({ key, newValue }) => {
    if (key !== STORAGE_KEY) return
    if (newValue) load()
    else set(SIGNED_OUT)
  })
}

/** Without the library nobody is known to be signed in: the page works as for a visitor. */
function load(): void {
  getSupabase().catch(() => set(SIGNED_OUT))
}

/**
 * A mailed link that was used, or an account elsewhere that may not sign in, leads here with the
 * reason in the fragment. Its words are not shown: anybody can write an address.
 */
function tellFailedLink(): void {
  const reason = /[#&]error_code=(\w*)/.exec(location.hash)?.[1]
  history.replaceState(history.state, '', location.pathname + location.search)
  // That page says so itself.
  if (location.pathname === '/update-password') return
  if (reason !== 'otp_expired') {
    const words =
      reason === 'provider_email_needs_verification'
        ? 'That account has no verified e-mail address.'
        : 'Please try again.'
    void toastError('Login failed', words)
    return
  }
  void toastError(
    'This link has expired',
    'A link works once, and not for ever. Sign in, or ask for a new one.',
  )
}

/** Where both addresses confirm a change, the first link that is opened leads here. */
function tellHalfConfirmed(): void {
  history.replaceState(history.state, '', location.pathname + location.search)
  void toastSuccess('One address confirmed', 'Open the link in the mail to your other address too.')
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  begin()
  return () => listeners.delete(listener)
}

export function useSession(): SessionState {
  return useSyncExternalStore(
    subscribe,
    () => state,
    () => LOADING,
  )
}
