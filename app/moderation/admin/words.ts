import type { NumberSetting, SwitchSetting } from './site-settings.ts'

export const overviewTitle = 'Administration'
export const overviewDescription = 'Reports, held posts and failed emails of this site.'
export const openReports = 'Open reports'
export const oldest = (time: string) => `The oldest has waited ${time}`
export const noneOpen = 'No report waits'
export const pendingPosts = 'Posts that wait for approval'
export const failedEmails = 'Failed emails'
export const pendingHint = 'In the tab Pending of the queue'
export const failedHint = 'After four attempts'
export const emailsTitle = 'Failed emails'
export const emailsText =
  'The site has tried to send each of them four times. Check the mail server and its settings.'
export const emailsNone = 'No emails have failed.'
export const emailsNewest = (count: number) => `These are the newest ${count}.`
export const emailNoError = 'The mail server did not say why.'
export const email = (kind: string, address: string | null) =>
  address ? `${kind} to ${address}` : kind
export const EMAIL_KINDS: Readonly<Record<string, string>> = {
  report_received: 'Receipt of a report',
  report_resolved: 'Outcome of a report',
  urgent_report: 'Urgent report',
  content_decision: 'Decision about content',
  account_decision: 'Decision about an account',
  appeal_resolved: 'Outcome of an appeal',
  invitation: 'Invitation',
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
export const you = '(you)'
export const changed = (username: string) => `The role of ${username} was saved`
export const removeTitle = (username: string) => `Remove ${username} from staff?`
export const removeText = 'The next request of this member has no rights of staff.'
export const removeSelf = 'You lose access to this page and to moderation.'
export const removeConfirm = 'Remove from staff'
export const removed = (username: string) => `${username} is not staff any more`
export const appointTitle = 'Appoint'
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
    ],
    [],
  ],
  ['Security', [], ['require_staff_2fa']],
  ['Sign-up', [], ['invite_only']],
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
  require_staff_2fa: [
    'Require two-step sign-in of staff',
    'Staff without two-step sign-in can read and not decide.',
  ],
  invite_only: [
    'Sign-up by invitation only',
    'Only addresses that a moderator has invited can make an account.',
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
