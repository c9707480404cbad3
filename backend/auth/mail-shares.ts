import { isApiError } from '../api-error.ts'
import { createRateLimit, networksOf, type RateLimit } from '../rate-limit.ts'

/**
 * The two parts of an hour's mail: `members` goes to confirmed addresses, `sign_ups` to addresses
 * that no one has confirmed yet. Sign-ups do not use up the members' part.
 */
export type MailShare = 'members' | 'sign_ups'

/** Half of a share is used up. */
export interface MailUse {
  share: MailShare
  sent: number
  limit: number
}

export interface MailShares {
  /**
   * Counts a mail that a network requests, before the account is looked up: the answer must not
   * depend on whether a mail goes out.
   * @param share `either` where the account decides, as in a recovery
   * @returns the shares that have room; a mail of another share is dropped without a refusal
   * @throws {ApiError} 429 once the share, or this network's part of it, is used up
   */
  ask(share: MailShare | 'either', clientAddress: string): Promise<readonly MailShare[]>
  /** Counts a mail that goes out. */
  count(share: MailShare): void
}

/** At least so many networks are needed to use up a share. */
const NETWORKS = 10

const HOUR = 3600

/** Sign-ups have two fifths, and each share at least one mail. */
function sizesOf(perHour: number): Record<MailShare, number> {
  const signUps = Math.max(1, Math.round(perHour * 0.4))
  return { members: Math.max(1, perHour - signUps), sign_ups: signUps }
}

/**
 * @param perHour mails in all
 * @param onHalfUsed called once in each hour window of a share
 */
export function createMailShares(
  perHour: number,
  onHalfUsed: (use: MailUse) => void = () => {},
): MailShares {
  const sizes = sizesOf(perHour)
  const ofHour = (points: number, onSpent?: (points: number) => void): RateLimit =>
    createRateLimit({ points, duration: HOUR }, 'over_email_send_rate_limit', onSpent)
  const sentOf = (share: MailShare): RateLimit =>
    ofHour(sizes[share], (sent) => {
      const size = sizes[share]
      if (sent === Math.ceil(size / 2)) onHalfUsed({ share, sent, limit: size })
    })
  // Both shares have one mail where the hour has one.
  const all = ofHour(perHour)
  const sent = { members: sentOf('members'), sign_ups: sentOf('sign_ups') }
  const requested = {
    members: ofHour(Math.ceil(sizes.members / NETWORKS)),
    sign_ups: ofHour(Math.ceil(sizes.sign_ups / NETWORKS)),
  }
  const spend = async (share: MailShare, clientAddress: string): Promise<void> => {
    await all.check('all')
    await sent[share].check('all')
    await requested[share].consume(networksOf(clientAddress).at(-1) ?? clientAddress)
  }
  return {
    async ask(share, clientAddress) {
      if (share !== 'either') {
        await spend(share, clientAddress)
        return [share]
      }
      await spend('members', clientAddress)
      // Both are counted for every address: the rest of a share would show who has an account.
      const hasRoom = await spend('sign_ups', clientAddress).then(
        () => true,
        (error: unknown) => {
          if (isApiError(error)) return false
          throw error
        },
      )
      return hasRoom ? ['members', 'sign_ups'] : ['members']
    },
    count(share) {
      // Of two requests at the same moment the second may be one too many: its mail goes out as well.
      for (const limit of [all, sent[share]]) void limit.consume('all').catch(() => {})
    },
  }
}
