import { hash, verify } from '@node-rs/argon2'
import type { Settings } from '../settings/settings.ts'
import { authError } from './errors.ts'

/** OWASP's figures for argon2id (the library's default kind): 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Each takes 19 MiB and a thread; a crowd at the door queues. */
const AT_ONCE = 2
/** Some seconds' work; whoever comes later had better come again. */
const IN_QUEUE = 300
let busy = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting.length >= IN_QUEUE) {
    throw authError(429, 'over_request_rate_limit', 'Too many sign-ins at the moment')
  }
  if (busy >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  busy += 1
  try {
    return await work()
  } finally {
    busy -= 1
    waiting.shift()?.()
  }
}

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, COST))
}

// Compared with when there is no account, so that both answers take the same time.
const nobodys = hash('nobody has this password', COST)

/** @param known the stored hash; without one it takes as long and says no */
export async function passwordMatches(
  known: string | null | undefined,
  password: string,
): Promise<boolean> {
  const matches = await inTurn(async () => verify(known ?? (await nobodys), password))
  return matches && known !== null && known !== undefined
}

const LETTERS = ['lowercase letter', /[a-z]/] as const
const CAPITALS = ['uppercase letter', /[A-Z]/] as const
const DIGITS = ['number', /\d/] as const
const SYMBOLS = ['special character', /[^A-Za-z0-9\s]/] as const

/** What `auth.password_requirements` names. */
const REQUIREMENTS = {
  '': [],
  letters_digits: [['letter', /[A-Za-z]/] as const, DIGITS],
  lower_upper_letters_digits: [LETTERS, CAPITALS, DIGITS],
  lower_upper_letters_digits_symbols: [LETTERS, CAPITALS, DIGITS, SYMBOLS],
}

/** What the settings have against a password, in words. */
export function passwordProblems(
  {
    minimum_password_length: least,
    password_requirements: required,
  }: Pick<Settings['auth'], 'minimum_password_length' | 'password_requirements'>,
  wanted: string,
): string[] {
  const tooShort = wanted.length < least ? [`Password should be at least ${least} characters.`] : []
  const missing = REQUIREMENTS[required].filter(([, kind]) => !kind.test(wanted))
  return [...tooShort, ...missing.map(([name]) => `Password must contain at least one ${name}`)]
}

/**
 * @param reasons what is wrong with it, in words
 * @throws {ApiError} weak_password
 */
export function refuseWeak(reasons: string[]): void {
  if (reasons.length === 0) return
  throw authError(422, 'weak_password', reasons.join(' '), {
    weak_password: { reasons, message: reasons.join(' ') },
  })
}
