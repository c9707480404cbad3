import { z } from 'zod'
import { authError } from './errors.ts'

/** The metadata is in the access token, which is a request header, and headers end at 16 KB. */
const MAX_METADATA_CHARACTERS = 10_000

export const email = z
  .string()
  .trim()
  .toLowerCase()
  .max(255)
  .pipe(z.email({ pattern: z.regexes.html5Email }))

export const password = z.string().min(1).max(256)

export interface PhoneRefusal {
  status: number
  message: string
}

/** @throws {ApiError} phone_provider_disabled for a phone number in place of an address */
export function refusePhone(body: unknown, { status, message }: PhoneRefusal): void {
  if (!hasValue(body, 'phone') || hasValue(body, 'email')) return
  throw authError(status, 'phone_provider_disabled', message)
}

/** The fields of a sign-up or sign-in with a password (spec 1 §5). */
export const credentials = z.object({ email, password })

/** Whether a body has any of the credentials, without which a sign-up is an anonymous one. */
export const hasCredentials = (body: unknown): boolean =>
  ['email', 'phone', 'password'].some((field) => hasValue(body, field))

/**
 * Checks that both fields are there, before their values are checked, as in GoTrue.
 * @param phone GoTrue's answer of the route to a phone number in place of an address
 * @throws {ApiError} 400, and phone_provider_disabled
 */
export function requireCredentials(body: unknown, phone: PhoneRefusal): void {
  const has = (field: string) => hasValue(body, field)
  if (has('password') && has('email')) return
  if (has('password')) refusePhone(body, phone)
  const message = 'You must provide either an email or phone number and a password'
  throw authError(400, 'validation_failed', message)
}

/**
 * Refuses fields that GoTrue supports and this backend does not, instead of ignoring them.
 * @throws {ApiError} 400 that names the field, if it has a value
 */
export function refuseUnsupported(body: unknown, fields: readonly string[]): void {
  const unsupported = fields.find((field) => hasValue(body, field))
  if (unsupported) {
    throw authError(400, 'validation_failed', `${unsupported} is not supported here`)
  }
}

const hasValue = (body: unknown, field: string) =>
  typeof body === 'object' && body !== null && Boolean(Reflect.get(body, field))

/** A user's metadata: a JSON object that PostgreSQL can store. */
export const metadata = z.record(z.string(), z.unknown()).refine(isStorable).default({})

/**
 * Merges a change into metadata; null removes a key, as in GoTrue.
 * @throws {ApiError} 400 if the result is too long
 */
export function mergeMetadata(
  before: Readonly<Record<string, unknown>>,
  change: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const after = Object.fromEntries(
    Object.entries({ ...before, ...change }).filter(([, value]) => value !== null),
  )
  if (!isStorable(after)) throw authError(400, 'validation_failed', 'The metadata is too long')
  return after
}

/** jsonb stores neither U+0000 nor half a surrogate pair, which JSON can write as escapes. */
function isStorable(data: unknown): boolean {
  const text = JSON.stringify(data)
  return text.length <= MAX_METADATA_CHARACTERS && !/(?<!\\)(\\\\)*\\u(0000|d[89a-f])/i.test(text)
}
