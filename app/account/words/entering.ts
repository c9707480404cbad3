import { LINK } from '../../data/words.ts'
import { IDENTITY } from '../../identity.ts'

/** Spec 1 §2. */
export const AUTH = {
  pageTitle: 'Sign in',
  description: 'Sign in, or make an account to write reviews.',
  title: `Welcome to ${IDENTITY.name}`,
  login: 'Login',
  signUp: 'Sign Up',
  continueWith: (provider: string) => `Continue with ${provider}`,
  back: 'Back to Sign In',
} as const

export const LOGIN = {
  email: 'Email',
  password: 'Password',
  signingIn: 'Signing in...',
  forgotten: 'Forgot your password?',
} as const

export const SIGN_UP = {
  create: 'Create Account',
  creating: 'Creating account...',
  taken: 'Somebody has this one: yours will get a number.',
} as const

/** Spec 1 §8. */
export const REFUSED = {
  login: 'Invalid email or password.',
  tooManyLogins: 'Too many login attempts. Please try again later.',
  signUp: 'Signup failed',
  registration: 'Registration failed. Please try again.',
  exists: 'An account with this email already exists.',
  tooManySignUps: 'Too many signup attempts. Please try again later.',
  sessionEnded: 'Your session has ended. Please sign in again.',
} as const

/** Spec 1 §2, §8 and §9. */
export const CHECK_EMAIL = {
  title: 'Check Your Email',
  text: 'We sent a link to <address>{email}</address>. Open it to confirm your address, and you are in.',
  limit: 'Rate limit reached',
  limitMore: "You've reached the maximum number of resend attempts. Please try again later.",
  failed: 'Failed to resend email',
  sent: 'Email sent',
  sentMore: 'Please check your inbox.',
  oneLeft: 'One resend is left. Please look into your spam folder as well.',
  resend: 'Resend Email',
  resendIn: (seconds: number) => `Resend Email (${seconds}s)`,
} as const

/** A guarded page (spec 1 §2). */
export const GUARD = {
  title: 'Authentication Required',
  text: 'Please sign in to access this page.',
} as const

export const RESET = {
  pageTitle: 'Reset password',
  description: 'Ask for a link to choose a new password.',
  title: 'Reset your password',
  sent: 'If an account has this address, a link to choose a new password is on its way to it.',
  send: 'Send reset link',
  failed: 'The link could not be sent. Please try again in a minute.',
} as const

export const NEW_PASSWORD = {
  pageTitle: 'New password',
  description: 'Choose a new password.',
  title: 'Choose a new password',
  password: 'New password',
  again: 'Confirm password',
  update: 'Update password',
  failed: 'Error updating password',
  done: 'Password updated',
  expired: LINK.expired,
  expiredMore: 'A link works once, and not for ever.',
  askAnew: 'Ask for a new one',
} as const

export const CODE = {
  title: 'Two-Step Sign-In',
  text: `Enter the code that your authenticator app shows for ${IDENTITY.name}.`,
  recoveryText: 'Enter one of the recovery codes that you kept. Each works once.',
  useApp: 'Use the authenticator app',
  useRecovery: 'Use a recovery code',
  label: '6-digit code',
  wrong: 'A code has 6 digits.',
  recoveryLabel: 'Recovery code',
  recoveryWrong: 'A recovery code has 16 letters and digits.',
  go: 'Continue',
  checking: 'Checking...',
} as const

/** Why a code was refused. */
export const CODE_REFUSED = {
  noApp: 'There is no authenticator app. Sign in again.',
  tooMany: 'Too many attempts. Please wait five minutes.',
  wrong: 'This code is not right, or was used already. Wait for the next one.',
} as const
