import { formatCount, pluralize } from '../../ui/format/numbers.ts'
import type { NumberSetting, SwitchSetting } from '../admin/settings-input.ts'

export const overviewTitle = 'Administration'
export const overviewDescription = 'Reports, held posts and failed emails of this site.'
export const openReports = 'Open reports'
export const oldest = (time: string) => `The oldest has waited ${time}`
export const noneOpen = 'No report waits'
export const pendingPosts = 'Posts that wait for approval'
export const failedEmails = 'Failed emails'
export const pendingHint = 'In the tab Pending of the queue'
export const failedHint = 'After four attempts'
export const emailsText =
  'The site has tried to send each of them four times. Check the mail server and its settings.'
export const emailsNone = 'No emails have failed.'
export const emailsNewest = (count: number) => `These are the newest ${count}.`
export const emailNoError = 'The mail server did not say why.'
export const adminEmail = (kind: string, address: string | null) =>
  address ? `${kind} to ${address}` : kind
export const EMAIL_KINDS: Readonly<Record<string, string>> = {
  report_received: 'Receipt of a report',
  report_resolved: 'Outcome of a report',
  urgent_report: 'Urgent report',
  content_decision: 'Decision about content',
  account_decision: 'Decision about an account',
  appeal_resolved: 'Outcome of an appeal',
  tool_claim: 'Outcome of a claim',
  invitation: 'Invitation',
  account: 'Email of an account',
  edit_accepted: 'Accepted edit',
  edit_declined: 'Declined edit',
  reply: 'Reply to a review',
  review: 'Review of a followed tool',
  follower: 'New follower',
  helpful_votes: 'Helpful votes',
  launch: 'Launch of a followed tool',
  digest: 'Digest',
}

export const staffTitle = 'Staff'
export const staffDescription = 'Moderators and administrators of this site.'
export const staffIntro =
  'Moderators decide about reports, held posts and appeals. Administrators may also change settings and staff.'
export const ROLES = { moderator: 'Moderator', admin: 'Administrator' } as const
export const ROLE_RIGHTS = {
  moderator: 'A moderator sees reports and decides about content, members and appeals.',
  admin:
    'An administrator may do what moderators do, and also sees email addresses and changes settings and staff.',
} as const
export const MAKE = { moderator: 'Make moderator', admin: 'Make administrator' } as const
export const makeTitle = (username: string, role: keyof typeof ROLES) =>
  role === 'admin' ? `Make ${username} an administrator?` : `Make ${username} a moderator?`
export const roleSince = (role: string, day: string) => `${role} since ${day}`
export const ownAccount = '(you)'
export const roleSaved = (username: string) => `The role of ${username} was saved`
export const removeTitle = (username: string) => `Remove ${username} from staff?`
export const removeText = 'The next request of this member has no rights of staff.'
export const removeSelf = 'You lose access to this page and to moderation.'
export const removeConfirm = 'Remove from staff'
export const removed = (username: string) => `${username} is not staff any more`
export const appoint = 'Appoint'
export const username = 'Username'
export const usernameMissing = 'Please enter a username.'
export const role = 'Role'

export const settingsTitle = 'Settings'
export const settingsDescription =
  'Approval of posts, limits of a day, sign-up and the word filter.'
export const settingsIntro =
  'The defaults suit a site whose members know each other. The suggested values suit a site that is open to strangers.'
export const settingsSaved = 'Settings saved'
export const settingsSame = 'Nothing has changed'
export const settingsOpenSite = 'Fill in the values for an open site'
export const values = (initial: string, suggested: string) =>
  `Default ${initial}, open site ${suggested}.`
export const on = 'on'
export const off = 'off'
export const numberWrong = 'Please enter a whole number of at most six digits.'
export const monthsWrong = (least: number) => `Please enter ${least} to 240 months.`

type Group = readonly [
  title: string,
  numbers: readonly NumberSetting[],
  switches: readonly SwitchSetting[],
]
export const SETTING_GROUPS: readonly Group[] = [
  ['Approval of posts', ['premoderate_first_posts', 'new_account_hours'], ['premoderate_links']],
  [
    'Limits per member and day',
    [
      'daily_limit_tools',
      'daily_limit_reviews',
      'daily_limit_launches',
      'daily_limit_votes',
      'daily_limit_follows',
      'daily_limit_edits',
      'daily_limit_lists',
    ],
    [],
  ],
  ['Signs of life of tools', ['vitality_quiet_months', 'vitality_dormant_months'], []],
  ['Security', [], ['require_staff_2fa']],
  ['Sign-up', [], ['invite_only']],
  ['Programs', [], ['ai_crawlers', 'open_review_texts']],
]
export const SETTINGS: Readonly<
  Record<NumberSetting | SwitchSetting, readonly [label: string, meaning: string]>
> = {
  premoderate_first_posts: [
    'First posts that wait for approval',
    'Posts wait until the member has this many visible reviews, tools and launches.',
  ],
  premoderate_links: [
    'Hold links of new accounts',
    'Posts and edited reviews of new accounts wait for approval if they contain a link.',
  ],
  new_account_hours: ['Hours as a new account', 'How long an account counts as new.'],
  daily_limit_tools: ['Tools', 'Tools that a member can add.'],
  daily_limit_reviews: ['Reviews', 'Reviews that a member can write.'],
  daily_limit_launches: ['Launches', 'Launches that a member can submit.'],
  daily_limit_votes: ['Votes', 'Helpful votes and upvotes together.'],
  daily_limit_follows: ['Follows', 'People and companies together.'],
  daily_limit_edits: ['Suggestions', 'Suggested edits of tools.'],
  daily_limit_lists: ['Lists', 'Lists that a member can make or copy.'],
  vitality_quiet_months: [
    'Months until a tool is quiet',
    'Without a release and a change of its code.',
  ],
  vitality_dormant_months: ['Months until it is dormant', 'At least as many.'],
  require_staff_2fa: [
    'Require two-step sign-in of staff',
    'Staff without two-step sign-in can read and not decide.',
  ],
  invite_only: [
    'Sign-up by invitation only',
    'Only addresses that a moderator has invited can make an account.',
  ],
  ai_crawlers: [
    'Allow crawlers of language models',
    'Otherwise /robots.txt asks the known ones to stay away. Readers and their assistants are not affected.',
  ],
  open_review_texts: [
    'Open the texts of reviews, replies, edits and decisions',
    'The open data at /data then contains them under its license. Your terms have to say so, because the texts belong to their authors.',
  ],
}

export const domainsTitle = 'Blocked email domains'
export const domainsLabel = 'Domains'
export const domainsHint =
  'One in each line, as mail.example. Their addresses, and those of domains below them, cannot sign up.'
export const domainWrong = 'Please enter domains such as mail.example, one in each line.'

export const wordsTitle = 'Word filter'
export const wordsText =
  'Matches anywhere in a text, in upper and lower case. Texts of profiles and companies are only refused, not held.'
export const wordsNone = 'No words.'
export const wordLabel = (number: number) => `Word ${number}`
export const wordAction = (number: number) => `What happens with word ${number}`
export const WORD_ACTIONS = { hold: 'Hold for approval', reject: 'Refuse' } as const
export const wordAdd = 'Add a word'
export const wordWrong = 'A word has 2 to 200 characters.'

export const REFUSALS = {
  moderator: {
    title: 'Only moderators can open this page',
    text: 'An administrator of this site can make you a moderator.',
  },
  admin: {
    title: 'Only administrators can open this page',
    text: 'Moderators and members cannot see or change the settings of this site.',
  },
} as const

export const LINKS = {
  queue: ['/moderation', 'Queue'],
  edits: ['/moderation/edits', 'Suggested edits'],
  claims: ['/moderation/claims', 'Claims'],
  capabilities: ['/moderation/capabilities', 'Uses'],
  users: ['/moderation/users', 'Members'],
  log: ['/moderation-log', 'Moderation log'],
  guidelines: ['/guidelines', 'Guidelines'],
  overview: ['/admin', 'Overview'],
  staff: ['/admin/staff', 'Staff'],
  invitations: ['/admin/invitations', 'Invitations'],
  settings: ['/admin/settings', 'Settings'],
  merge: ['/moderation/merge', 'Merge tools'],
  catalog: ['/admin/catalog', 'Catalog'],
  sources: ['/admin/sources', 'Lists'],
  import: ['/admin/import', 'Import tools'],
} as const
/** How much waits behind a link. */
export const waitingCount = (count: number) => `${count} waiting`
export const moderationLinks = 'Moderation pages'
export const adminLinks = 'Administration pages'

export const minutes = (count: number) =>
  pluralize(count, { one: '{n} minute', other: '{n} minutes' })
export const hours = (count: number) => pluralize(count, { one: '{n} hour', other: '{n} hours' })
export const days = (count: number) => pluralize(count, { one: '{n} day', other: '{n} days' })

export const invitationsTitle = 'Invitations'
export const invitationsDescription = 'The invitations to this site, and which of them were used.'
export const invitationsIntro =
  'An invitation is for one address and valid for 14 days. It is needed only while sign-up is by invitation.'

export const formTitle = 'Invite someone'
export const email = 'Email'
export const note = 'Note (optional)'
export const noteHint = 'It is part of the email.'
export const noteTooLong = 'Please keep the note to 500 characters.'
export const invite = 'Send invitation'
export const invited = (address: string) => `We have sent an invitation to ${address}.`

export const invitationsNone = 'There are no invitations.'
export const open = (day: string) => `Valid until ${day}`
export const expired = (day: string) => `Ended on ${day}`
export const used = (day: string) => `Signed up on ${day}`
export const inviteAgain = 'Invite again'
export const revoke = 'Revoke'
export const revokeTitle = (address: string) => `Revoke the invitation of ${address}?`
export const revokeText =
  'The address can no longer sign up. A sign-up that waits for its confirmation is deleted.'
export const revoked = (address: string) => `The invitation of ${address} is revoked.`

export const usersTitle = 'Members'
export const usersDescription = 'Find a member of this site, and decide about the account.'
export const usersIntro =
  'Open the case of a member to warn, suspend, remove content or exempt from approval.'
export const search = 'Username'
export const searchHint = 'Or the first letters of it.'
export const searchByAddress = 'Username or email address'
export const searchByAddressHint = 'The first letters of a username, or a whole address.'
export const usersNone = 'No members found'
export const usersNoneMore = 'Try fewer letters of the username.'
export const found = (count: number) =>
  pluralize(count, { one: '{n} member', other: '{n} members' })
export const foundMore = 'Type more letters to find others.'
export const suspended = 'Suspended'
export const suspendedUntil = (day: string) => `Suspended until ${day}`
export const since = (day: string) => `Member since ${day}`
export const openCase = 'Open case<hidden> of {name}</hidden>'

// Rows of a file; the database has the same messages for rows of one call.
export const sameWebsite = (row: number, earlier: number) =>
  `Row ${row} has the same website as row ${earlier}.`
export const sameTool = (row: number, earlier: number) =>
  `Row ${row} is the same tool as row ${earlier}.`
export const sameName = (row: number, earlier: number) =>
  `Row ${row} has the same name as row ${earlier}.`
export const sameSlug = (row: number, earlier: number) =>
  `Row ${row} has the same slug as row ${earlier}.`

export const noTable = 'The file is no table of tools. Save it as CSV or JSON.'
export const jsonInvalid = 'The file is not a JSON list of tools.'
export const encodingUnknown = (encoding: string) => `There is no encoding ${encoding}.`
export const encodingWrong = (row: number, encoding: string) =>
  `Row ${row} has characters that are not ${encoding}.`
export const characterLost = (row: number) =>
  `Row ${row} has the character \ufffd, which stands for one that an earlier program could not read.`
export const readAsWindows = 'Read it as Windows-1252'
/** @param rows those with the same problem, of which the first three are named */
/** Of a problem that many rows have. */
const NAMED_ROWS = 20

export const sharedProblem = (problem: string, rows: readonly number[], total: number) =>
  rows.length === total
    ? `All ${formatCount(total)} rows: ${problem}`
    : `${formatCount(rows.length)} rows (${rows.slice(0, NAMED_ROWS).join(', ')}${rows.length > NAMED_ROWS ? ' …' : ''}): ${problem}`
export const headerMissing = 'The file has no header with the names of columns.'
export const csvInvalid = (row: number, problem: string) => `Row ${row} can't be read: ${problem}`

interface Counts {
  created: number
  updated: number
  unchanged: number
  invalid: number
}
export const checked = ({ created, updated, invalid }: Counts) =>
  `${created} new, ${updated} changed, ${invalid} invalid. Nothing has been saved.`
export const written = ({ created, updated, unchanged }: Counts) =>
  `${created} new, ${updated} changed, ${unchanged} unchanged.`

export const title = 'Import tools'
export const description = 'Add and change tools from a file.'
export const intro =
  'Add and change tools from a CSV or JSON file with the columns of an export. A listed tool is found by its website, then by its slug or its name. An empty cell leaves its value.'

export const file = 'File'
export const choose = 'Choose a file'
export const columns = 'Columns'
export const columnsText =
  'Name, description and category are required. Separate platforms, aliases and capabilities with semicolons; a successor is the slug of a tool.'
export const checking = (done: number, total: number) => `Checked ${done} of ${total} rows`
export const saving = (done: number, total: number) => `Saved ${done} of ${total} rows`
export const progress = 'Progress'
export const empty = 'The file has no rows.'
export const fix = 'Correct these rows in the file, and choose it again.'
export const send = (count: number) =>
  pluralize(count, { one: 'Import {n} tool', other: 'Import {n} tools' })
export const rename = 'Change names and websites of listed tools'
export const nothing = 'All tools of the file are listed already, with the same values.'
export const checkFailed = 'The file could not be checked.'
export const saveFailed =
  'The import stopped. The rows before are saved; another attempt leaves them unchanged.'
export const done = 'The import is done.'

export const resultsTitle = 'Rows'
export const row = (number: number) => `Row ${number}`
export const OUTCOMES = {
  invalid: 'Invalid',
  duplicate: 'Duplicate',
  created: 'New',
  updated: 'Changed',
  unchanged: 'Unchanged',
} as const
export const more = (count: number) =>
  pluralize(count, { one: 'Show {n} more row', other: 'Show {n} more rows' })
