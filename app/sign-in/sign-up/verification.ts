import { addressKey } from '../address-key.ts'

/** Spec 1 §9: at most 3 resends, 60 s apart, a warning after 2. */
export const MAX_RESENDS = 3
export const RESEND_PAUSE = 60_000
export const WARN_AFTER = 2
/** Who still waits after a day may begin anew. In milliseconds. */
const LIFE = 24 * 60 * 60 * 1000

/** How far the verification of an address has come; kept in local storage (spec 1 §4). */
export interface Progress {
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

/** @returns nothing when no mail is known to be on its way */
export async function readProgress(email: string, now = Date.now()): Promise<Progress | undefined> {
  return readAll(now)[await addressKey(email)]
}

/**
 * To be called when a mail was sent; signing up once more does not make new resends.
 * @returns how far it has come now
 */
export async function noteSent(
  email: string,
  { isResend }: { isResend: boolean },
  now = Date.now(),
): Promise<Progress> {
  const key = await addressKey(email)
  const all = readAll(now)
  const before = all[key]?.attempts ?? 0
  const progress = { sentAt: now, attempts: isResend ? before + 1 : before }
  localStorage.setItem(KEY, JSON.stringify({ ...all, [key]: progress }))
  return progress
}

/** @returns whether there was any */
export async function dropProgress(email: string): Promise<boolean> {
  const key = await addressKey(email)
  const { [key]: own, ...others } = readAll(Date.now())
  if (own) localStorage.setItem(KEY, JSON.stringify(others))
  return own !== undefined
}

function readAll(now: number): Record<string, Progress> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    return Object.fromEntries(
      Object.entries(kept as Record<string, Partial<Progress>>).filter(
        (entry): entry is [string, Progress] =>
          typeof entry[1]?.sentAt === 'number' &&
          typeof entry[1].attempts === 'number' &&
          now - entry[1].sentAt < LIFE,
      ),
    )
  } catch {
    return {}
  }
}
