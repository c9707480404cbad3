/** Spec 1 §5: sign-up and sign-in, 5 attempts per 15 minutes per e-mail; the server counts too. */
const MAX_ATTEMPTS = 5
const WINDOW = 15 * 60 * 1000

/** The attempts that still count. */
export function recentAttempts(times: readonly number[], now: number): number[] {
  return times.filter((time) => now - time < WINDOW)
}

const keyOf = (kind: 'login' | 'signup', email: string) =>
  `toolmark.attempts.${kind}.${email.trim().toLowerCase()}`

/** Counts an attempt. @returns false when there were too many */
export function mayAttempt(kind: 'login' | 'signup', email: string, now = Date.now()): boolean {
  const key = keyOf(kind, email)
  const recent = recentAttempts(read(key), now)
  if (recent.length >= MAX_ATTEMPTS) return false
  localStorage.setItem(key, JSON.stringify([...recent, now]))
  return true
}

export function forgetAttempts(kind: 'login' | 'signup', email: string): void {
  localStorage.removeItem(keyOf(kind, email))
}

function read(key: string): number[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(kept) ? kept.filter((time) => typeof time === 'number') : []
  } catch {
    return []
  }
}
