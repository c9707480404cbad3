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
