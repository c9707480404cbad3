import * as sharedWords from './words.ts'

/** Spec 1 §5: sign-up. The server runs the same function. */
export const SIGN_UP_PASSWORD_MIN = 12

/** With the codes of GoTrue's `weak_password.reasons`. */
const RULES: readonly {
  reason: 'length' | 'characters' | 'pwned'
  problem: string
  isMet: (password: string) => boolean
}[] = [
  {
    reason: 'length',
    problem: sharedWords.passwordShort(SIGN_UP_PASSWORD_MIN),
    isMet: (password) => password.length >= SIGN_UP_PASSWORD_MIN,
  },
  {
    reason: 'characters',
    problem: sharedWords.passwordNoLowercase,
    isMet: (password) => /[a-z]/.test(password),
  },
  {
    reason: 'characters',
    problem: sharedWords.passwordNoUppercase,
    isMet: (password) => /[A-Z]/.test(password),
  },
  {
    reason: 'characters',
    problem: sharedWords.passwordNoNumber,
    isMet: (password) => /\d/.test(password),
  },
  {
    reason: 'characters',
    problem: sharedWords.passwordNoSpecial,
    isMet: (password) => /[^A-Za-z0-9\s]/.test(password),
  },
  {
    reason: 'pwned',
    problem: sharedWords.passwordCommon,
    isMet: (password) => !/(.)\1\1/s.test(password) && !/123|abc|qwerty/i.test(password),
  },
]

export const findBrokenRules = (password: string) => RULES.filter(({ isMet }) => !isMet(password))

/** @returns the messages of the broken rules */
export function findPasswordProblems(password: string): string[] {
  return findBrokenRules(password).map(({ problem }) => problem)
}

/** Spec 1 §4: 0-2 checks met weak, 3-4 medium, 5-6 strong. */
export function passwordStrength(password: string): 'weak' | 'medium' | 'strong' {
  const met = RULES.filter(({ isMet }) => isMet(password)).length
  if (met <= 2) return 'weak'
  return met <= 4 ? 'medium' : 'strong'
}
