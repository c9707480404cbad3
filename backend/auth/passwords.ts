import { hash, verify } from '@node-rs/argon2'
import type { Settings } from '../settings/settings.ts'
import { authError } from './errors.ts'

/** OWASP's figures for argon2id (the library's default kind): 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Each hash takes 19 MiB and a thread. */
const MAX_CONCURRENT = 2
/** Some seconds of work; further requests answer 429. */
const MAX_WAITING = 300
let busy = 0
const waiting: (() => void)[] = []

async function limitConcurrency<T>(work: () => Promise<T>): Promise<T> {
  if (waiting.length >= MAX_WAITING) {
    throw authError(429, 'over_request_rate_limit', 'Too many sign-ins at the moment')
  }
  if (busy >= MAX_CONCURRENT) await new Promise<void>((resolve) => waiting.push(resolve))
  busy += 1
  try {
    return await work()
  } finally {
    busy -= 1
    waiting.shift()?.()
  }
}

export function hashPassword(password: string): Promise<string> {
  return limitConcurrency(() => hash(password, COST))
}

// Compared if there is no account, so that both responses take the same time.
const dummyHash = hash('nobody has this password', COST)

/** @param storedHash without it the comparison takes the same time and returns false */
export async function passwordMatches(
  storedHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  const matches = await limitConcurrency(async () =>
    verify(storedHash ?? (await dummyHash), password),
  )
  return matches && storedHash !== null && storedHash !== undefined
}

const LETTERS = ['lowercase letter', /[a-z]/] as const
const CAPITALS = ['uppercase letter', /[A-Z]/] as const
const DIGITS = ['number', /\d/] as const
const SYMBOLS = ['special character', /[^A-Za-z0-9\s]/] as const

/** The values of `auth.password_requirements`. */
const REQUIREMENTS = {
  '': [],
  letters_digits: [['letter', /[A-Za-z]/] as const, DIGITS],
  lower_upper_letters_digits: [LETTERS, CAPITALS, DIGITS],
  lower_upper_letters_digits_symbols: [LETTERS, CAPITALS, DIGITS, SYMBOLS],
}

/** What is wrong with a password by the settings, as sentences. */
export function findPasswordProblems(
  {
    minimum_password_length: minLength,
    password_requirements: required,
  }: Pick<Settings['auth'], 'minimum_password_length' | 'password_requirements'>,
  password: string,
): string[] {
  const tooShort =
    password.length < minLength ? [`Password should be at least ${minLength} characters.`] : []
  const missing = REQUIREMENTS[required].filter(([, kind]) => !kind.test(password))
  return [...tooShort, ...missing.map(([name]) => `Password must contain at least one ${name}`)]
}

/**
 * @param reasons what is wrong with the password, as sentences
 * @throws {ApiError} weak_password, if there is a reason
 */
export function refuseWeakPassword(reasons: string[]): void {
  if (reasons.length === 0) return
  throw authError(422, 'weak_password', reasons.join(' '), {
    weak_password: { reasons, message: reasons.join(' ') },
  })
}
