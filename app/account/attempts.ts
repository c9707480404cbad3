import { addressKey } from './address-key.ts'

/** Spec 1 §5: sign-up and sign-in, 5 attempts per 15 minutes per e-mail; the server counts too. */
const MAX_ATTEMPTS = 5
const WINDOW = 15 * 60 * 1000

type Kind = 'login' | 'signup'

/** The attempts that still count. */
export function recentAttempts(times: readonly number[], now: number): number[] {
  return times.filter((time) => now - time < WINDOW)
}

const keyOf = async (kind: Kind, email: string) =>
  `toolmark.attempts.${kind}.${await addressKey(email)}`

/** Whether there were too many to try once more. */
export async function isLimited(kind: Kind, email: string, now = Date.now()): Promise<boolean> {
  return recentAttempts(read(await keyOf(kind, email)), now).length >= MAX_ATTEMPTS
}

/** To be called when the server has answered: what never reached it was no attempt. */
export async function countAttempt(kind: Kind, email: string, now = Date.now()): Promise<void> {
  const key = await keyOf(kind, email)
  localStorage.setItem(key, JSON.stringify([...recentAttempts(read(key), now), now]))
}

export async function forgetAttempts(kind: Kind, email: string): Promise<void> {
  localStorage.removeItem(await keyOf(kind, email))
}

function read(key: string): number[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(kept) ? kept.filter((time) => typeof time === 'number') : []
  } catch {
    return []
  }
}
