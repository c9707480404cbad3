import { localStore } from '../../data/browser-storage.ts'

const KEY = 'toolmark.started-sign-in'

/** The backend waits this long for the provider's answer. */
const LIFE_MS = 10 * 60 * 1000

/** Remembers a sign-in with an external provider. @returns the nonce for its redirect */
export function startSignIn(now = Date.now()): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const nonce = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  localStore.setItem(KEY, JSON.stringify({ nonce, startedAt: now }))
  return nonce
}

/** Whether this browser started the sign-in with this nonce. Each nonce works once. */
export function takeSignIn(nonce: string | undefined, now = Date.now()): boolean {
  try {
    const stored = JSON.parse(localStore.getItem(KEY) ?? '{}') as {
      nonce?: unknown
      startedAt?: unknown
    }
    if (!nonce || stored.nonce !== nonce || typeof stored.startedAt !== 'number') return false
    localStore.removeItem(KEY)
    return stored.startedAt <= now && now - stored.startedAt < LIFE_MS
  } catch {
    return false
  }
}
