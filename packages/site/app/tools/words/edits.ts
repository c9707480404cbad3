// Suggested edits (spec 4 §1).
import { isolate } from '../../ui/format/direction.ts'
export const FIELDS: Readonly<Record<string, string>> = {
  name: 'Name',
  description: 'Description',
  category: 'Category',
  more_categories: 'Other categories',
  website_url: 'Website URL',
  logo_url: 'Logo URL',
  aliases: 'Other names',
  capabilities: 'Used for',
  pricing_model: 'Pricing',
  price_from: 'Lowest price',
  price_currency: 'Currency',
  price_period: 'Period',
  price_checked_on: 'Price checked on',
  price_source_url: 'Page with the price',
  platforms: 'Platforms',
  license: 'License',
  repository_url: 'Repository',
  latest_version: 'Latest version',
  latest_version_on: 'Released on',
  discontinued_on: 'Discontinued on',
  successor_id: 'Successor',
  is_archived: 'Archived',
}

export const PERIODS = [
  ['', 'Not known'],
  ['month', 'Per month'],
  ['year', 'Per year'],
  ['once', 'Once'],
] as const

export const suggestTitle = (tool: string) => `Suggest an edit of ${tool}`
export const suggestDescription = 'Correct a fact about a software tool.'
export const suggestIntro =
  'Change what is wrong or missing. A moderator checks your suggestion before everybody sees it; the history of the tool then names you.'
export const suggestBack = (tool: string) => `Back to ${tool}`
export const groupPriceHint =
  'A price needs a currency, a period, the date when it was checked and a link to its source.'
export const groupProof = 'Your suggestion'
export const change = 'Change'
/** Of a value that a source provides. */
export const contest = 'Contest'
export const notKnown = 'Not known'
export const currencyHint = 'Three letters, such as USD.'
export const licenseHint = 'An SPDX identifier, such as MIT, or proprietary.'
export const aliasesHint = 'Up to ten that people search for, with commas between them.'
export const capabilityPick = 'Add a use'
export const successorPick = 'Choose the successor'
export const source = 'Link where we can verify this *'
export const sourceHint = 'Such as the price list, the release notes or the license of the tool.'
export const sourceMissing = 'Please add a link where we can verify this.'
export const note = 'Note'
export const noteHint = 'Everybody can read it in the history if the suggestion is accepted.'
export const nowValue = (value: string) => `Now: ${value}`
export const submit = 'Send suggestion'
/** What the maker of the tool changes takes effect at once. */
export const sentAtOnce = 'Your changes are published.'
export const sentByMaker =
  'A moderator will check your open suggestion. Everything else is published.'
export const sent = 'Thank you. A moderator will check your suggestion.'

export const ownTitle = 'Your open suggestions'
export const withdraw = 'Withdraw'
export const withdrawn = 'Suggestion withdrawn'

export const historyTitle = (tool: string) => `History of ${tool}`
export const historyHeading = 'History'
export const historyOf = 'Facts about {tool}'
export const historyDescription =
  'Who changed the facts about this tool, when, and where they can be verified.'
export const historyLedger = 'Entries in the audit ledger'
export const historyNone = 'No accepted edits yet.'
export const historyEdit = (number: number, day: string) => `Edit ${number}, ${day}`
/** Of a member who acted for the maker of the tool. */
export const historyByMaker = 'By {name}, for the maker'
/** The name is that of the host. */
export const historyBySource = 'Read from {name}'
export const historyBy = 'Suggested by {name}'
export const historyOlder = 'Older edits'
export const historyNewest = 'Newest edits'
export const sourceLink = 'Source: {host}'
export const before = 'Before:'
export const after = 'After:'

export const queueTitle = 'Suggested edits'
export const queueDescription = 'Suggested edits of tools that wait for a moderator.'
export const queueIntro =
  'Open the source, compare it with the new values, then accept or decline. The history of the tool shows accepted edits with the name of the member.'
export const queueNone = 'No open suggestions'
export const queueNoneMore = 'Suggestions of members will appear here.'
export const queueBy = (name: string, waiting: string) => `${isolate(name)}, ${waiting} ago`
export const queueOwn = 'This is your own suggestion. Another moderator has to decide it.'
export const acceptOf = 'Accept<hidden> the edit of {tool}</hidden>'
export const accepted = 'Suggestion accepted'
export const decline = 'Decline'
export const declineOf = 'Decline<hidden> the edit of {tool}</hidden>'
export const declineReason = 'Reason *'
export const declineReasonHint = 'The member gets it by email.'
export const declineReasonMissing = 'Please give a reason.'
export const declined = 'Suggestion declined'
