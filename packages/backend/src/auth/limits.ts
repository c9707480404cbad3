import { createRateLimit } from '../rate-limit.ts'
import type { Settings } from '../settings/settings.ts'
import type { CreateCounter, LimitSize } from '../shared-counters.ts'
import { createMailQuota, type MailUse } from './mail/mail-quota.ts'

export type Limits = ReturnType<typeof createLimits>

const FIVE_MINUTES_SECONDS = 5 * 60

interface LimitsOptions {
  /** Of the limits that protect accounts and mail. */
  createCounter: CreateCounter
  /** Those of networks are counted by each process. */
  countProcesses: () => number
  /** Called once in each hour in which half of a share of the mail is sent. */
  onMailHalfUsed?: ((use: MailUse) => void) | undefined
}

export function createLimits(
  auth: Settings['auth'],
  { createCounter, countProcesses, onMailHalfUsed }: LimitsOptions,
) {
  const share = (name: string, size: LimitSize, code?: string) =>
    createRateLimit(size, { counter: createCounter(name, size), ...(code ? { code } : {}) })
  const shareRate = (name: string, points: number) =>
    share(name, { points, duration: FIVE_MINUTES_SECONDS })
  const perEmail = { points: 5, duration: 15 * 60 }
  const rate = (points: number) =>
    createRateLimit({ points, duration: FIVE_MINUTES_SECONDS }, { countProcesses })
  return {
    /**
     * Spec 1 §5: 5 attempts in 15 minutes for one email address. A sign-in clears its count. A browser
     * that has signed in before has its own count.
     */
    signUpsByEmail: share('sign_ups', perEmail),
    signInsByEmail: share('sign_ins', perEmail),
    /** Changes of one account's password: comparing and hashing take time. */
    passwordsByUser: share('passwords', perEmail),
    /** By network address, from the settings. */
    signInsByNetwork: rate(auth.rate_limit.sign_in_sign_ups),
    refreshesByNetwork: rate(auth.rate_limit.token_refresh),
    verificationsByNetwork: rate(auth.rate_limit.token_verifications),
    /** As in GoTrue, a request for a mail has the same limit as a sign-in. */
    mailRequestsByNetwork: rate(auth.rate_limit.sign_in_sign_ups),
    /** Challenges of one user's second factors: each is a row. */
    challengesByUser: shareRate('challenges', 30),
    /** Attempts with codes of one second factor; a right code clears the count. */
    attemptsByFactor: shareRate('factors', 5),
    /**
     * Attempts with mailed codes for one address, by one network and by all. Guesses from one network
     * leave the owner of the address enough attempts.
     */
    codeAttemptsByNetwork: shareRate('codes_by_network', 5),
    codeAttemptsByAddress: share('codes', { points: 30, duration: 3600 }),
    /**
     * One mail of a kind to one address in the settings' interval, whether or not it has an account.
     * A sign-up is not limited by it: each of its mails carries another password.
     */
    mailsByAddress: share(
      'mails',
      { points: 1, duration: auth.email.max_frequency },
      'over_email_send_rate_limit',
    ),
    /** The mail of an hour: what is sent, and what one network requests. */
    mailQuota: createMailQuota(auth.rate_limit.email_sent, { createCounter, onMailHalfUsed }),
  }
}
