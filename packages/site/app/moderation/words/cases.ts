import type { Choice } from '../../data/rpc-results.ts'
import { isolate } from '../../ui/format/direction.ts'
import { formatCount, pluralize } from '../../ui/format/numbers.ts'

export const mergeTitle = 'Merge tools'
export const mergeDescription = 'Merge two entries of one tool.'
export const mergeIntro =
  'Two entries of one tool become one. A merge can be undone for 30 days: restore the merged tool on its case page.'

export const source = 'Merge this tool'
export const sourceNote = 'It is no longer listed. Its addresses redirect.'
export const target = 'Into this tool'
export const targetNote = 'Its name, facts and address stay.'
export const choose = 'Choose another tool'
export const swap = 'Swap both'
export const place = (slug: string, category: string) => `/tool/${slug} · ${category}`
export const mergeMissing = 'There is no listed tool at this address.'
export const same = 'A tool can’t be merged into itself.'

export const movesTitle = 'What moves'
export const moves = {
  reviews: (count: number) => pluralize(count, { one: '{n} review', other: '{n} reviews' }),
  launches: (count: number) => pluralize(count, { one: '{n} launch', other: '{n} launches' }),
  edits: (count: number) =>
    pluralize(count, {
      one: '{n} suggested or accepted edit',
      other: '{n} suggested or accepted edits',
    }),
  addresses: (count: number) =>
    pluralize(count, { one: '{n} address that redirects', other: '{n} addresses that redirect' }),
}
/** What becomes of the claim of a maker. */
export const mergeMakers = {
  stays: (company: string, tool: string) => `${isolate(company)} manages ${tool}, and still does.`,
  moves: (company: string, tool: string) =>
    `${isolate(company)} manages ${tool}. Its claim moves along.`,
  ends: (company: string, tool: string) =>
    `${isolate(company)} manages ${tool}. Its claim ends, and it gets a message.`,
} as const
export const collidesTitle = 'What collides'
export const collidesNone = 'No member reviewed both tools.'
export const collides = (count: number) =>
  pluralize(count, {
    one: '{n} member reviewed both tools. The newer review stays; the older one is removed, and its author gets an email.',
    other:
      '{n} members reviewed both tools. The newer review of each stays; the older one is removed, and its author gets an email.',
  })
export const stays = (review: string) => `Stays: ${review}`
export const isRemoved = (review: string) => `Is removed: ${review}`
export const reviewOf = (tool: string, stars: number) => `${isolate(tool)}, ${stars} of 5 stars`

export const mergeExplanationHint = 'Public, in the moderation log.'
export const mergeSend = 'Merge'
export const confirmTitle = (source: string, target: string) => `Merge ${source} into ${target}?`
export const confirmText = 'All visitors see one tool at once. You can undo it for 30 days.'

export const catalogueTitle = 'Catalogue'
export const toMerge = 'Merge into another tool'
export const name = 'Name'
export const slug = 'Address'
export const slugHint = 'The last part of the tool’s address. The present one will redirect.'
export const rename = 'Rename'
export const renamed = 'The tool was renamed'
export const renamedNothing = 'Nothing has changed'

export const decideTitle = 'Decision'
export const nothingToDecide = 'There is nothing to decide here.'
/** Spec 3 §1.2. */
export const involved = 'You are involved in this case. Another moderator has to decide it.'
export const staffProfile =
  'This member is staff. Only administrators can decide about the profile.'
export const removedWith = (number: number) =>
  `It was removed together with its tool or its author (<link>decision ${number}</link>). Restore that first.`

export const CHOICES: Record<Choice, readonly [label: string, effect: string]> = {
  keep: ['Keep', 'Closes the open reports. The content stays.'],
  remove: ['Remove', 'Takes it off the site. It can be restored.'],
  restore: ['Restore', 'Brings it back as it was, with its votes.'],
  restore_and_exempt: ['Restore and exempt author', 'The author needs no approval any more.'],
  remove_and_suspend: ['Remove and suspend', 'Also suspends the author.'],
  warn: ['Warn', 'Sends an email. Nothing is removed.'],
  suspend: ['Suspend', 'The member can read, appeal and delete, and do nothing else.'],
  unsuspend: ['End suspension', 'The member can write again.'],
  remove_all_content: [
    'Remove all content',
    'Reviews, launches, votes, profile texts, and tools that no other member reviewed.',
  ],
  premoderate_reviews: ['Hold new reviews', 'New reviews of this tool wait for approval.'],
  end_premoderation: ['End approval', 'New reviews of this tool appear at once.'],
}
export const HELD: Partial<Record<Choice, string>> = {
  restore: 'Approve',
  restore_and_exempt: 'Approve and exempt author',
  remove: 'Decline',
  remove_and_suspend: 'Decline and suspend',
}
export const openAppeal =
  'An appeal is open. <link>Resolve it</link> instead, so that its author gets an answer.'
export const heldNote =
  'A rule of the site holds this post. To decline it, choose a reason and explain the decision.'

export const reason = 'Reason'
export const reasonOptional = 'Reason (to decline)'
export const reasonChoose = 'Choose a reason'
export const explanation = 'Explanation'
export const explanationOptional = 'Explanation (optional)'
export const explanationHeld = 'Explanation (to decline)'
export const explanationHint = 'Public, and sent to the author. Do not quote the removed text.'
export const law = 'Law or court order'
export const lawHint = 'Such as the section of the law that the content violates.'
export const end = 'Last day of approval'
export const endOptional = 'Last day of the suspension (optional)'
export const endHint = 'Without a day the suspension has no end.'
export const send = (choice: string) => `Record decision: ${choice}`
export const sendNothing = 'Record decision'

export const choiceRequired = 'Please choose a decision.'
/** Spec 3 §1.2, as the database words them. */
export const reasonRequired = 'Please choose a reason.'
export const explanationInvalid = 'Please explain the decision in 30 to 2,000 characters.'
export const lawRequired = 'Please name the law or the court order.'
export const endInPast = 'The end date has to be in the future.'
export const outcomeRequired = 'Please choose whether the decision stays.'

export const recorded = 'Decision {number} was recorded. <link>See it in the moderation log</link>.'
export const appealResolved =
  'The appeal against decision {number} is resolved. <link>See it in the moderation log</link>.'
export const alsoExempt = (username: string) => `Posts of ${username} need no approval any more.`
export const alsoSuspended = (username: string, decision: number) =>
  `${isolate(username)} is suspended (decision ${decision}).`

export const keyChoice = (label: string) => `Choose “${label}”`

export const exemptNow = 'Posts of this member need no approval.'
export const exemptNot = 'Posts of this member wait for approval if a rule of the site says so.'
export const exemptTitle = 'Approval'
export const exemptStart = 'Exempt from approval'
export const exemptEnd = 'End exemption'
export const exemptStarted = 'Posts need no approval'
export const exemptEnded = 'Posts need approval again'

export const appealTitle = (number: number) => `Appeal ${number}`
export const appealUpheld = 'Uphold the decision'
export const appealUpheldEffect = 'The decision stays.'
export const appealReversed = 'Reverse the decision'
export const appealReversedEffect = 'A second decision takes it back.'
export const appealReversedRevised =
  'A second decision takes it back, and the corrected text is published.'
export const appealOutcome = 'Outcome'
export const appealExplanationHint = 'Sent to the person who appealed.'
export const appealSend = 'Resolve appeal'
export const appealOwn =
  'You made this decision, so another moderator resolves the appeal. If the site has no other, you can do so after 48 hours.'

export const caseTitle = 'Moderation case'
export const caseDescription = 'Content, reports and decisions of a case of moderation.'
/** Spec 3 §1.2. */
export const missing = 'We could not find this content.'
export const missingMore = 'It may have been deleted before anyone reported it.'
export const untitled = 'Deleted content'
export const navigation = 'Cases'
export const back = 'Back to the queue'
export const next = 'Next case'
export const previous = 'Previous case'

export const by = 'By'
export const about = 'About'
export const authorCase = 'Case of this member'
export const onSite = 'See it on the site'
export const suspended = 'Suspended'
export const exempt = 'Exempt from approval'
export const staff = 'Staff'

/** Of the reply of a review's maker, or of the review that a reply answers. */
export const answer = (type: string, title: string) =>
  type === 'reply' ? `The review that it answers: “${title}”` : `Reply of ${title}`
export const contentTitle = 'Content'
export const contentNow = 'As it is now'
export const contentRemoved = 'As it was removed'
export const contentHeld = 'As it waits for approval'
export const contentDeleted = 'Its author has deleted it.'
export const contentUnchanged = 'Unchanged since it was reported'
export const contentReported = (reports: readonly number[]) =>
  `As it was reported (${reports.length === 1 ? 'report' : 'reports'} ${reports.join(', ')})`
export const contentMarks = 'Crossed out: removed since. Underlined: added since.'
export const COLUMN_LABELS: Readonly<Record<string, string>> = {
  rating: 'Rating',
  title: 'Title',
  content: 'Text',
  pros: 'Pros',
  cons: 'Cons',
  name: 'Name',
  category: 'Category',
  description: 'Description',
  website_url: 'Website',
  logo_url: 'Logo',
  aliases: 'Also called',
  tagline: 'Tagline',
  product_name: 'Product',
  product_url: 'Website of the product',
  tools: 'Tools',
  launch_date: 'Launch date',
  featured_image: 'Picture',
  pictures: 'More pictures',
  username: 'Username',
  first_name: 'First name',
  last_name: 'Last name',
  job_title: 'Job title',
  company_name: 'Company',
  bio: 'Bio',
  avatar_url: 'Picture',
  website: 'Website',
  domain: 'Domain',
  size: 'Size',
  industry: 'Industry',
}

export const reportsTitle = 'Reports'
export const reportsNone = 'No reports.'
export const REPORT_STATES = {
  open: 'Open',
  resolved: 'Resolved',
  withdrawn: 'Withdrawn',
} as const
/** @param company that makes the reviewed tool */
export const reportOfMaker = (company: string) => `For the maker, ${company}`
export const reportFacts = (number: number, reporter: string) => `Report ${number} by ${reporter}`
export const reporterUnknown = 'an unnamed reporter'
export const reportNoDetails = 'No details.'
export const reportGoodFaith = 'Confirmed as accurate and complete.'

export const decisionsTitle = 'Earlier decisions'
export const decisionsNone = 'No earlier decisions.'
export const decisionNumber = (number: number) => `Decision ${number}`
export const decidedByRule = 'a rule of the site'
export const decidedByUnknown = 'a deleted account'
export const legalBasis = (law: string) => `Law or court order: ${law}`
export const until = (day: string) => `Until ${day}`
export const reverses = (number: number) => `Takes back decision ${number}`
export const OUTCOMES = {
  upheld: 'Upheld after appeal',
  reversed: 'Reversed after appeal',
} as const

export const APPEAL_STATES = { open: 'Open', upheld: 'Upheld', reversed: 'Reversed' } as const
export const appealByAuthor = 'By the author'
export const appealByReporter = 'By a reporter'
export const appealPurged =
  'The statement is not shown: it is deleted after 12 months, and hidden in your own case.'
export const appealRevised = 'Corrected text'

export const notesTitle = 'Notes'
export const note = 'New note'
export const noteHint = 'Only moderators see notes.'
export const noteAdd = 'Add note'
export const noteKey = 'Write a note'
export const noteWrong = 'Please write a note of 1 to 2,000 characters.'
export const noteUnknown = 'A deleted account'

export const title = 'Moderation'
export const description = 'Reports, posts and appeals that wait for a moderator.'
export const intro =
  'The order depends on reason and waiting time alone: child safety and illegal content first, then what has waited longest.'
export const tabsLabel = 'Queue'
export const TABS = { reports: 'Reports', pending: 'Pending', appeals: 'Appeals' } as const
/** @param waiting undefined until it is read */
export const tab = (name: string, waiting: number | undefined) =>
  waiting ? `${name} (${formatCount(waiting)})` : name

export const NOTHING = {
  reports: ['No open reports', 'New reports appear here.'],
  pending: ['No posts wait for approval', 'Posts that a rule of the site holds appear here.'],
  appeals: ['No open appeals', 'Appeals against decisions appear here.'],
} as const

export const SUBJECT_LABELS = {
  review: 'Review',
  reply: 'Reply',
  tool: 'Tool',
  launch: 'Launch',
  list: 'List',
  profile: 'Profile',
  company: 'Company',
} as const
export const noTitle = 'Deleted by its author'
const reports = (count: number) => pluralize(count, { one: '{n} report', other: '{n} reports' })
const quote = (words: string | null) => (words === null ? '' : `: “${words}”`)
/** @param by without a name in the own case */
export const reported = (count: number, by: string | null, words: string | null) => {
  const named = count === 1 ? `Reported by ${by}` : `${reports(count)}, one by ${by}`
  return (by === null ? reports(count) : named) + quote(words)
}
/** @param by the author; without a name it is a reporter, whose words the author does not see */
export const appealed = (number: number, by: string | null, words: string | null) => {
  const from = words === null ? '' : ` by ${by ?? 'a reporter'}`
  return `Appeal ${number}${from}${quote(words)}`
}
export const queueBy = 'by'
export const hidden = 'Hidden'
export const suspensionEnds = (time: string) => `Suspension ends in ${time}`
export const waiting = (time: string) => `Waiting ${time}`

export const keyNext = 'Next row'
export const keyPrevious = 'Previous row'
