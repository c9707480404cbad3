import { ApiError } from '../../api-error.ts'
import { createRateLimit, networksOf, type RateLimit } from '../../rate-limit.ts'
import { type CreateCounter, createMemoryCounter } from '../../shared-counters.ts'

/**
 * The two shares of an hour's mail: `members` for confirmed addresses, `sign_ups` for unconfirmed
 * ones. Sign-ups cannot use up the members' share.
 */
export type MailShare = 'members' | 'sign_ups'

/** Half of a share is used up. */
export interface MailUse {
  share: MailShare
  sent: number
  limit: number
}

export interface MailQuota {
  /**
   * Counts a mail that a network requests, before the account is looked up: the response must not
   * depend on whether a mail is sent.
   * @param share `either` if the account decides, as in a recovery
   * @returns the shares that are not used up; a mail of another share is dropped without an error
   * @throws {ApiError} 429 once the share, or this network's part of it, is used up
   */
  request(share: MailShare | 'either', clientAddress: string): Promise<readonly MailShare[]>
  /** Counts a mail that is sent. */
  countSent(share: MailShare): Promise<void>
}

/** At least so many networks are needed to use up a share. */
const NETWORKS_PER_SHARE = 10

const HOUR_SECONDS = 3600

/** Sign-ups have two fifths. Each share has at least one mail. */
function computeShares(perHour: number): Record<MailShare, number> {
  const signUps = Math.max(1, Math.round(perHour * 0.4))
  return { members: Math.max(1, perHour - signUps), sign_ups: signUps }
}

interface QuotaOptions {
  createCounter?: CreateCounter
  /** Called once in each hour window of a share. */
  onMailHalfUsed?: ((use: MailUse) => void) | undefined
}

/** @param perHour mails in all */
export function createMailQuota(
  perHour: number,
  { createCounter = createMemoryCounter, onMailHalfUsed = () => {} }: QuotaOptions = {},
): MailQuota {
  const sizes = computeShares(perHour)
  const createHourLimit = (
    name: string,
    points: number,
    onConsume?: (points: number) => void,
  ): RateLimit => {
    const size = { points, duration: HOUR_SECONDS }
    return createRateLimit(size, {
      code: 'over_email_send_rate_limit',
      counter: createCounter(`mail_${name}`, size),
      ...(onConsume ? { onConsume } : {}),
    })
  }
  const createShareLimit = (share: MailShare): RateLimit =>
    createHourLimit(`sent_${share}`, sizes[share], (sent) => {
      const size = sizes[share]
      if (sent === Math.ceil(size / 2)) onMailHalfUsed({ share, sent, limit: size })
    })
  const createRequestLimit = (share: MailShare): RateLimit =>
    createHourLimit(`requested_${share}`, Math.ceil(sizes[share] / NETWORKS_PER_SHARE))
  // Needed if the hour has one mail: then both shares have one.
  const all = createHourLimit('sent', perHour)
  const sent = { members: createShareLimit('members'), sign_ups: createShareLimit('sign_ups') }
  const requested = {
    members: createRequestLimit('members'),
    sign_ups: createRequestLimit('sign_ups'),
  }
  const consume = async (share: MailShare, clientAddress: string): Promise<void> => {
    await all.check('all')
    await sent[share].check('all')
    await requested[share].consume(networksOf(clientAddress).at(-1) ?? clientAddress)
  }
  return {
    async request(share, clientAddress) {
      if (share !== 'either') {
        await consume(share, clientAddress)
        return [share]
      }
      await consume('members', clientAddress)
      // Counts in both shares: the rest of one share would reveal if the address has an account.
      const hasRoom = await consume('sign_ups', clientAddress).then(
        () => true,
        (error: unknown) => {
          if (error instanceof ApiError) return false
          throw error
        },
      )
      return hasRoom ? ['members', 'sign_ups'] : ['members']
    },
    async countSent(share) {
      // Concurrent requests may exceed the limit by one: the mail is sent nevertheless.
      for (const limit of [all, sent[share]]) await limit.consume('all').catch(() => {})
    },
  }
}
