import type { AuthChangeEvent, Session, SupabaseClient, User } from '@supabase/supabase-js'
import { useSyncExternalStore } from 'react'
import { orToast } from '../ui/toast.ts'
import type { Reader } from './cache-tags.ts'
import { CommandError, logFailure } from './command-error.ts'
import type { Database } from './database.types.ts'
import { claimsOf, type LinkTokens, takeLink, tellOutcome } from './mailed-link.ts'
import * as dataWords from './words.ts'

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
/** A link that the page was opened with, until it is known whether it signs in. */
let arriving: LinkTokens | undefined
const listeners = new Set<() => void>()

/** The browser's client; the library is fetched when it is first needed. */
export function getSupabase(): Promise<SupabaseClient<Database>> {
  client ??= makeClient().catch((error: unknown) => {
    // What a lost network kept from loading may be asked for again.
    client = undefined
    throw new CommandError('offline', { cause: error })
  })
  return client
}

/** The same for functions that read: in a browser nothing is cached by tag. */
export async function getReader(): Promise<Reader> {
  return { supabase: await getSupabase(), tag: () => {} }
}

/** Where the backend is, and the key that everybody has. */
export function backendAddress(): { url: string; key: string } {
  const meta = (name: string) =>
    document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
  return { url: meta('supabase-url') || location.origin, key: meta('supabase-key') }
}

async function makeClient(): Promise<SupabaseClient<Database>> {
  const { createClient } = await import('@supabase/supabase-js')
  begin()
  const { url, key } = backendAddress()
  const made = createClient<Database>(url, key, {
    auth: {
      flowType: 'implicit',
      storageKey: STORAGE_KEY,
      autoRefreshToken: true,
      // A link signs in when `mayEnter` says so.
      detectSessionInUrl: false,
      experimental: { recoveryCodes: true },
    },
  })
  made.auth.onAuthStateChange((event, session) => follow(made, event, session))
  if (arriving) orToast(enter(made, arriving), dataWords.failureLogin)
  return made
}

/** The page for a new password, whatever page a recovery link led to. */
const PASSWORD_PAGE = '/update-password'

async function enter(supabase: SupabaseClient<Database>, link: LinkTokens): Promise<void> {
  try {
    const { mayEnter } = await import('../account/arriving-link.ts')
    if (!(await mayEnter(supabase, link))) return
    comesFromMail = true
    const { error } = await supabase.auth.setSession(link)
    if (error) comesFromMail = false
    else if (link.isRecovery && location.pathname !== PASSWORD_PAGE) location.assign(PASSWORD_PAGE)
  } finally {
    // A stored session is read first: its event may still be on the way.
    const { data } = await supabase.auth.getSession()
    arriving = undefined
    if (state === LOADING && !data.session) set(SIGNED_OUT)
  }
}

function follow(
  supabase: SupabaseClient<Database>,
  event: AuthChangeEvent,
  session: Session | null,
): void {
  // Who is signed in is known once the link is decided.
  if (arriving && event === 'INITIAL_SESSION' && !session) return
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
  arriving = takeLink()
  const stored = localStorage.getItem(STORAGE_KEY)
  if (stored || arriving) load()
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
