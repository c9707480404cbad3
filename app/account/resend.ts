/** Spec 1 §9: at most 3 resends, 60 s apart, a warning after 2. */
export const MAX_RESENDS = 3
export const RESEND_PAUSE = 60_000
export const WARN_AFTER = 2

/** How far a verification has come; kept in local storage. */
export interface Progress {
  email: string
  /** ms since 1970 of the last mail */
  sentAt: number
  /** resends so far */
  attempts: number
}

/** Seconds until the next resend is allowed. */
export function secondsToWait(progress: Progress, now: number): number {
  return Math.max(0, Math.ceil((progress.sentAt + RESEND_PAUSE - now) / 1000))
}

const KEY = 'toolmark.verification'

export function readProgress(): Progress | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Progress | null
    return kept && typeof kept.email === 'string' ? kept : undefined
  } catch {
    return undefined
  }
}

export function keepProgress(progress: Progress): void {
  localStorage.setItem(KEY, JSON.stringify(progress))
}

export function dropProgress(): void {
  localStorage.removeItem(KEY)
}
