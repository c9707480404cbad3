import { toastSuccess } from '../ui/toast.ts'

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

/** How long "delivered" stays, in milliseconds (spec 1 §9). */
const DELIVERED = 5000

/** The mail was delivered when a sign-in with a confirmed address is seen (spec 1 §4). */
export function tellDelivered({ email }: { email?: string | undefined }): void {
  if (!email || readProgress()?.email.toLowerCase() !== email.toLowerCase()) return
  dropProgress()
  void toastSuccess('Email verified', `${email} is confirmed.`, DELIVERED)
}
