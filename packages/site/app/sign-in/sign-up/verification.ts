import { localStore } from '../../data/browser-storage.ts'
import { toAddressKey } from '../attempts.ts'

/** Spec 1 §9: at most 3 resends, 60 s apart, a warning after 2. */
export const MAX_RESENDS = 3
export const RESEND_PAUSE_MS = 60_000
export const WARN_AFTER = 2
/** After this time the resends count from zero again. */
const LIFE_MS = 24 * 60 * 60 * 1000

/** The verification of an address so far; in local storage (spec 1 §4). */
export interface Progress {
  /** ms since 1970 of the last mail */
  sentAt: number
  /** resends so far */
  attempts: number
}

/** Seconds until the next resend is allowed. */
export function computeWaitSeconds(progress: Progress, now: number): number {
  return Math.max(0, Math.ceil((progress.sentAt + RESEND_PAUSE_MS - now) / 1000))
}

const KEY = 'toolmark.verification'

/** @returns undefined if this browser has requested no mail */
export async function readProgress(email: string, now = Date.now()): Promise<Progress | undefined> {
  return readAll(now)[await toAddressKey(email)]
}

/**
 * Counts a mail that was sent. A second sign-up of the address does not reset the resends.
 * @returns the progress after it
 */
export async function countMail(
  email: string,
  { isResend }: { isResend: boolean },
  now = Date.now(),
): Promise<Progress> {
  const key = await toAddressKey(email)
  const all = readAll(now)
  const before = all[key]?.attempts ?? 0
  const progress = { sentAt: now, attempts: isResend ? before + 1 : before }
  localStore.setItem(KEY, JSON.stringify({ ...all, [key]: progress }))
  return progress
}

/** @returns whether the address had progress */
export async function removeProgress(email: string): Promise<boolean> {
  const key = await toAddressKey(email)
  const { [key]: own, ...others } = readAll(Date.now())
  if (own) localStore.setItem(KEY, JSON.stringify(others))
  return own !== undefined
}

function readAll(now: number): Record<string, Progress> {
  try {
    const stored: unknown = JSON.parse(localStore.getItem(KEY) ?? '{}')
    return Object.fromEntries(
      Object.entries(stored as Record<string, Partial<Progress>>).filter(
        (entry): entry is [string, Progress] =>
          typeof entry[1]?.sentAt === 'number' &&
          typeof entry[1].attempts === 'number' &&
          now - entry[1].sentAt < LIFE_MS,
      ),
    )
  } catch {
    return {}
  }
}
