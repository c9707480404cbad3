import { addressKey } from './address-key.ts'

const KEY = 'toolmark.asked-mail'

/** As long as a mailed link can be valid, in milliseconds. */
const LIFE = 24 * 60 * 60 * 1000

/** To be called when a mail with a link was requested: this browser may open it without a question. */
export async function rememberMail(email: string, now = Date.now()): Promise<void> {
  const asked = { ...readAsked(now), [await addressKey(email)]: now }
  localStorage.setItem(KEY, JSON.stringify(asked))
}

/** Whether this browser requested a mail to this address lately. */
export async function hasAskedForMail(email: string, now = Date.now()): Promise<boolean> {
  return Object.hasOwn(readAsked(now), await addressKey(email))
}

/** When each address was asked for, in ms since 1970. */
function readAsked(now: number): Record<string, number> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    return Object.fromEntries(
      Object.entries(kept as object).filter(
        ([, time]) => typeof time === 'number' && time <= now && now - time < LIFE,
      ),
    )
  } catch {
    return {}
  }
}
