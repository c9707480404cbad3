import type { AuthChangeEvent, Session, SupabaseClient, User } from '@supabase/supabase-js'
import { useSyncExternalStore } from 'react'
import type { Database } from './database.types.ts'

/**
 * Who is signed in, in this browser. Pages are rendered signed out; what depends on the viewer
 * waits until `loading` is false (spec 1 §4).
 */
export interface SessionState {
  loading: boolean
  user: User | null
}

const STORAGE_KEY = 'toolmark.session'
const SIGNED_OUT: SessionState = { loading: false, user: null }
const LOADING: SessionState = { loading: true, user: null }

let state: SessionState = LOADING
let client: Promise<SupabaseClient<Database>> | undefined
let isStarted = false
const listeners = new Set<() => void>()

/** The browser's client; the library is fetched when it is first needed. */
export function getSupabase(): Promise<SupabaseClient<Database>> {
  client ??= makeClient()
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
      },
    },
  )
  made.auth.onAuthStateChange(follow)
  return made
}

function follow(_event: AuthChangeEvent, session: Session | null): void {
  set({ loading: false, user: session?.user ?? null })
}

function set(next: SessionState): void {
  state = next
  for (const listener of listeners) listener()
}

/** Nobody without a stored session or a mailed link has to wait for the auth library. */
function begin(): void {
  if (isStarted) return
  isStarted = true
  const comesFromMail = /[#&](access_token|error_code)=/.test(location.hash)
  if (localStorage.getItem(STORAGE_KEY) || comesFromMail) void getSupabase()
  else queueMicrotask(() => set(SIGNED_OUT))
  // Signing in or out in another tab reaches this one, even before it has loaded the library.
  addEventListener('storage', ({ key, newValue }) => {
    if (key !== STORAGE_KEY) return
    if (newValue) void getSupabase()
    else set(SIGNED_OUT)
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
