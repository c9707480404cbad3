import { actionLabel } from '../moderation/words/reasons.ts'
import { formatDay, today } from '../ui/format/day.ts'
import type { Names, Notification } from './read-notifications.ts'
import * as notificationWords from './words.ts'

/** A notification for the member. */
interface Line {
  /** A sentence with its parts. */
  text: string
  parts: Record<string, string>
  path: string
  /** What a review says. */
  review?: { rating: number; title: string } | undefined
}

/** @returns null for a kind that this version of the page does not know */
export function describeNotification(notification: Notification, names: Names): Line | null {
  const { kind, subject_type, data } = notification
  const subject = notification.subject_id ?? ''
  const { tool = '', slug = '', launch_date = '' } = data
  const company = names.companies[data.company_id ?? ''] ?? notificationWords.company
  const decisionPath = `/moderation-log/${data.decision}`
  const parts = { tool, company, action: actionLabel(data.action ?? '') }
  switch (kind) {
    case 'decision':
      return { text: notificationWords.decision(subject_type), parts, path: decisionPath }
    case 'report':
      return { text: notificationWords.report(subject_type), parts, path: decisionPath }
    case 'appeal':
      return {
        text: notificationWords.appeal[data.outcome ?? ''] ?? '',
        parts,
        path: `/moderation-log/${data.appealed}`,
      }
    case 'claim':
      return {
        text: notificationWords.claim[data.status ?? ''] ?? '',
        parts,
        path: `/tool/${slug}`,
      }
    case 'edit':
      return {
        text: notificationWords.edit[data.status ?? ''] ?? '',
        parts,
        path: `/tool/${slug}/history`,
      }
    case 'reply':
      return { text: notificationWords.reply, parts, path: `/review/${subject}` }
    case 'review': {
      const review = names.reviews[subject]
      const ofMaker = data.is_new
        ? notificationWords.reviewOfMaker
        : notificationWords.reviewChanged
      return {
        text: data.is_maker ? ofMaker : notificationWords.review,
        parts: { ...parts, name: review?.author ?? notificationWords.somebody },
        path: `/review/${subject}`,
        review,
      }
    }
    case 'follower': {
      const person = names.people[subject]
      return {
        text: notificationWords.follower,
        parts: { ...parts, name: person?.name ?? notificationWords.somebody },
        path: person ? `/user/${person.username}` : '/dashboard',
      }
    }
    case 'helpful_votes':
      return {
        text: notificationWords.helpfulVotes(data.count ?? 0),
        parts,
        path: `/review/${subject}`,
      }
    case 'launch': {
      const { launch, launchToday, launchLater } = notificationWords
      const later = launch_date > today() ? launchLater : launch
      return {
        text: launch_date === today() ? launchToday : later,
        parts: { ...parts, day: formatDay(launch_date) },
        path: `/launch/${subject}`,
      }
    }
    default:
      return null
  }
}
