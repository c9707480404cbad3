import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import type { Settings } from '../../settings/settings.ts'
import { authError } from '../request/errors.ts'

/** OWASP's figures for argon2id (the library's default kind): 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Each hash takes 19 MiB and a thread. */
const limit = pLimit(2)
/** Some seconds of work; further requests answer 429. */
const MAX_WAITING = 300

async function limitConcurrency<T>(work: () => Promise<T>): Promise<T> {
  if (limit.pendingCount >= MAX_WAITING) {
    throw authError(429, 'over_request_rate_limit', 'Too many sign-ins at the moment')
  }
  return limit(work)
}

export function hashPassword(password: string): Promise<string> {
  return limitConcurrency(() => hash(password, COST))
}

// Compared if there is no account, so that both responses take the same time.
const dummyHash = hash('no account has this password', COST)

/** @param storedHash without it the comparison takes the same time and returns false */
export async function verifyPassword(
  storedHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  const matches = await limitConcurrency(async () =>
    verify(storedHash ?? (await dummyHash), password),
  )
  return matches && storedHash !== null && storedHash !== undefined
}

const LOWERCASE = 'abcdefghijklmnopqrstuvwxyz'
const UPPERCASE = LOWERCASE.toUpperCase()
const DIGITS = '0123456789'
const SYMBOLS = '!@#$%^&*()_+-=[]{};\'\\:"|<>?,./`~'

/** The values of `auth.password_requirements`, with the CLI's sets of characters. */
const REQUIREMENTS = {
  '': [],
  letters_digits: [LOWERCASE + UPPERCASE, DIGITS],
  lower_upper_letters_digits: [LOWERCASE, UPPERCASE, DIGITS],
  lower_upper_letters_digits_symbols: [LOWERCASE, UPPERCASE, DIGITS, SYMBOLS],
}

const DEFAULT_MIN_LENGTH = 6

/** Why a password is refused: GoTrue's codes, and a message for people. */
export interface Weakness {
  reasons: ('length' | 'characters' | 'pwned')[]
  message: string
}

type PasswordSettings = Pick<Settings['auth'], 'minimum_password_length' | 'password_requirements'>

/** Finds what is wrong with a password by the settings, in GoTrue's words. */
function findWeakness(settings: PasswordSettings, password: string): Weakness | undefined {
  const minLength = settings.minimum_password_length ?? DEFAULT_MIN_LENGTH
  const sets = REQUIREMENTS[settings.password_requirements ?? '']
  const found: [reason: Weakness['reasons'][number], message: string][] = []
  if (password.length < minLength) {
    found.push(['length', `Password should be at least ${minLength} characters.`])
  }
  const hasOneOf = (set: string) => [...password].some((character) => set.includes(character))
  if (!sets.every(hasOneOf)) {
    const message = `Password should contain at least one character of each: ${sets.join(', ')}.`
    found.push(['characters', message])
  }
  if (found.length === 0) return undefined
  return {
    reasons: found.map(([reason]) => reason),
    message: found.map(([, message]) => message).join(' '),
  }
}

/**
 * Refuses a password that the settings do not allow.
 * @param productRule counts in place of the default if the operator has set neither setting
 * @throws {ApiError} weak_password
 */
export function refuseWeakPassword(
  settings: PasswordSettings,
  password: string,
  productRule?: (password: string) => Weakness | undefined,
): void {
  const isSet =
    settings.minimum_password_length !== undefined || settings.password_requirements !== undefined
  const byProduct = isSet ? undefined : productRule?.(password)
  const weakness = byProduct ?? findWeakness(settings, password)
  if (!weakness) return
  throw authError(422, 'weak_password', weakness.message, {
    weak_password: { reasons: weakness.reasons },
  })
}
