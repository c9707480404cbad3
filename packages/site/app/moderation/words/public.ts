import { IDENTITY } from '../../shared/identity.ts'
import type { SubjectType } from '../../shared/subjects.ts'
import { formatOneDecimal, pluralize } from '../../ui/format/numbers.ts'
import type { REASONS } from './reasons.ts'

export const guidelinesTitle = 'Community Guidelines'
export const guidelinesDescription = `What may be published on ${IDENTITY.name}, how reviews are checked, and how moderators decide.`
export const guidelinesIntro =
  'These rules are the same for all reviews, good and bad. Moderators refer to them in every decision.'

export const contents = 'On this page'
export const reasonsTitle = 'What does not belong here'
export const reasonsIntro =
  'You can report content for each of these reasons, except for the last two.'

export const REASON_TEXTS: Readonly<Record<keyof typeof REASONS, string>> = {
  spam: 'Text that was posted for attention only: the same text in several places, links without context, text that a program wrote in bulk. It tells readers nothing about the tool.',
  advertising:
    'Text whose purpose is to sell something: coupon and partner links, offers, praise of another product under a tool. Naming an alternative that you use is fine.',
  not_genuine:
    'A review describes what its author experienced with the tool. Invented experiences, reviews in the name of someone else and several accounts of one person are removed. A low or high rating alone is no sign of that.',
  conflict_of_interest:
    'You may not review what you make, sell or invest in, nor the product of a direct competitor. Work for a customer of the maker is no conflict.',
  undisclosed_incentive:
    'If you were paid or rewarded for a review, the review has to say so. This includes gift cards, discounts and lottery tickets. A reward must never depend on the rating.',
  personal_data:
    'Other people’s names together with private facts, addresses, phone numbers, private messages and photos are removed. Names that a company publishes itself are fine.',
  hate_or_threats:
    'Attacks on people because of what they are, threats, and calls for violence are removed. Sharp criticism of a product or a company is allowed.',
  off_topic:
    'A review is about using the tool. Politics, job disputes, questions to support and reviews of another product belong elsewhere.',
  duplicate:
    'A tool has one page and a person writes one review of it. Copies are removed and the first one stays.',
  inaccurate:
    'Facts about a tool, a launch or a company that are wrong, such as its price, its website or its owner. Please tell us what is right and where it is stated. Opinions in reviews are not facts in this sense.',
  illegal_content:
    'Content that breaks a law. Please name the law, the exact place in the text, and why it applies. We look at such reports first, and a decision names the law.',
  child_safety:
    'Content that sexualizes or endangers children. We look at it before everything else. You need not give a name or an address.',
  other:
    'Whatever breaks these guidelines or our terms and is not listed here. Please describe it.',
  court_order:
    'A court or an authority has ordered the removal. Only moderators use this reason, and the decision names the order.',
  premoderation:
    'A rule of the site holds new posts until a moderator has looked at them, for example the first post of an account. Only rules use this reason. They never read the rating.',
}

export const reviewsTitle = 'How reviews are checked'
export const reviewsPoints = [
  'Every account confirms an email address before it can post, and one person has one review per tool.',
  'We do not verify that a reviewer has used or bought the tool. Readers report what looks wrong, and moderators check each report.',
  'New posts may wait for a moderator: an operator can turn on approval for first posts, for links and for words, and a moderator can turn it on for one tool. No rule knows the rating.',
  'An average counts every review that is visible. Makers can neither remove nor reorder reviews, and cannot pay for a place.',
] as const

export const processTitle = 'How moderation works'
export const processPoints = [
  {
    title: 'Reports',
    text: 'Anyone can report content, with or without an account. A report never hides content, however many there are. Its author does not learn who reported it; if the maker of the tool alone did, the decision says so. You get a number, and a message when we have decided.',
  },
  {
    title: 'Decisions',
    text: 'A moderator decides and gives a reason. Reports about child safety come first, then those about illegal content, then what has waited longest. Moderators do not decide about their own content, their company, or what they reported themselves.',
  },
  {
    title: 'Appeals',
    text: 'The author can appeal within 6 months, and so can a member whose report led to no removal. Another moderator looks at it. The author of a removed review can send a corrected text along.',
  },
  {
    title: 'Public log',
    text: 'Every decision is in the <log>moderation log</log>, with its reason and without names or removed texts.',
  },
] as const
export const contact =
  'To appeal without an account, or to ask about these guidelines, write to <mail>{address}</mail>.'

// Spec 3 §1.1.
export const TITLES: Readonly<Record<SubjectType, string>> = {
  review: 'Report a review',
  reply: 'Report a reply',
  tool: 'Report a tool',
  launch: 'Report a launch',
  list: 'Report a list',
  profile: 'Report a profile',
  company: 'Report a company',
}
export const reportTitle = 'Report content'
export const reportDescription =
  'Tell the moderators about content that breaks the guidelines or the law.'
export const reportIntro =
  'A moderator reads every report. The author does not learn who sent it. If the maker of the tool alone has reported a review, the decision says so. <link>The guidelines</link> explain each reason.'
export const reportMissing = 'We could not find what you want to report.'
export const reportMissingMore = 'It may have been deleted or removed.'

export const reportReason = 'Reason'
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

// Spec 3 §1.1.
export const pageTitle = 'Your reports and appeals'
export const ownDescription = 'Your reports, decisions about you, and appeals.'

export const reportsTitle = 'Reports'
export const reportsNone =
  'You have reported nothing. Every review, reply, tool, launch, public list, profile and company has a link “Report”.'
export const reportOf: Readonly<Record<SubjectType, string>> = {
  review: 'A review',
  reply: 'A reply',
  tool: 'A tool',
  launch: 'A launch',
  list: 'A list',
  profile: 'A profile',
  company: 'A company',
}
export const withdraw = 'Withdraw'
export const withdrawTitle = (number: number) => `Withdraw report ${number}?`
export const withdrawText = 'No moderator will decide it. You can report the content again.'
export const withdrawn = 'Report withdrawn'

export const pendingTitle = 'Waiting for approval'
export const pendingText =
  'A moderator checks these before others can see them. We will let you know.'

export const decisionsTitle = 'Decisions about you'
export const decisionsNone = 'No moderator has decided about you or your content.'
/** By the type of the subject. */
export const decisionOf: Readonly<Record<SubjectType, string>> = {
  review: 'Your review',
  reply: 'Your reply',
  tool: 'Your tool',
  launch: 'Your launch',
  list: 'Your list',
  profile: 'Your account',
  company: 'Your company',
}
export const openCase = (number: number) => `See decision ${number}`

export const appealsTitle = 'Appeals'
export const appealsNone = 'You have appealed no decision.'
export const appealOf = 'Appeal against <link>decision {number}</link>'

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
export const decisionsNoneYet = 'No decisions yet.'
export const noneOfFilter = 'No decisions match these filters.'

/** By the type of the subject; the log names no people. */
export const SUBJECT: Readonly<Record<string, string>> = {
  review: 'A review of {tool}',
  reply: 'A reply to a review of {tool}',
  launch: 'A launch of {tool}',
  list: 'A list',
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
  maker_report: 'Reports by the maker',
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
