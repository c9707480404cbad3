export const title = 'Moderation case'
export const description = 'Content, reports and decisions of a case of moderation.'
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
  subcategories: 'Subcategories',
  tagline: 'Tagline',
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
