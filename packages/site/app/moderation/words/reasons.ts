/** The page of a decision in the public moderation log. */
export const toDecisionPath = (number: number) => `/moderation-log/${number}`

/** The case of a subject, for moderators. @param id of a profile: the user's id */
export const toCasePath = (type: string, id: string) => `/moderation/${type}/${id}`

/** The names of content in reports, decisions and appeals. */
export const reviewTitle = (tool: string, title: string) => `Review of ${tool}: “${title}”`
export const replyTitle = (company: string, tool: string) =>
  `Reply of ${company} to a review of ${tool}`
export const launchTitle = (tool: string | undefined, tagline: string) =>
  tool ? `Launch of ${tool}: “${tagline}”` : `Launch: “${tagline}”`

/** With a number in the moderation log. */
export const decisionNumber = (number: number) => `Decision ${number}`
export const reportNumber = (number: number) => `Report ${number}`

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
  reason !== null && Object.hasOwn(REASONS, reason) ? REASONS[reason as Reason] : (reason ?? '')

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
  Object.hasOwn(ACTIONS, action) ? ACTIONS[action as Action] : action
