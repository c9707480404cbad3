import { localStore } from '../data/browser-storage.ts'
import { toAddressKey } from './attempts.ts'

const KEY = 'toolmark.requested-mail'

/** A mailed link is valid for at most this time. */
const LIFE_MS = 24 * 60 * 60 * 1000

/** Remembers that this browser requested a mail: it opens the link without a question. */
export async function rememberMail(email: string, now = Date.now()): Promise<void> {
  const requests = { ...readRequests(now), [await toAddressKey(email)]: now }
  localStore.setItem(KEY, JSON.stringify(requests))
}

/** Removes the request of an address whose mail has served its purpose. */
export async function forgetMail(email: string, now = Date.now()): Promise<void> {
  const { [await toAddressKey(email)]: _own, ...others } = readRequests(now)
  if (Object.keys(others).length > 0) localStore.setItem(KEY, JSON.stringify(others))
  else localStore.removeItem(KEY)
}

/** Whether this browser requested a mail to this address within the last day. */
export async function hasRequestedMail(email: string, now = Date.now()): Promise<boolean> {
  return Object.hasOwn(readRequests(now), await toAddressKey(email))
}

/** The time of the request by address, in ms since 1970. */
function readRequests(now: number): Record<string, number> {
  try {
    const stored: unknown = JSON.parse(localStore.getItem(KEY) ?? '{}')
    return Object.fromEntries(
      Object.entries(stored as object).filter(
        ([, time]) => typeof time === 'number' && time <= now && now - time < LIFE_MS,
      ),
    )
  } catch {
    return {}
  }
}

const SIGN_IN_KEY = 'toolmark.started-sign-in'

/** The backend waits this long for the provider's answer. */
const SIGN_IN_LIFE_MS = 10 * 60 * 1000

/** Remembers a sign-in with an external provider. @returns the nonce for its redirect */
export function startSignIn(now = Date.now()): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const nonce = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  localStore.setItem(SIGN_IN_KEY, JSON.stringify({ nonce, startedAt: now }))
  return nonce
}

/** Whether this browser started the sign-in with this nonce. Each nonce works once. */
export function takeSignIn(nonce: string | undefined, now = Date.now()): boolean {
  try {
    const stored = JSON.parse(localStore.getItem(SIGN_IN_KEY) ?? '{}') as {
      nonce?: unknown
      startedAt?: unknown
    }
    if (!nonce || stored.nonce !== nonce || typeof stored.startedAt !== 'number') return false
    localStore.removeItem(SIGN_IN_KEY)
    return stored.startedAt <= now && now - stored.startedAt < SIGN_IN_LIFE_MS
  } catch {
    return false
  }
}
