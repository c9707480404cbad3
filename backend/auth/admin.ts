import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { BackendEnv } from '../caller.ts'
import { DatabaseError, type Transaction } from '../database/database.ts'
import { type AuthOptions, jsonOf, sendNotice } from './context.ts'
import { authError } from './errors.ts'
import { email, mergedMetadata, metadata, password, refuseUnsupported } from './fields.ts'
import { forgetPending } from './links.ts'
import { hashPassword } from './passwords.ts'
import { removeFactor } from './second-factor/factors.ts'
import { endSessions } from './sessions.ts'
import { isEmailTaken } from './sign-up.ts'
import { findUser, insertUser, listUsers, shownUser, type UserRow } from './users.ts'

/** Hours, as Go writes them, or the end of a ban. */
const ban = z.string().regex(/^(none|\d{1,6}h)$/)

/** The one role that somebody who signs in has. */
const role = z.literal(['', 'authenticated']).optional()

const newUser = z.object({
  id: z.uuid().optional(),
  role,
  ban_duration: ban.optional(),
  email,
  password: password.min(6).optional(),
  email_confirm: z.boolean().default(false),
  user_metadata: metadata,
  app_metadata: metadata,
})

const changes = z.object({
  email: email.optional(),
  password: password.min(6).optional(),
  email_confirm: z.boolean().optional(),
  user_metadata: metadata.optional(),
  app_metadata: metadata.optional(),
  ban_duration: ban.optional(),
  role,
})

const UNSUPPORTED = ['password_hash', 'phone', 'phone_confirm', 'nonce', 'current_password']

const page = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).catch(1),
  per_page: z.coerce.number().int().min(1).max(1000).catch(50),
})

/** Accounts under the service key: make, list, read, change and delete them. */
export function adminRoutes(options: AuthOptions): Hono<BackendEnv> {
  const { database } = options
  const app = new Hono<BackendEnv>()
  app.use(async (c, next) => {
    const claims = await c.var.identity.loadClaims().catch(() => undefined)
    if (claims?.role !== 'service_role') throw authError(403, 'not_admin', 'User not allowed')
    await next()
  })
  app.post('/users', async (c) => {
    const body = await changeOf(c, newUser)
    const { id, email, password, email_confirm, user_metadata, app_metadata, ban_duration } = body
    const passwordHash = password === undefined ? null : await hashPassword(password)
    const user = await database
      .transactionAsOwner(async (db) => {
        const made = await insertUser(db, {
          id,
          email,
          passwordHash,
          data: user_metadata,
          appData: app_metadata,
          isConfirmed: email_confirm,
        })
        return ban_duration ? (await changeUser(db, made.id, { ban_duration })).after : made
      })
      .catch(emailExists)
    return c.json(shownUser(user))
  })
  app.get('/users', async (c) => {
    const { page: number, per_page: size } = page.parse(c.req.query())
    const { users, total } = await listUsers(database, (number - 1) * size, size)
    const last = Math.max(1, Math.ceil(total / size))
    const link = (to: number, rel: string) =>
      `<${new URL(c.req.url).pathname}?page=${to}&per_page=${size}>; rel="${rel}"`
    c.header('X-Total-Count', String(total))
    c.header(
      'Link',
      [...(number < last ? [link(number + 1, 'next')] : []), link(last, 'last')].join(', '),
    )
    return c.json({ users: users.map(shownUser), aud: 'authenticated' })
  })
  app.put('/users/:id', async (c) => {
    const id = idOf(c.req.param('id'))
    const body = await changeOf(c, changes, ['id'])
    const change = {
      ...body,
      passwordHash: body.password && (await hashPassword(body.password)),
    }
    const { before, after } = await database
      .transactionAsOwner((db) => changeUser(db, id, change))
      .catch(emailExists)
    if (change.passwordHash) sendNotice(options, 'password_changed', before.email)
    if (after.email !== before.email) sendNotice(options, 'email_changed', before.email)
    return c.json(shownUser(after))
  })
  app.get('/users/:id', async (c) => {
    const user = await database.transactionAsOwner((db) => findUser(db, idOf(c.req.param('id'))))
    if (!user) throw notFound()
    return c.json(shownUser(user))
  })
  app.get('/users/:id/factors', async (c) => {
    const user = await database.transactionAsOwner((db) => findUser(db, idOf(c.req.param('id'))))
    if (!user) throw notFound()
    return c.json(user.factors)
  })
  app.delete('/users/:id/factors/:factor', async (c) => {
    const [id, factor] = [idOf(c.req.param('id')), idOf(c.req.param('factor'))]
    const removed = await database.transactionAsOwner((db) => removeFactor(db, id, factor))
    return c.json(removed)
  })
  app.delete('/users/:id', async (c) => {
    if (await c.req.text()) refuseUnsupported(await jsonOf(c), ['should_soft_delete'])
    const rows = await database.asOwner('delete from auth.users where id = $1 returning id', [
      idOf(c.req.param('id')),
    ])
    if (rows.length === 0) throw notFound()
    return c.json({})
  })
  return app
}

type Change = z.output<typeof changes> & { passwordHash?: string | undefined }

async function changeUser(
  db: Transaction,
  id: string,
  change: Change,
): Promise<{ before: UserRow; after: UserRow }> {
  const before = await findUser(db, id, 'for update')
  if (!before) throw notFound()
  const { ban_duration: ban } = change
  await db.query(
    `update auth.users set email = coalesce($2, email), encrypted_password = coalesce($3, encrypted_password),
       email_confirmed_at = case when $4 then coalesce(email_confirmed_at, now()) else email_confirmed_at end,
       raw_user_meta_data = $5::jsonb, raw_app_meta_data = $6::jsonb,
       banned_until = case when $7::text is null then banned_until
         when $7 = 'none' then null else now() + make_interval(hours => $8) end,
       updated_at = now()
     where id = $1`,
    [
      id,
      change.email ?? null,
      change.passwordHash ?? null,
      change.email_confirm ?? false,
      JSON.stringify(mergedMetadata(before.raw_user_meta_data, change.user_metadata ?? {})),
      JSON.stringify(mergedMetadata(before.raw_app_meta_data, change.app_metadata ?? {})),
      ban ?? null,
      Number.parseInt(ban ?? '0', 10) || 0,
    ],
  )
  // What was asked for with the old password or for the old address, perhaps by somebody else.
  if (change.passwordHash || change.email) await forgetPending(db, id)
  // Whoever is signed in with the old password, or is banned now, no longer is.
  if (change.passwordHash || (ban && ban !== 'none')) await endSessions(db, id, undefined, 'global')
  return { before, after: (await findUser(db, id)) ?? before }
}

/** @throws {ApiError} 400 for what is not valid, or not supported */
async function changeOf<T extends z.ZodType>(
  c: Context,
  schema: T,
  alsoUnsupported: readonly string[] = [],
): Promise<z.output<T>> {
  const said = await jsonOf(c).catch(() => undefined)
  refuseUnsupported(said, [...UNSUPPORTED, ...alsoUnsupported])
  const body = schema.safeParse(said)
  if (body.success) return body.data
  const [field = ''] = body.error.issues[0]?.path ?? []
  const words = field === '' ? 'The user is not valid' : `The field ${String(field)} is not valid`
  throw authError(400, 'validation_failed', words)
}

function emailExists(error: unknown): never {
  if (error instanceof DatabaseError && error.constraint === 'users_pkey') {
    throw authError(422, 'user_already_exists', 'A user with this id has already been registered')
  }
  if (!isEmailTaken(error)) throw error
  throw authError(422, 'email_exists', 'A user with this email address has already been registered')
}

const notFound = () => authError(404, 'user_not_found', 'User not found')

function idOf(text: string): string {
  const id = z.uuid().safeParse(text)
  if (!id.success) throw notFound()
  return id.data
}
