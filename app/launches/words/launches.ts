import { formatDay } from '../../ui/day.ts'
import { whole } from '../../ui/numbers.ts'

/** Spec 2 §2. */
export const LAUNCHES = {
  title: 'Product Launches',
  description: 'What was launched today, what is coming, and what came before.',
  today: (day: string) =>
    `Today is ${formatDay(day)}: a launch day is the same for everyone, midnight to midnight UTC.`,
  submit: 'Submit Your Product',
  tabs: 'Launches',
  tab: { live: 'Live', scheduled: 'Upcoming', ended: 'Past' },
} as const

/** Spec 2 §2; a day of the archive is our own. */
export const LIST = {
  today: (count: number) => `Today's Launches (${whole(count)})`,
  ofDay: (day: string, count: number) => `Launches of ${formatDay(day)} (${whole(count)})`,
  ranked: 'Ranked by upvotes',
  title: 'Launches',
  none: {
    live: 'No launches today. Check back tomorrow!',
    scheduled: 'No upcoming launches scheduled.',
    ended: 'No past launches found.',
  },
} as const

export const DAYS = {
  label: 'Days',
  all: 'All past launches',
} as const

/** What a launch is called, and by whom it was made, where that is not known (spec 2 §2). */
export const UNKNOWN = {
  tool: 'Unnamed Tool',
  maker: 'Anonymous',
} as const

export const CARD = {
  more: (tool: string) => `More about ${tool}`,
  rank: '<hidden>Rank </hidden>#{rank}',
  /** Spec 2 §2. */
  liveToday: 'Live Today',
} as const

export const UPVOTE = {
  label: (launch: string, count: number) => `Upvote ${launch}: ${whole(count)}`,
  /** Spec 2 §5 and §8. */
  signedOut: 'Please login to upvote',
  already: 'You already upvoted this launch',
  failed: 'Failed to upvote',
} as const

/** Spec 2 §2. */
export const DETAIL = {
  pageTitle: (tool: string, tagline: string) => `${tool}: ${tagline}`,
  live: 'Live',
  madeBy: 'Made by {maker}',
  launched: 'Launched {day}',
  about: 'About',
  product: 'Product Details',
  back: 'Back to Launches',
  missing: 'Launch Not Found',
  missingDescription: 'There is no such launch.',
  missingMore: "The launch you're looking for doesn't exist or has been removed.",
} as const
