import * as sharedWords from './words.ts'

/** Spec 1 §5: sign-up. The server runs the same function. */
export const SIGN_UP_PASSWORD_MIN = 12

const RULES: readonly { problem: string; isMet: (password: string) => boolean }[] = [
  {
    problem: sharedWords.passwordShort(SIGN_UP_PASSWORD_MIN),
    isMet: (password) => password.length >= SIGN_UP_PASSWORD_MIN,
  },
  {
    problem: sharedWords.passwordNoLowercase,
    isMet: (password) => /[a-z]/.test(password),
  },
  {
    problem: sharedWords.passwordNoUppercase,
    isMet: (password) => /[A-Z]/.test(password),
  },
  {
    problem: sharedWords.passwordNoNumber,
    isMet: (password) => /\d/.test(password),
  },
  {
    problem: sharedWords.passwordNoSpecial,
    isMet: (password) => /[^A-Za-z0-9\s]/.test(password),
  },
  {
    problem: sharedWords.passwordCommon,
    isMet: (password) => !/(.)\1\1/s.test(password) && !/123|abc|qwerty/i.test(password),
  },
]

/** @returns the messages of the broken rules */
export function passwordProblems(password: string): string[] {
  return RULES.filter(({ isMet }) => !isMet(password)).map(({ problem }) => problem)
}

/** Spec 1 §4: 0-2 checks met weak, 3-4 medium, 5-6 strong. */
export function passwordStrength(password: string): 'weak' | 'medium' | 'strong' {
  const met = RULES.filter(({ isMet }) => isMet(password)).length
  if (met <= 2) return 'weak'
  return met <= 4 ? 'medium' : 'strong'
}
