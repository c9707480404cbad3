import { createRateLimit, type RateLimit } from '../rate-limit.ts'
import type { Settings } from '../settings/settings.ts'
import { createMailShares, type MailShares, type MailUse } from './mail-shares.ts'

export interface Limits {
  /**
   * Spec 1 §5: 5 attempts in 15 minutes for one e-mail address; a sign-in clears the count of its own.
   * A known browser has a count of its own.
   */
  signUpOf: RateLimit
  signInOf: RateLimit
  /** New passwords of one account: to compare and to hash is work. */
  passwordsOf: RateLimit
  /** By network address, from the settings. */
  signInsFrom: RateLimit
  refreshesFrom: RateLimit
  verificationsFrom: RateLimit
  mailsFrom: RateLimit
  /** Asked for before each code of one person: each is a row. */
  challengesOf: RateLimit
  /** Codes tried for one second factor; a right one clears the count. */
  codesOf: RateLimit
  /**
   * Mailed codes tried for one address: from one network, and from all of them. Who guesses at a
   * stranger's code from one place leaves its owner guesses enough.
   */
  guessesFrom: RateLimit
  guessesOf: RateLimit
  /**
   * One mail of a kind to one address in the settings' interval, whether or not anyone has it. A
   * sign-up is not held up by it: its mail carries another password than the one before.
   */
  mailTo: RateLimit
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
  const rate = (points: number) => createRateLimit({ points, duration: FIVE_MINUTES })
  return {
    signUpOf: createRateLimit(perEmail),
    signInOf: createRateLimit(perEmail),
    passwordsOf: createRateLimit(perEmail),
    signInsFrom: rate(auth.rate_limit.sign_in_sign_ups),
    refreshesFrom: rate(auth.rate_limit.token_refresh),
    verificationsFrom: rate(auth.rate_limit.token_verifications),
    challengesOf: rate(30),
    codesOf: rate(5),
    guessesFrom: rate(5),
    guessesOf: createRateLimit({ points: 30, duration: 3600 }),
    // As GoTrue: asking for a mail counts like a sign-in.
    mailsFrom: rate(auth.rate_limit.sign_in_sign_ups),
    mailTo: createRateLimit(
      { points: 1, duration: auth.email.max_frequency },
      'over_email_send_rate_limit',
    ),
    mail: createMailShares(auth.rate_limit.email_sent, onMailHalfUsed),
  }
}
