/** Reasons of reports and decisions with their labels (spec 3 §1.1). */
export const REASONS = {
  spam: 'Spam',
  advertising: 'Advertising',
  not_genuine: 'Not a genuine experience',
  conflict_of_interest: 'Conflict of interest',
  undisclosed_incentive: 'Undisclosed payment or reward',
  personal_data: 'Personal data',
  hate_or_threats: 'Hate or threats',
  off_topic: 'Off topic',
  duplicate: 'Duplicate',
  inaccurate: 'Inaccurate facts',
  illegal_content: 'Illegal content',
  child_safety: 'Child safety',
  other: 'Something else',
  court_order: 'Court order',
  premoderation: 'Waiting for approval',
} as const

export type Reason = keyof typeof REASONS

/** A reason that came from the database. */
export const reasonLabel = (reason: string | null): string =>
  reason !== null && reason in REASONS ? REASONS[reason as Reason] : (reason ?? '')

/** Types of content that can be reported, as in a sentence: "your review". */
export const SUBJECTS = {
  review: 'review',
  tool: 'tool',
  launch: 'launch',
  profile: 'profile',
  company: 'company',
} as const

/** What a decision did, as the moderation log shows it (spec 3 §1.2). */
export const ACTIONS = {
  keep: 'Kept',
  remove: 'Removed',
  restore: 'Restored',
  warn: 'Warned',
  suspend: 'Suspended',
  unsuspend: 'Suspension ended',
  remove_all_content: 'All content removed',
  premoderate_reviews: 'Reviews wait for approval',
  end_premoderation: 'Approval ended',
  hold: 'Held for approval',
  merge: 'Merged',
} as const

export type Action = keyof typeof ACTIONS

export const actionLabel = (action: string): string =>
  action in ACTIONS ? ACTIONS[action as Action] : action
