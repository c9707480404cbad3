import { localStore } from '../data/browser-storage.ts'
import { CommandError, requireCommandError } from '../data/command-error.ts'

const names = new Map<string, string>()

/**
 * A key for an email address in local storage that does not show it to the computer's next user.
 * @returns SHA-256 of the address in hex. Without https there is no `crypto.subtle`, and the key
 *   holds until the page is left
 */
export async function toAddressKey(email: string): Promise<string> {
  const address = email.trim().toLowerCase()
  const subtle = crypto.subtle as SubtleCrypto | undefined
  if (!subtle) {
    const name = names.get(address) ?? `${Date.now()}-${names.size}`
    names.set(address, name)
    return name
  }
  const digest = await subtle.digest('SHA-256', new TextEncoder().encode(address))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Spec 1 §5: sign-up and sign-in, 5 attempts per 15 minutes per email; the server counts too. */
const MAX_ATTEMPTS = 5
const WINDOW_MS = 15 * 60 * 1000

type Kind = 'login' | 'signup'

/** The attempts within the window. */
export function findRecentAttempts(times: readonly number[], now: number): number[] {
  return times.filter((time) => now - time < WINDOW_MS)
}

const toStorageKey = async (kind: Kind, email: string) =>
  `toolmark.attempts.${kind}.${await toAddressKey(email)}`

/**
 * Sends a sign-in or sign-up unless there were too many attempts. A successful sign-in clears them.
 * @throws {CommandError} `rate-limited`, or what `send` throws
 */
export async function limitAttempts<T>(
  kind: Kind,
  email: string,
  send: () => Promise<T>,
): Promise<T> {
  if (await isLimited(kind, email)) throw new CommandError('rate-limited')
  try {
    const result = await send()
    if (kind === 'login') await clearAttempts(kind, email)
    else await countAttempt(kind, email)
    return result
  } catch (error) {
    // An attempt that never reached the server does not count.
    if (requireCommandError(error).reason !== 'offline') await countAttempt(kind, email)
    throw error
  }
}

/** Whether there were too many attempts for another one. */
export async function isLimited(kind: Kind, email: string, now = Date.now()): Promise<boolean> {
  return findRecentAttempts(readTimes(await toStorageKey(kind, email)), now).length >= MAX_ATTEMPTS
}

export async function countAttempt(kind: Kind, email: string, now = Date.now()): Promise<void> {
  const key = await toStorageKey(kind, email)
  localStore.setItem(key, JSON.stringify([...findRecentAttempts(readTimes(key), now), now]))
}

export async function clearAttempts(kind: Kind, email: string): Promise<void> {
  localStore.removeItem(await toStorageKey(kind, email))
}

function readTimes(key: string): number[] {
  try {
    const stored: unknown = JSON.parse(localStore.getItem(key) ?? '[]')
    return Array.isArray(stored) ? stored.filter((time) => typeof time === 'number') : []
  } catch {
    return []
  }
}
