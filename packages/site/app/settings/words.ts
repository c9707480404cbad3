import type { Area } from '../shared/area-table.ts'
import { isAreaOn } from '../shared/areas.ts'
import { IDENTITY } from '../shared/identity.ts'
import { formatTime } from '../ui/format/day.ts'

// Spec 1 §2.
export const pageTitle = 'Account settings'
export const description = 'Your email address, password and data.'
export const title = 'Account Settings'
export const sections = 'Sections'
export const information = 'Account Information'
export const email = 'Email'
export const username = 'Username'
export const since = 'Member since'
/** Spec 3 §1.1. */
export const reports = 'Your reports, decisions about you, and appeals'

export const changeEmailTitle = 'Change Email'
export const changeEmailAddress = 'New email address'
export const changeEmailSame = 'This is already your address.'
/** Spec 1 §8. */
export const changeEmailFailed = 'Error updating email'
export const changeEmailSent = 'Check your email'
export const changeEmailSentMore = (email: string) =>
  `We sent a link to ${email}. Open it to confirm.`

export const changePasswordTitle = 'Change Password'
export const changePasswordAgain = 'Confirm new password'
export const changePasswordDoneMore = 'Other devices have been signed out.'

export const twoStepOn = 'On. Signing in also asks for a code from your authenticator app.'
export const twoStepOff =
  'After your password, signing in also asks for a code from an authenticator app on your phone.'
export const twoStepNewCodes = 'New recovery codes'
export const twoStepNoCodes = 'No recovery codes could be made. Please try again.'
export const twoStepTurnOn = 'Turn on two-step sign-in'
export const twoStepTurnOff = 'Turn off two-step sign-in'
export const twoStepIsOn = 'Two-step sign-in is on'
export const twoStepIsOff = 'Two-step sign-in is off'

export const enrolScan =
  'In your authenticator app, add an account and scan this code, or type the key below it:'
export const enrolQrCode = 'QR code with the key'
export const enrolSameDevice = 'Is the app on this device? Then <link>open it with the key</link>.'
export const enrolEnter = 'Enter the code that the app shows.'
export const enrolTurnOn = 'Turn on'

export const recoveryCodesTitle = 'Your recovery codes'
export const recoveryCodesText =
  'Keep them somewhere safe: without your authenticator app, one of them signs you in. Each works once, and they are not shown again.'
export const recoveryCodesFile = `Recovery codes for ${IDENTITY.name}; each works once.`
export const recoveryCodesDownload = 'Download codes'
export const recoveryCodesDone = 'I have saved them'

export const sessionsTitle = 'Where You Are Signed In'
export const sessionsThisDevice = (device: string) => `${device} (this device)`
export const sessionsTimes = (signedIn: string, lastUsed: string) =>
  `Signed in ${formatTime(signedIn)}, last used ${formatTime(lastUsed)}`
export const sessionsEnd = 'Sign out'
export const sessionsEndLabel = (device: string, signedIn: string) =>
  `Sign out ${device}, signed in ${formatTime(signedIn)}`
export const sessionsFailed = 'That device could not be signed out. Please try again.'
export const sessionsEnded = 'Signed out'
export const sessionsEndedMore = (device: string) => `${device} has been signed out.`

export const deviceBrowserOn = (browser: string, system: string) => `${browser} on ${system}`
export const deviceUnknown = 'Unknown browser'

export const emailsTitle = 'Emails'
export const emailsText =
  'You see everything under notifications. Choose what you also get by email: at once, in one email on Mondays, or not at all.'
export const EMAIL_TIMES = [
  ['immediately', 'Immediately'],
  ['weekly', 'Weekly'],
  ['never', 'Never'],
] as const
/** `byDefault` is selected until the member chooses; two kinds have a default of their own, with a name. */
const ALL_KINDS: readonly {
  kind: string
  title: string
  hint: string
  byDefault: (typeof EMAIL_TIMES)[number][0] | { label: string }
  area?: Area
}[] = [
  {
    kind: 'reply',
    title: 'Replies',
    hint: 'The maker of a tool replies to your review.',
    byDefault: 'immediately',
    area: 'makers',
  },
  {
    kind: 'review',
    title: 'Reviews of tools',
    hint: 'Of tools that you follow or that your company makes. The weekly email also names their changed prices and platforms.',
    byDefault: { label: 'Only my company’s tools' },
  },
  {
    kind: 'edit',
    title: 'Suggested edits',
    hint: 'A moderator decides about your suggestion.',
    byDefault: { label: 'Only if not accepted' },
  },
  {
    kind: 'launch',
    title: 'Launches',
    hint: 'A tool that you follow announces a launch, or the day of a launch begins that you asked to be told about.',
    byDefault: 'never',
    area: 'launches',
  },
  {
    kind: 'helpful_votes',
    title: 'Helpful votes',
    hint: 'Your review reaches 1, 5, 10, 25, 50 or 100 helpful votes.',
    byDefault: 'never',
  },
  {
    kind: 'follower',
    title: 'Followers',
    hint: 'Someone follows you.',
    byDefault: 'never',
    area: 'profiles',
  },
]
export const EMAIL_KINDS = ALL_KINDS.filter(({ area }) => !area || isAreaOn(area))
export const emailsSaved = 'Saved'
export const emailsNotSaved = (reason: string) => `Not saved. ${reason}`
export const emailsAlways = 'Always sent'
export const EMAILS_ALWAYS = [
  'Decisions about you',
  'Your reports',
  'Your appeals',
  ...(isAreaOn('makers') ? ['Claims of tools'] : []),
]

/** What emails are about, by the kind in their link. The digest is one email with several kinds. */
const STOPPED: Readonly<Record<string, string>> = {
  reply: 'emails about replies to your reviews',
  review: 'emails about reviews of tools that you make or follow',
  edit: 'emails about your suggested edits',
  helpful_votes: 'emails about helpful votes',
  follower: 'emails about new followers',
  launch: 'emails about launches',
  digest: 'weekly emails',
}
const stopped = (kind: string) => STOPPED[kind] ?? 'these emails'
export const unsubscribeTitle = 'Stop emails'
export const unsubscribeDescription = 'Stop emails of one kind.'
export const unsubscribeAsk = (kind: string) => `Stop ${stopped(kind)}?`
export const unsubscribeOthers = 'All other emails stay as they are.'
export const unsubscribeGo = 'Stop these emails'
export const unsubscribeDone = (kind: string) => `You get no more ${stopped(kind)}`
export const unsubscribeUndone = (kind: string) => `You get ${stopped(kind)} again`
export const unsubscribeSettings = 'Choose your emails'
export const unsubscribeMissing = 'This link does not work'
export const unsubscribeMissingMore =
  'It is not complete, or the account does not exist anymore. You can choose your emails in the account settings.'

export const dataTitle = 'Your Data'
export const dataText =
  'Everything that the site stores about you: profile, stats, reviews, votes, follows, launches, company, pictures, sessions and account events, as a JSON file.'
export const dataDownload = 'Download my data'
export const dataPreparing = 'Preparing...'
export const dataFailed = 'Your data could not be fetched. Please try again.'

export const eventsTitle = 'Recent Account Events'
export const eventsNone = 'Nothing yet.'

/** By the `action` of an account event. */
export const EVENT_KINDS: Readonly<Record<string, string>> = {
  sign_in: 'Signed in',
  sign_out: 'Signed out',
  password_changed: 'Password changed',
  email_changed: 'Email address changed',
  privacy_changed: 'Privacy changed',
  username_changed: 'Username changed',
  review_deleted: 'Review deleted',
  content_removed: 'Content removed by a moderator',
}

export const dangerTitle = 'Danger Zone'
export const dangerSignOutText = 'End this session on this device.'
export const dangerSignOut = 'Sign Out'
export const dangerDeleteText = 'Permanently delete the account and everything in it.'

export const deleteButton = 'Delete Account'
export const deleteTitle = 'Delete your account?'
export const deleteText =
  'Profile, picture, votes, follows and account events are permanently deleted. Your launches stay, without your name.'
export const deleteReviews = 'And your reviews?'
export const deleteKeepReviews = 'Keep my reviews, as Anonymous'
export const deleteDeleteReviews = 'Delete my reviews as well'
export const deleteKeep = 'Keep my account'
export const deleteGo = 'Delete permanently'
export const deleteDeleting = 'Deleting...'
export const deleteFailed = 'Your account could not be deleted. Please try again.'
export const deleteDone = 'Account deleted'
export const deleteDoneMore = 'Your account and its data have been deleted.'
