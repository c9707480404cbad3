/** Spec 1 §4: when a sign-in with a confirmed address is seen. */
export const VERIFIED = {
  title: 'Email verified',
  text: (email: string) => `${email} is confirmed.`,
} as const

export const SWITCH = {
  title: 'Switch accounts?',
  text: (from: string, to: string) =>
    `You are signed in as ${from}. The link that you opened signs in ${to} instead. Go on only if that account is yours.`,
  stay: 'Stay signed in',
  go: 'Switch',
} as const

/** Spec 1 §8. */
export const SIGN_OUT = {
  failed: 'Failed to sign out. Please try again.',
  done: 'Signed out',
  doneMore: 'You have been successfully signed out.',
} as const
