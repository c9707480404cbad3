import { IDENTITY } from '../../identity.ts'
import { formatDay } from '../../ui/day.ts'

/** Spec 2 §2. */
export const SUBMIT = {
  pageTitle: 'Submit a launch',
  description: `Launch your product on ${IDENTITY.name}.`,
  title: 'Submit Your Product',
  text: 'One day in the light: on its launch day your product stands among all that launch then, ranked by upvotes.',
  submit: 'Submit Launch',
} as const

export const FIELD = {
  tool: 'Tool',
  optionalTool: 'Tool (optional)',

  tagline: 'Tagline *',
  taglinePlaceholder: 'What is new, in a line',
  description: 'Description',
  date: 'Launch date *',
  dateHint: (today: string) =>
    `Earliest today, ${formatDay(today)}. Days run from midnight to midnight UTC.`,
  image: 'Featured image URL',
  imageHint: 'Shown wide, about 1200 by 630 pixels.',
} as const

/** What is wrong with a launch. */
export const WRONG = {
  noTagline: 'Tagline is required',
  tagline: 'Tagline',
  description: 'Description',
  noDate: 'Launch date is required',
  tooFar: 'Launch date is too far ahead',
  past: 'Launch date cannot be in the past (days are UTC)',
} as const

/** What became of it (spec 2 §8). */
export const OUTCOME = {
  created: 'Launch created successfully!',
  liveOn: (day: string) => `It is live on ${formatDay(day)}.`,
  signedOut: 'Not authenticated',
  failed: 'Failed to create launch',
} as const
