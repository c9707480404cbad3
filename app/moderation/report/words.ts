import type { SUBJECTS } from '../words/reasons.ts'

type SubjectType = keyof typeof SUBJECTS

// Spec 3 §1.1.
export const TITLES: Readonly<Record<SubjectType, string>> = {
  review: 'Report a review',
  tool: 'Report a tool',
  launch: 'Report a launch',
  profile: 'Report a profile',
  company: 'Report a company',
}
export const title = 'Report content'
export const description =
  'Tell the moderators about content that breaks the guidelines or the law.'
export const intro =
  'A moderator reads every report. The author does not learn who sent it. <link>The guidelines</link> explain each reason.'
export const missing = 'We could not find what you want to report.'
export const missingMore = 'It may have been deleted or removed.'

export const reason = 'Reason'
export const details = 'Details'
export const detailsHint =
  '20 to 2,000 characters. Required for Personal data, Inaccurate facts, Illegal content and Something else; otherwise optional. For illegal content, please name the law and the exact place.'
export const goodFaith =
  'I confirm that this report is accurate and complete to the best of my knowledge.'
export const goodFaithHint = 'Required for Illegal content and Child safety.'
export const reply = 'Where we reply'
export const replyHint =
  'Required, except for Child safety. We use both only for this report and delete them 12 months after the case is closed.'
export const name = 'Your name'
export const email = 'Your email address'
export const send = 'Send report'

export const sent = 'Report sent'
/** Spec 3 §1.1. */
export const thanks = (number: number) =>
  `Thank you. Your report number is ${number}. We will let you know what we decide.`
export const keepLink =
  'This private link shows what happens to your report. Anyone who has it can see that, so keep it to yourself.'
export const openStatus = 'See the status of this report'
export const ownReports = 'Your reports'

export const statusDescription = 'The status of one report.'
export const statusMissing = 'We could not find this report.'
export const statusMissingMore = 'Please check that the link is complete.'
export const STATUS: Readonly<Record<string, string>> = {
  open: 'Open',
  resolved: 'Resolved',
  withdrawn: 'Withdrawn',
}
export const STATUS_TEXT: Readonly<Record<string, string>> = {
  open: 'A moderator has not decided yet. If you gave an address, we will write to you.',
  resolved: 'A moderator has decided on your report.',
  withdrawn: 'This report was withdrawn, and the case is closed.',
}
export const resolvedOn = 'Decided on {day}.'
export const openDecision = (number: number) => `See decision ${number}`
