import type { Context } from 'hono'
import { z } from 'zod'
import { authError, invalidEmail } from '../request/errors.ts'
import { email, metadata, password, refuseUnsupported } from '../request/fields.ts'
import { parseJson } from '../request/parse-body.ts'

/** Hours in Go's notation; `none` ends a ban. */
const ban = z.string().regex(/^(none|\d{1,6}h)$/)

/** The only role of a signed-in user. */
const role = z.literal(['', 'authenticated']).optional()

export const newUser = z.object({
  id: z.uuid().optional(),
  role,
  ban_duration: ban.optional(),
  email,
  // As in GoTrue: any length, and an empty one counts as none.
  password: z.union([z.literal('').transform(() => undefined), password]).optional(),
  email_confirm: z.boolean().default(false),
  user_metadata: metadata,
  app_metadata: metadata,
})

export const changes = z.object({
  email: email.optional(),
  // Also an empty one: it is refused later, as `weak_password`.
  password: z.string().max(256).optional(),
  email_confirm: z.boolean().optional(),
  user_metadata: metadata.optional(),
  app_metadata: metadata.optional(),
  ban_duration: ban.optional(),
  role,
})

const UNSUPPORTED = ['password_hash', 'phone', 'phone_confirm', 'nonce', 'current_password']

/** As in GoTrue, an empty value is the default. A larger page than 1000 has 1000 users. */
const numberOr = (byDefault: number, max: number) =>
  z
    .string()
    .regex(/^\d{0,18}$/)
    .default('')
    .transform((text) => Math.min(Number(text || byDefault), max))
    .pipe(z.int().min(1))
export const page = z.object({ page: numberOr(1, 1_000_000), per_page: numberOr(50, 1000) })

/** @throws {ApiError} 400 for a field that is not valid or not supported */
export async function parseUser<T extends z.ZodType>(
  c: Context,
  schema: T,
  alsoUnsupported: readonly string[] = [],
): Promise<z.output<T>> {
  const json = await parseJson(c).catch(() => undefined)
  refuseUnsupported(json, [...UNSUPPORTED, ...alsoUnsupported])
  const body = schema.safeParse(json)
  if (body.success) return body.data
  const [field = ''] = body.error.issues[0]?.path ?? []
  if (field === 'email') throw invalidEmail()
  const message = field === '' ? 'The user is not valid' : `The field ${String(field)} is not valid`
  throw authError(400, 'validation_failed', message)
}
