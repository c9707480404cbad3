/** Spec 1 §5 and §8. */
export const PASSWORD = {
  required: 'Password is required',
  name: 'Password',
  /** Of a sign-up, where each rule that is not kept is listed. */
  short: (least: number) => `Password must be at least ${least} characters long`,
  noLowercase: 'Password must contain at least one lowercase letter',
  noUppercase: 'Password must contain at least one uppercase letter',
  noNumber: 'Password must contain at least one number',
  noSpecial: 'Password must contain at least one special character',
  common: 'Password contains common patterns and is not secure.',
  unfit: 'Password does not meet security requirements.',
  unfitBecause: (reasons: readonly string[]) =>
    `Password is not secure enough: ${reasons.join(', ')}`,
  /** Of a change of it. */
  tooShort: (least: number) => `Password must be at least ${least} characters long.`,
  mismatch: 'Password mismatch',
} as const

/** Spec 1 §4. */
export const STRENGTH = {
  hint: (least: number) =>
    `At least ${least} characters, with lower and upper case, a number and a special character.`,
  weak: 'Password strength: weak',
  medium: 'Password strength: medium',
  strong: 'Password strength: strong',
} as const
