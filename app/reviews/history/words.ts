import { formatDay } from '../../ui/format/day.ts'
import { formatCount, pluralize } from '../../ui/format/numbers.ts'

// Spec 3 §3.2.
export const title = (tool: string, reviewer: string) =>
  `History of the review of ${tool} by ${reviewer}`
export const heading = 'Versions of this review'
export const description = 'All versions of one review, with what changed between them.'
export const back = 'The review today'
export const earlierVotes = (earlier: number, total: number) =>
  `${formatCount(earlier)} of ${formatCount(total)} helpful votes were for an earlier version`
export const legend =
  'Added text is <ins>underlined</ins>, deleted text is <del>struck through</del>.'
export const version = (number: number, writtenAt: string) =>
  `Version ${formatCount(number)}, written ${formatDay(writtenAt)}`
export const current = 'Current version'
export const votes = (count: number) =>
  pluralize(count, { one: '{n} helpful vote', other: '{n} helpful votes' }, formatCount(count))
export const redacted = 'The author has emptied this version.'
export const only = 'This review has not been changed.'

export const fields = {
  rating: 'Rating',
  title: 'Title',
  content: 'Review',
  pros: 'Pros',
  cons: 'Cons',
  context: 'Context',
} as const

export const redact = 'Empty this version'
export const redactTitle = 'Empty this version?'
export const redactText =
  'Its text is deleted for everyone and cannot be brought back. Its number and date stay.'
export const redactCancel = 'Keep it'
