import type { AuthChangeEvent, Session, SupabaseClient, User } from '@supabase/supabase-js'
import { useSyncExternalStore } from 'react'
import type { Database } from './database.types.ts'
import { logFailure, UnreachedError } from './failure.ts'
import {
  claimsOf,
  dropFragment,
  isSomebodyElses,
  type LinkTokens,
  linkTokens,
  mayTakeOver,
  tellOutcome,
} from './mailed-link.ts'

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
/** A link to another account than the one that is signed in. */
let otherLink: LinkTokens | undefined
const listeners = new Set<() => void>()

/** The browser's client; the library is fetched when it is first needed. */
export function getSupabase(): Promise<SupabaseClient<Database>> {
  client ??= makeClient().catch((error: unknown) => {
    // What a lost network kept from loading may be asked for again.
    client = undefined
    throw new UnreachedError(error)
  })
  return client
}

/** Where the backend is, and the key that everybody has. */
export function backendAddress(): { url: string; key: string } {
  const meta = (name: string) =>
    document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
  return { url: meta('supabase-url') || location.origin, key: meta('supabase-key') }
}

async function makeClient(): Promise<SupabaseClient<Database>> {
  const { createClient } = await import('@supabase/supabase-js')
  // The library takes what a link signs in with from the address: that is looked at first.
  begin()
  const { url, key } = backendAddress()
  const made = createClient<Database>(url, key, {
    auth: {
      flowType: 'implicit',
      storageKey: STORAGE_KEY,
      autoRefreshToken: true,
      detectSessionInUrl: true,
      experimental: { recoveryCodes: true },
    },
  })
  made.auth.onAuthStateChange((event, session) => follow(made, event, session))
  if (otherLink) switchTo(made, otherLink).catch(logFailure)
  otherLink = undefined
  return made
}

async function switchTo(supabase: SupabaseClient<Database>, link: LinkTokens): Promise<void> {
  if (!(await mayTakeOver(supabase, link))) return
  comesFromMail = true
  const { error } = await supabase.auth.setSession(link)
  if (error) comesFromMail = false
}

function follow(
  supabase: SupabaseClient<Database>,
  event: AuthChangeEvent,
  session: Session | null,
): void {
  const isHalf = session !== null && awaitsCode(session)
  set({ loading: false, user: isHalf ? null : (session?.user ?? null), awaitsCode: isHalf })
  // A link that failed signs nobody in: whoever does so next comes by the form.
  if (event === 'INITIAL_SESSION' && !session) comesFromMail = false
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
const awaitsCode = ({ access_token, user }: Session): boolean =>
  Boolean(user.factors?.some(({ status }) => status === 'verified')) &&
  claimsOf(access_token).aal !== 'aal2'

function set(next: SessionState): void {
  state = next
  for (const listener of listeners) listener()
}

/** Nobody without a stored session or a mailed link has to wait for the auth library. */
function begin(): void {
  if (isStarted) return
  isStarted = true
  tellOutcome()
  const link = linkTokens(location.hash)
  const stored = localStorage.getItem(STORAGE_KEY)
  if (link && isSomebodyElses(link, stored)) {
    dropFragment()
    otherLink = link
  } else comesFromMail = link !== undefined
  if (stored || link) load()
  // In a task of its own: a page that has just been taken over has held the phone up already.
  else
    setTimeout(() => {
      if (state === LOADING) set(SIGNED_OUT)
    })
  // Signing in or out in another tab reaches this one, even before it has loaded the library.
  addEventListener('storage', ({ key, newValue }) => {
    if (key !== STORAGE_KEY) return
    if (newValue) load()
    else set(SIGNED_OUT)
  })
}

/** Without the library nobody is known to be signed in: the page works as for a visitor. */
function load(): void {
  getSupabase().catch((error: unknown) => {
    logFailure(error)
    set(SIGNED_OUT)
  })
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
