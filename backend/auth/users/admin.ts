import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { BackendEnv } from '../../caller.ts'
import { DatabaseError, type Transaction } from '../../database/database.ts'
import type { AuthContext } from '../context.ts'
import { deletePendingTokens } from '../mail/one-time-tokens.ts'
import { generateLink } from '../mail/operator-links.ts'
import { sendNotice } from '../mail/send-mail.ts'
import { disabledAdminRoutes } from '../request/disabled.ts'
import { authError, emailExists, invalidEmail } from '../request/errors.ts'
import { email, mergeMetadata, metadata, password, refuseUnsupported } from '../request/fields.ts'
import { parseJson } from '../request/parse-body.ts'
import { requireBearer } from '../request/require-session.ts'
import { removeFactor } from '../second-factor/factors.ts'
import { endSessions } from '../sessions.ts'
import { actAsServiceRole } from './operator.ts'
import { hashPassword, refuseWeakPassword } from './passwords.ts'
import { isEmailTaken } from './sign-up.ts'
import { findUser, insertUser, listUsers, type UserRow, userResponse } from './users.ts'

/** Hours in Go's notation; `none` ends a ban. */
const ban = z.string().regex(/^(none|\d{1,6}h)$/)

/** The only role of a signed-in user. */
const role = z.literal(['', 'authenticated']).optional()

const newUser = z.object({
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

const changes = z.object({
  email: email.optional(),
  // An empty one is weak.
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
const page = z.object({ page: numberOr(1, 1_000_000), per_page: numberOr(50, 1000) })

/** @throws {ApiError} 401 or 403 without the service key */
export async function requireOperator(c: Context<BackendEnv>): Promise<void> {
  const { role } = await requireBearer(c.var.identity)
  if (role !== 'service_role') throw authError(403, 'not_admin', 'User not allowed')
}

/** Create, list, read, change and delete accounts; requires the service key. */
export function adminRoutes(options: AuthContext): Hono<BackendEnv> {
  const { database } = options
  const app = new Hono<BackendEnv>()
  app.use(async (c, next) => {
    await requireOperator(c)
    await next()
  })
  app.post('/users', async (c) => {
    const body = await parseUser(c, newUser)
    const { id, email, password, email_confirm, user_metadata, app_metadata, ban_duration } = body
    const passwordHash = password === undefined ? null : await hashPassword(password)
    const user = await database
      .transactionAsOwner(async (db) => {
        await actAsServiceRole(db)
        const created = await insertUser(db, {
          id,
          email,
          passwordHash,
          data: user_metadata,
          appData: app_metadata,
          isConfirmed: email_confirm,
        })
        return ban_duration ? (await changeUser(db, created.id, { ban_duration })).after : created
      })
      .catch(throwIfTaken)
    return c.json(userResponse(user))
  })
  app.get('/users', async (c) => {
    const wanted = page.safeParse(c.req.query())
    if (!wanted.success) {
      const [field = ''] = wanted.error.issues[0]?.path ?? []
      const message = `Bad Pagination Parameters: ${String(field)} must be a positive number`
      throw authError(400, 'validation_failed', message)
    }
    const { page: number, per_page: size } = wanted.data
    const { users, total } = await listUsers(database, (number - 1) * size, size)
    const last = Math.max(1, Math.ceil(total / size))
    const link = (to: number, rel: string) =>
      `<${new URL(c.req.url).pathname}?page=${to}&per_page=${size}>; rel="${rel}"`
    c.header('X-Total-Count', String(total))
    c.header(
      'Link',
      [...(number < last ? [link(number + 1, 'next')] : []), link(last, 'last')].join(', '),
    )
    return c.json({ users: users.map(userResponse), aud: 'authenticated' })
  })
  app.put('/users/:id', async (c) => {
    const id = requireId(c.req.param('id'))
    const body = await parseUser(c, changes, ['id'])
    if (body.password !== undefined) refuseWeakPassword(options.settings, body.password)
    const change = {
      ...body,
      passwordHash: body.password && (await hashPassword(body.password)),
    }
    const { before, after } = await database
      .transactionAsOwner(async (db) => {
        await actAsServiceRole(db)
        return changeUser(db, id, change)
      })
      .catch(throwIfTaken)
    if (change.passwordHash) sendNotice(options, 'password_changed', before.email)
    if (after.email !== before.email) sendNotice(options, 'email_changed', before.email)
    return c.json(userResponse(after))
  })
  app.get('/users/:id', async (c) => {
    const user = await database.transactionAsOwner((db) =>
      findUser(db, requireId(c.req.param('id'))),
    )
    if (!user) throw userNotFound()
    return c.json(userResponse(user))
  })
  app.get('/users/:id/factors', async (c) => {
    const user = await database.transactionAsOwner((db) =>
      findUser(db, requireId(c.req.param('id'))),
    )
    if (!user) throw userNotFound()
    return c.json(user.factors)
  })
  app.delete('/users/:id/factors/:factor', async (c) => {
    const [id, factor] = [requireId(c.req.param('id')), requireId(c.req.param('factor'))]
    const removed = await database.transactionAsOwner((db) => removeFactor(db, id, factor))
    return c.json(removed)
  })
  app.delete('/users/:id', async (c) => {
    if (await c.req.text()) refuseUnsupported(await parseJson(c), ['should_soft_delete'])
    const rows = await database.asOwner('delete from auth.users where id = $1 returning id', [
      requireId(c.req.param('id')),
    ])
    if (rows.length === 0) throw userNotFound()
    return c.json({})
  })
  app.post('/generate_link', (c) => generateLink(options, c))
  app.route('/', disabledAdminRoutes())
  return app
}

type UserChange = z.output<typeof changes> & { passwordHash?: string | undefined }

async function changeUser(
  db: Transaction,
  id: string,
  change: UserChange,
): Promise<{ before: UserRow; after: UserRow }> {
  const before = await findUser(db, id, 'for update')
  if (!before) throw userNotFound()
  const { ban_duration: ban } = change
  // A confirmed address makes an anonymous user permanent.
  const isPermanent = change.email_confirm === true && (change.email ?? before.email) !== null
  await db.query(
    `update auth.users set email = coalesce($2, email), encrypted_password = coalesce($3, encrypted_password),
       email_confirmed_at = case when $4 then coalesce(email_confirmed_at, now()) else email_confirmed_at end,
       raw_user_meta_data = $5::jsonb,
       raw_app_meta_data = $6::jsonb || case when is_anonymous and $9
         then '{"provider": "email", "providers": ["email"]}'::jsonb else '{}' end,
       banned_until = case when $7::text is null then banned_until
         when $7 = 'none' then null else now() + make_interval(hours => $8) end,
       is_anonymous = is_anonymous and not $9, updated_at = now()
     where id = $1`,
    [
      id,
      change.email ?? null,
      change.passwordHash ?? null,
      change.email_confirm ?? false,
      JSON.stringify(mergeMetadata(before.raw_user_meta_data, change.user_metadata ?? {})),
      JSON.stringify(mergeMetadata(before.raw_app_meta_data, change.app_metadata ?? {})),
      ban ?? null,
      Number.parseInt(ban ?? '0', 10) || 0,
      isPermanent,
    ],
  )
  // They were requested with the old password or for the old address, possibly by another person.
  if (change.passwordHash || change.email) await deletePendingTokens(db, id)
  // Ends the sessions of the old password or of a banned user.
  if (change.passwordHash || (ban && ban !== 'none')) await endSessions(db, id, undefined, 'global')
  return { before, after: (await findUser(db, id)) ?? before }
}

/** @throws {ApiError} 400 for a field that is not valid or not supported */
async function parseUser<T extends z.ZodType>(
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

function throwIfTaken(error: unknown): never {
  if (error instanceof DatabaseError && error.constraint === 'users_pkey') {
    throw authError(422, 'user_already_exists', 'A user with this id has already been registered')
  }
  if (!isEmailTaken(error)) throw error
  throw emailExists()
}

const userNotFound = () => authError(404, 'user_not_found', 'User not found')

function requireId(text: string): string {
  const id = z.uuid().safeParse(text)
  if (!id.success) throw userNotFound()
  return id.data
}
