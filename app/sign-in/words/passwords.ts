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
