import { z } from 'zod'
import { authError } from './errors.ts'

/** An access token carries the metadata in a request header, and headers end at 16 KB. */
const METADATA_LIMIT = 10_000

export const email = z
  .string()
  .trim()
  .toLowerCase()
  .max(255)
  .pipe(z.email({ pattern: z.regexes.html5Email }))

export const password = z.string().min(1).max(256)

const said = z.record(z.string(), z.unknown())

/** What signing up and in with a password need (spec 1 §5). */
export const credentials = z.object({ email, password })

/**
 * Told before what is wrong with either of them.
 * @throws {ApiError} 400
 */
export function requireCredentials(body: unknown): void {
  const said = (typeof body === 'object' && body) || {}
  const has = (field: string) => field in said && Boolean(Reflect.get(said, field))
  if (has('password') && has('email')) return
  if (has('password') && has('phone')) {
    throw authError(400, 'phone_provider_disabled', 'Phone logins are disabled')
  }
  const words = 'You must provide either an email or phone number and a password'
  throw authError(400, 'validation_failed', words)
}

/**
 * Refuses what GoTrue would do and this backend does not: whoever asks must not believe it was done.
 * @param fields that may be there without saying anything
 * @throws {ApiError} 400 that names the field
 */
export function refuseUnsupported(body: unknown, fields: readonly string[]): void {
  const said = (typeof body === 'object' && body) || {}
  const asked = fields.find((field) => field in said && Boolean(Reflect.get(said, field)))
  if (asked) throw authError(400, 'validation_failed', `${asked} is not supported here`)
}

/** What a person says about himself: an object of JSON that PostgreSQL can hold. */
export const metadata = said.refine(fits).default({})

/**
 * Metadata after a change; a null takes its key away, as in GoTrue.
 * @throws {ApiError} 400 when the whole has become too much
 */
export function mergedMetadata(
  before: Readonly<Record<string, unknown>>,
  change: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const after = Object.fromEntries(
    Object.entries({ ...before, ...change }).filter(([, value]) => value !== null),
  )
  if (!fits(after)) throw authError(400, 'validation_failed', 'The metadata is too long')
  return after
}

/** jsonb knows neither U+0000 nor half a surrogate pair; JSON spells both as escapes. */
function fits(data: unknown): boolean {
  const text = JSON.stringify(data)
  return text.length <= METADATA_LIMIT && !/(?<!\\)(\\\\)*\\u(0000|d[89a-f])/i.test(text)
}
