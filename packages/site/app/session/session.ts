import type { AuthChangeEvent, Session, SupabaseClient, User } from '@supabase/supabase-js'
import { useEffect } from 'react'
import { localStore, toReadExpression } from '../data/browser-storage.ts'
import type { Reader } from '../data/cache-tags.ts'
import { CommandError, logFailure } from '../data/command-error.ts'
import { createStore } from '../data/create-store.ts'
import type { Database } from '../data/database.types.ts'
import * as dataWords from '../data/words.ts'
import { toastFailure, toastSessionEnded, toastSuccess } from '../ui/feedback/toast.ts'
import { createMemberFetch, STORAGE_KEY } from './fetch-as-member.ts'
import { type LinkTokens, parseClaims, reportOutcome, takeLink } from './mailed-link.ts'

/**
 * The viewer's session in this browser. Pages are rendered signed out; what depends on the viewer
 * waits until `loading` is false (spec 1 §4).
 */
export interface SessionState {
  loading: boolean
  /** Null as well before the code of two-step sign-in. */
  user: User | null
  /** The password was right; the code of two-step sign-in has not been sent. */
  awaitsCode: boolean
}

/** The functions that the sign-in area adds to the session. */
export interface SessionHandlers {
  /** Decides whether a mailed link's account may be signed in. */
  approveLink: (supabase: SupabaseClient<Database>, link: LinkTokens) => Promise<boolean>
  /** @param isByLink a mailed link has signed in, without the form */
  onSignedIn: (supabase: SupabaseClient<Database>, user: User, isByLink: boolean) => Promise<void>
}

/** Runs before the first paint: only for members the page has a place for what their browser adds. */
export const SESSION_SCRIPT = `if(${toReadExpression(STORAGE_KEY)})document.documentElement.dataset.session=''`

const SIGNED_OUT: SessionState = { loading: false, user: null, awaitsCode: false }
const LOADING: SessionState = { loading: true, user: null, awaitsCode: false }

const session = createStore(LOADING)
let handlers: SessionHandlers | undefined
type ClientLibrary = Pick<typeof import('@supabase/supabase-js'), 'createClient'>

let clientLibrary: ClientLibrary | undefined
let client: Promise<SupabaseClient<Database>> | undefined
let isStarted = false
/** Whether the next sign-in event is a mailed link's. */
let isSigningInByLink = false
/** The link that the page was opened with, until it is decided. */
let pendingLink: LinkTokens | undefined

/** To be called while modules load, before the session starts. */
export function handleSession(next: SessionHandlers): void {
  handlers = next
}

function publish(next: SessionState): void {
  session.set(next)
  document.documentElement.toggleAttribute('data-session', next.user !== null)
}

export function useSession(): SessionState {
  useEffect(startSession, [])
  return session.use()
}

/** For pages that load the client's library with their own code. */
export function setClientLibrary(library: ClientLibrary): void {
  clientLibrary = library
}

/**
 * The browser's client; its library is loaded when it is first needed.
 * @throws {CommandError} `offline` if the library cannot be loaded
 */
export function getSupabase(): Promise<SupabaseClient<Database>> {
  client ??= createBrowserClient().catch((error: unknown) => {
    client = undefined
    throw new CommandError('offline', { cause: error })
  })
  return client
}

/** The same for functions that read: in a browser nothing is cached by tag. */
export async function getReader(): Promise<Reader> {
  return { supabase: await getSupabase(), tag: () => {} }
}

/** The backend's URL, and the public key. */
export function getBackendAccess(): { url: string; key: string } {
  const meta = (name: string) =>
    document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
  return { url: meta('supabase-url') || location.origin, key: meta('supabase-key') }
}

async function createBrowserClient(): Promise<SupabaseClient<Database>> {
  const { createClient } = clientLibrary ?? (await import('@supabase/supabase-js'))
  startSession()
  const { url, key } = getBackendAccess()
  const supabase = createClient<Database>(url, key, {
    global: { fetch: createMemberFetch(key, endSession) },
    auth: {
      flowType: 'implicit',
      storage: localStore,
      storageKey: STORAGE_KEY,
      autoRefreshToken: true,
      // A link signs in only after `approveLink`.
      detectSessionInUrl: false,
      experimental: { recoveryCodes: true },
    },
  })
  supabase.auth.onAuthStateChange((event, next) => handleAuthEvent(supabase, event, next))
  if (pendingLink) toastFailure(signInByLink(supabase, pendingLink), dataWords.failureLogin)
  return supabase
}

/**
 * The server has ended the session: the browser forgets it, says so and offers the sign-in. Forms store
 * what was typed.
 * @param accessToken that was refused; without it auth-js forgets the session itself
 */
function endSession(accessToken?: string): void {
  const { user, awaitsCode } = session.get()
  if (!accessToken) {
    if (user) void toastSessionEnded()
    return
  }
  // Meanwhile another tab may have signed in.
  if (readStoredSession()?.access_token !== accessToken) return
  localStore.removeItem(STORAGE_KEY)
  if (user || awaitsCode) void toastSessionEnded()
  // In a separate task: the client waits for the answer to its request. Without a stored session it
  // sends no request.
  setTimeout(() => void client?.then(({ auth }) => auth.signOut({ scope: 'local' })))
}

/** The page that sets a new password. A recovery link may open any page. */
const PASSWORD_PAGE = '/update-password'

async function signInByLink(supabase: SupabaseClient<Database>, link: LinkTokens): Promise<void> {
  try {
    if (!(await handlers?.approveLink(supabase, link))) return
    isSigningInByLink = true
    const { data, error } = await supabase.auth.setSession(link)
    if (error) isSigningInByLink = false
    else if (link.isNewAddress) void toastSuccess(dataWords.linkNewAddress(data.user?.email ?? ''))
    else if (link.isRecovery && location.pathname !== PASSWORD_PAGE) location.assign(PASSWORD_PAGE)
  } finally {
    // Reads a stored session first: its event may still be pending.
    const { data } = await supabase.auth.getSession()
    pendingLink = undefined
    if (session.get() === LOADING && !data.session) publish(toState(readStoredSession()))
  }
}

function handleAuthEvent(
  supabase: SupabaseClient<Database>,
  event: AuthChangeEvent,
  next: Session | null,
): void {
  // The viewer is unknown until the link is decided.
  if (pendingLink && event === 'INITIAL_SESSION' && !next) return
  // Without a network, or beyond a rate limit, the session stays and is renewed later.
  publish(toState(event === 'INITIAL_SESSION' ? (next ?? readStoredSession()) : next))
  if (event !== 'SIGNED_IN' || !next || awaitsCode(next)) return
  const isByLink = isSigningInByLink
  isSigningInByLink = false
  // The client must not be called from within its own event.
  setTimeout(() => void handlers?.onSignedIn(supabase, next.user, isByLink))
}

function toState(next: Session | null): SessionState {
  const isHalf = next !== null && awaitsCode(next)
  return { loading: false, user: isHalf ? null : (next?.user ?? null), awaitsCode: isHalf }
}

/** The stored session, which may have expired. */
function readStoredSession(): Session | null {
  try {
    const stored = JSON.parse(localStore.getItem(STORAGE_KEY) ?? 'null') as Partial<Session> | null
    return stored?.access_token && stored.user?.id ? (stored as Session) : null
  } catch {
    return null
  }
}

/** Read from the token, since the client must not be called from within its own event. */
const awaitsCode = ({ access_token, user }: Session): boolean =>
  Boolean(user.factors?.some(({ status }) => status === 'verified')) &&
  parseClaims(access_token).aal !== 'aal2'

/** Without a stored session or a mailed link, a visitor does not wait for the auth library. */
function startSession(): void {
  if (isStarted) return
  isStarted = true
  reportOutcome()
  pendingLink = takeLink()
  if (localStore.getItem(STORAGE_KEY) || pendingLink) loadSession()
  // In a separate task: on a phone, hydration has just blocked the main thread.
  else
    setTimeout(() => {
      if (session.get() === LOADING) publish(SIGNED_OUT)
    })
  // A sign-in or sign-out in another tab reaches this one, even before it has loaded the library.
  addEventListener('storage', ({ key, newValue }) => {
    if (key !== STORAGE_KEY) return
    if (newValue) loadSession()
    else publish(SIGNED_OUT)
  })
  // A page of the back/forward cache has missed the sign-outs and sign-ins in between.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) compareSession()
  })
}

/** The stored session replaces the one that the page shows. */
function compareSession(): void {
  const stored = readStoredSession()
  const { user, loading } = session.get()
  if (!stored) {
    if (!loading) publish(SIGNED_OUT)
  } else if (user && user.id !== stored.user.id) {
    // Forms and lists of another member.
    document.documentElement.hidden = true
    location.reload()
  } else {
    loadSession()
    publish(toState(stored))
  }
}

/** If the library cannot be loaded, the page works as for a visitor. */
function loadSession(): void {
  getSupabase().catch((error: unknown) => {
    logFailure(error)
    publish(SIGNED_OUT)
  })
}
