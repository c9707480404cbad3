import { type Limit, limit } from '../limit.ts'
import type { Settings } from '../settings/settings.ts'
import { createMailShares, type MailShares, type MailUse } from './mail-shares.ts'

export interface Limits {
  /**
   * Spec 1 §5: 5 attempts in 15 minutes for one e-mail address; a sign-in clears the count of its own.
   * A known browser has a count of its own.
   */
  signUpOf: Limit
  signInOf: Limit
  /** New passwords of one account: to compare and to hash is work. */
  passwordsOf: Limit
  /** By network address, from the settings. */
  signInsFrom: Limit
  refreshesFrom: Limit
  verificationsFrom: Limit
  mailsFrom: Limit
  /** Asked for before each code of one person: each is a row. */
  challengesOf: Limit
  /** Codes tried for one second factor; a right one clears the count. */
  codesOf: Limit
  /**
   * Mailed codes tried for one address: from one network, and from all of them. Who guesses at a
   * stranger's code from one place leaves its owner guesses enough.
   */
  guessesFrom: Limit
  guessesOf: Limit
  /**
   * One mail of a kind to one address in the settings' interval, whether or not anyone has it. A
   * sign-up is not held up by it: its mail carries another password than the one before.
   */
  mailTo: Limit
  /** Mail of an hour: what goes out, and what one network asks for. */
  mail: MailShares
}

const FIVE_MINUTES = 5 * 60

/** @param onMailHalfUsed called once in each hour window of a share of the mail */
export function createLimits(
  auth: Settings['auth'],
  onMailHalfUsed?: (use: MailUse) => void,
): Limits {
  const perEmail = { points: 5, duration: 15 * 60 }
  const rate = (points: number) => limit({ points, duration: FIVE_MINUTES })
  return {
    signUpOf: limit(perEmail),
    signInOf: limit(perEmail),
    passwordsOf: limit(perEmail),
    signInsFrom: rate(auth.rate_limit.sign_in_sign_ups),
    refreshesFrom: rate(auth.rate_limit.token_refresh),
    verificationsFrom: rate(auth.rate_limit.token_verifications),
    challengesOf: rate(30),
    codesOf: rate(5),
    guessesFrom: rate(5),
    guessesOf: limit({ points: 30, duration: 3600 }),
    // As GoTrue: asking for a mail counts like a sign-in.
    mailsFrom: rate(auth.rate_limit.sign_in_sign_ups),
    mailTo: limit({ points: 1, duration: auth.email.max_frequency }, 'over_email_send_rate_limit'),
    mail: createMailShares(auth.rate_limit.email_sent, onMailHalfUsed),
  }
}
