import { IDENTITY } from '../../shared/identity.ts'
import type { REASONS } from '../words/reasons.ts'

export const title = 'Community Guidelines'
export const description = `What may be published on ${IDENTITY.name}, how reviews are checked, and how moderators decide.`
export const intro =
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
    text: 'Anyone can report content, with or without an account. A report never hides content, however many there are. Its author does not learn who reported it. You get a number, and a message when we have decided.',
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
