import * as dataWords from '../data/words.ts'
import { IDENTITY } from '../shared/identity.ts'

// Spec 1 §4: at the first sign-in with a confirmed address.
export const verifiedTitle = 'Email verified'
export const verifiedText = (email: string) => `${email} is confirmed.`

export const switchTitle = 'Switch accounts?'
export const switchText = (from: string, to: string) =>
  `You are signed in as ${from}. The link that you opened signs in ${to} instead. Continue only if that account is yours.`
export const switchStay = 'Stay signed in'
export const switchGo = 'Switch'

export const continueTitle = (email: string) => `Continue as ${email}?`
export const continueText =
  'The link that you opened signs this browser in to that account. Continue only if the account is yours.'
export const continueNo = 'Not me'
export const continueYes = 'Continue'

// Spec 1 §8.
export const signOutFailed = 'Failed to sign out. Please try again.'
export const signOutDone = 'Signed out'
export const signOutDoneMore = 'You have been successfully signed out.'

// Spec 1 §5 and §8.
export const passwordRequired = 'Password is required'
export const passwordName = 'Password'
export const passwordUnfit = 'Password does not meet security requirements.'
export const passwordUnfitBecause = (problems: string) =>
  `Password is not secure enough: ${problems}`
/** For a changed password. */
export const passwordTooShort = (least: number) =>
  `Password must be at least ${least} characters long.`
export const passwordMismatch = 'Password mismatch'

/** Spec 1 §4. */
export const STRENGTH = {
  hint: (least: number) =>
    `At least ${least} characters, with lower and upper case, a number and a special character.`,
  weak: 'Password strength: weak',
  medium: 'Password strength: medium',
  strong: 'Password strength: strong',
} as const

// Spec 1 §2.
export const authPageTitle = 'Sign in'
export const authDescription = 'Sign in, or create an account to write reviews.'
export const authTitle = `Welcome to ${IDENTITY.name}`
export const authNotStored =
  'Your browser blocks site data. You can sign in, but the session ends when you close or reload this page.'
export const authLogin = 'Login'
export const authSignUp = 'Sign Up'
export const authContinueWith = (provider: string) => `Continue with ${provider}`
export const authBack = 'Back to Sign In'

export const loginEmail = 'Email'
export const loginPassword = 'Password'
export const loginSigningIn = 'Signing in...'
export const loginForgotten = 'Forgot your password?'

/** Before the form; the answer to a sign-up is the first sentence alone. */
export const signUpByInvitation = `${dataWords.signUpByInvitation} Use the address that your invitation was sent to.`
export const signUpRequired = 'Only email and password are required.'
export const signUpRequiredBusiness = 'Only email, password and company name are required.'
export const signUpCreate = 'Create Account'
export const signUpCreating = 'Creating account...'
export const signUpTaken = 'Taken. We’ll add a number.'

// Spec 1 §8.
export const refusedLogin = 'Invalid email or password.'
export const refusedTooManyLogins = 'Too many login attempts. Please try again later.'
export const refusedSignUp = 'Signup failed'
export const refusedRegistration = 'Registration failed. Please try again.'
export const refusedExists = 'An account with this email already exists.'
export const refusedTooManySignUps = 'Too many signup attempts. Please try again later.'
export const refusedSessionEnded = 'Your session has ended. Please sign in again.'

// Spec 1 §2, §8 and §9.
export const checkEmailTitle = 'Check Your Email'
export const checkEmailText =
  'We sent a link to <address>{email}</address>. Open it to confirm your address, and you are in.'
export const loginUnconfirmed = 'Not confirmed yet? <resend>Send the email again</resend>'
export const mailedCode = 'Or enter the code from the email'
export const mailedCodeWrong = 'This code is wrong or has expired.'
export const checkEmailLimit = 'Rate limit reached'
export const checkEmailLimitMore =
  "You've reached the maximum number of resend attempts. Please try again later."
export const checkEmailFailed = 'Failed to resend email'
export const checkEmailSent = 'Email sent'
export const checkEmailSentMore = 'Please check your inbox.'
export const checkEmailOneLeft = 'One resend is left. Please check your spam folder too.'
export const checkEmailResend = 'Resend Email'
export const checkEmailResendIn = (seconds: number) => `Resend Email (${seconds}s)`

// A guarded page (spec 1 §2).
export const guardTitle = 'Authentication Required'
export const guardText = 'Please sign in to access this page.'

export const resetPageTitle = 'Reset password'
export const resetDescription = 'Request a link to choose a new password.'
export const resetTitle = 'Reset your password'
export const resetSent =
  'If an account uses this address, a link to choose a new password is on its way.'
export const resetSend = 'Send reset link'
export const resetFailed = 'The link could not be sent. Please try again in a minute.'

export const newPasswordPageTitle = 'New password'
export const newPasswordDescription = 'Choose a new password.'
export const newPasswordTitle = 'Choose a new password'
export const newPasswordPassword = 'New password'
export const newPasswordAgain = 'Confirm password'
export const newPasswordUpdate = 'Update password'
export const newPasswordFailed = 'Error updating password'
export const newPasswordDone = 'Password updated'
export const newPasswordExpiredMore = 'Links work once and expire.'
export const newPasswordAskAnew = 'Request a new one'

export const currentPassword = 'Current password'
export const currentPasswordNeeded = 'Please enter your current password.'
export const currentPasswordWrong = 'This is not your current password.'
export const currentPasswordWhy = 'You signed in some time ago.'
export const currentPasswordGo = 'Continue'

export const codeTitle = 'Two-Step Sign-In'
export const codeText = `Enter the code that your authenticator app shows for ${IDENTITY.name}.`
export const codeRecoveryText = 'Enter one of your recovery codes. Each works once.'
export const codeUseApp = 'Use the authenticator app'
export const codeUseRecovery = 'Use a recovery code'
export const codeLabel = '6-digit code'
export const codeWrong = 'A code has 6 digits.'
export const codeRecoveryLabel = 'Recovery code'
export const codeRecoveryWrong = 'A recovery code has 16 letters and digits.'
export const codeGo = 'Continue'
export const codeChecking = 'Checking...'

// Why a code was refused.
export const codeRefusedNoApp = 'There is no authenticator app. Sign in again.'
export const codeRefusedTooMany = 'Too many attempts. Please wait five minutes.'
export const codeRefusedWrong = 'This code is wrong or was already used. Wait for the next one.'

/** @param at makes the name differ from those of unfinished enrolments */
export const appName = (at: string) => `Authenticator app ${at}`
