import { addressKey } from '../address-key.ts'

const KEY = 'toolmark.requested-mail'

/** As long as a mailed link can be valid, in milliseconds. */
const LIFE = 24 * 60 * 60 * 1000

/** To be called when a mail with a link was requested: this browser may open it without a question. */
export async function rememberMail(email: string, now = Date.now()): Promise<void> {
  const requests = { ...readRequests(now), [await addressKey(email)]: now }
  localStorage.setItem(KEY, JSON.stringify(requests))
}

/** Whether this browser requested a mail to this address lately. */
export async function hasRequestedMail(email: string, now = Date.now()): Promise<boolean> {
  return Object.hasOwn(readRequests(now), await addressKey(email))
}

/** When a mail to each address was requested, in ms since 1970. */
function readRequests(now: number): Record<string, number> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    return Object.fromEntries(
      Object.entries(stored as object).filter(
        ([, time]) => typeof time === 'number' && time <= now && now - time < LIFE,
      ),
    )
  } catch {
    return {}
  }
}
