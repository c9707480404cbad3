import { IDENTITY } from '../../identity.ts'
import { formatTime } from '../../ui/day.ts'

/** Spec 1 §2. */
export const SETTINGS = {
  pageTitle: 'Account settings',
  description: 'Your e-mail address, password and data.',
  title: 'Account Settings',
  information: 'Account Information',
  email: 'E-mail',
  username: 'Username',
  since: 'Member since',
} as const

/** A form that could not be sent for want of a session. */
export const SESSION_ENDED = {
  kept: 'Your session has ended. What you typed is kept: <link>sign in again</link> and save it.',
  lost: 'Your session has ended. Please <link>sign in again</link> and choose the password anew.',
} as const

export const CHANGE_EMAIL = {
  title: 'Change E-mail',
  address: 'New e-mail address',
  same: 'This is your address.',
  /** Spec 1 §8. */
  failed: 'Error updating email',
  sent: 'Check your email',
  sentMore: (email: string) => `We sent a link to ${email}. Open it to confirm.`,
} as const

export const CHANGE_PASSWORD = {
  title: 'Change Password',
  again: 'Confirm new password',
  doneMore: 'Other devices have been signed out.',
} as const

export const TWO_STEP = {
  on: 'It is on: signing in asks for a code from your authenticator app as well.',
  off: 'After the password, signing in asks for a code from an authenticator app on your phone as well.',
  newCodes: 'New recovery codes',
  noCodes: 'No recovery codes could be made. Please try again.',
  turnOn: 'Turn on two-step sign-in',
  turnOff: 'Turn off two-step sign-in',
  isOn: 'Two-step sign-in is on',

  isOff: 'Two-step sign-in is off',
  /** @param at makes it another than those that were begun before */
  appName: (at: string) => `Authenticator app ${at}`,
} as const

export const ENROL = {
  scan: 'In your authenticator app, add an account and scan this code, or type the key below it:',
  qrCode: 'QR code of the key',
  sameDevice: 'Is the app on this device? Then <link>open it with the key</link>.',
  enter: 'Enter the code that the app shows.',
  turnOn: 'Turn on',
} as const

export const RECOVERY_CODES = {
  title: 'Your recovery codes',
  text: 'Keep them somewhere safe: without your authenticator app, one of them signs you in. Each works once, and they are not shown again.',
  file: `Recovery codes for ${IDENTITY.name}; each works once.`,
  download: 'Download codes',
  done: 'I have kept them',
} as const

export const SESSIONS = {
  title: 'Where You Are Signed In',
  thisDevice: (device: string) => `${device} (this device)`,
  times: (signedIn: string, lastUsed: string) =>
    `Signed in ${formatTime(signedIn)}, last used ${formatTime(lastUsed)}`,
  end: 'Sign out',
  endLabel: (device: string, signedIn: string) =>
    `Sign out ${device}, signed in ${formatTime(signedIn)}`,
  failed: 'That device could not be signed out. Please try again.',
  ended: 'Signed out',
  endedMore: (device: string) => `${device} has been signed out.`,
} as const

export const DEVICE = {
  browserOn: (browser: string, system: string) => `${browser} on ${system}`,
  unknown: 'Another program',
} as const

export const DATA = {
  title: 'Your Data',
  text: 'Everything that the site holds about you: profile, stats, reviews, votes, follows, launches, company, pictures, sessions and account events, as a JSON file.',
  download: 'Download my data',
  preparing: 'Preparing...',
  failed: 'Your data could not be fetched. Please try again.',
} as const

export const EVENTS = {
  title: 'Recent Account Events',
  none: 'Nothing yet.',
} as const

/** What is noted of an account. */
export const EVENT_KINDS: Readonly<Record<string, string>> = {
  sign_in: 'Signed in',
  sign_out: 'Signed out',
  password_changed: 'Password changed',
  email_changed: 'E-mail address changed',
  privacy_changed: 'Privacy changed',
  username_changed: 'Username changed',
  review_deleted: 'Review deleted',
}

export const DANGER = {
  title: 'Danger Zone',
  signOutText: 'End this session on this device.',
  signOut: 'Sign Out',
  deleteText: 'Delete the account and what belongs to it, for good.',
} as const

export const DELETE = {
  button: 'Delete Account',
  title: 'Delete your account?',
  text: 'Profile, picture, votes, follows and account events are deleted for good. Your launches stay, without your name.',
  reviews: 'And your reviews?',
  keepReviews: 'Keep my reviews, as Anonymous',
  deleteReviews: 'Delete my reviews as well',
  keep: 'Keep my account',
  go: 'Delete for good',
  deleting: 'Deleting...',
  failed: 'Your account could not be deleted. Please try again.',
  done: 'Account deleted',
  doneMore: 'Your account and what belonged to it are gone.',
} as const
