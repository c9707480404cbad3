import { IDENTITY } from '../../shared/identity.ts'
import { formatOneDecimal, pluralize } from '../../ui/format/numbers.ts'

export const title = 'Moderation Log'
export const description = `Every decision of the moderators of ${IDENTITY.name}, with its reason.`
export const intro =
  'Every decision about content, the newest first. The log has no names and no removed texts. <link>The guidelines</link> explain the reasons.'

export const filters = 'Filters'
export const filterAction = 'Decision'
export const filterReason = 'Reason'
export const filterTool = 'Tool'
export const filterToolHint = 'As in its address: figma'
export const filterYear = 'Year'
export const allActions = 'All decisions'
export const allReasons = 'All reasons'
export const allYears = 'All years'
export const clear = 'Clear Filters'
export const none = 'No decisions yet.'
export const noneOfFilter = 'No decisions match these filters.'

/** By the type of the subject; the log names no people. */
export const SUBJECT: Readonly<Record<string, string>> = {
  review: 'A review of {tool}',
  launch: 'A launch of {tool}',
  tool: '{tool}',
  profile: 'An account',
  company: 'A company',
}
export const unknownTool = 'a tool that is not listed'
export const unknownToolAlone = 'A tool that is not listed'
export const stars = (rating: number) => pluralize(rating, { one: '{n} star', other: '{n} stars' })

/** By `detected_by`. */
export const DETECTED: Readonly<Record<string, string>> = {
  report: 'Reports',
  staff: 'A moderator',
  rule: 'A rule of the site',
  authority: 'An authority',
}
export const reportCount = (count: number) =>
  pluralize(count, { one: '{n} report', other: '{n} reports' })
export const hours = (count: number) =>
  count < 1 ? 'Less than an hour' : `${formatOneDecimal(count)} hours`

// The page of one decision.
export const pageDescription = 'A decision of the moderators, with its reason.'
export const missing = 'Decision Not Found'
export const missingMore = 'The log has no decision with this number.'
export const back = 'Moderation log'
export const content = 'Content'
export const openContent = 'See the content'
export const reason = 'Reason'
export const law = 'Law or court order'
export const explanation = 'Explanation'
export const until = 'Until'
export const detected = 'Found by'
export const reports = 'Reports closed'
export const duration = 'Time to decision'
export const reverses = 'Takes back'
export const reversedBy = 'Taken back by'
export const appeal = 'Appeal'
export const OUTCOMES: Readonly<Record<string, string>> = {
  open: 'Waiting for a decision',
  upheld: 'The decision stays',
  reversed: 'The decision was taken back',
}

// Appeals.
export const appealTitle = 'Appeal'
export const appealSignedOut =
  'Is this about your content, or about something you reported? <signin>Sign in</signin> to appeal within 6 months. If you reported without an account, write to <mail>{address}</mail>.'
export const appealNotYours =
  'You can appeal a decision about your own content, and one that kept what you reported.'
export const statementTitle = 'Your content'
export const statementText: Readonly<Record<string, string>> = {
  remove: 'We removed it for the reason above. It is kept for 12 months, in case you appeal.',
  hold: 'It is not visible until a moderator has approved it. You need not do anything.',
}
export const accountTitle = 'About your account'
export const accountText =
  'The decision, its reason and its duration are above. You can still read, download your data and appeal.'
export const statement = 'Why should we change this decision?'
export const statementHint = '20 to 2,000 characters. Another moderator reads it.'
export const revisedTitle = 'Corrected text'
export const revisedHint =
  'If you change the text, the changed one is published when the appeal succeeds.'
export const submit = 'Send appeal'
export const submitted = 'Appeal sent'
export const submittedMore = 'We will let you know what we decide.'
export const appealUntil = 'You can appeal until {day}.'
export const appealOver = 'You can appeal within 6 months of a decision.'
