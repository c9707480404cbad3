import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { BackendEnv } from '../../caller.ts'
import { DatabaseError } from '../../database/database.ts'
import type { AuthContext } from '../context.ts'
import { generateLink } from '../mail/operator-links.ts'
import { sendNotice } from '../mail/send-mail.ts'
import { disabledAdminRoutes } from '../request/disabled.ts'
import { authError, emailExists, userNotFound } from '../request/errors.ts'
import { refuseUnsupported } from '../request/fields.ts'
import { parseJson } from '../request/parse-body.ts'
import { requireBearer } from '../request/require-session.ts'
import { removeFactor } from '../second-factor/factors.ts'
import { changes, newUser, page, parseUser } from './admin-requests.ts'
import { changeUser } from './change-user.ts'
import { hashPassword, refuseWeakPassword } from './passwords.ts'
import { isEmailTaken } from './sign-up.ts'
import { actAsServiceRole, createUserResponse, findUser, insertUser, listUsers } from './users.ts'

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
    return c.json(createUserResponse(user))
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
    return c.json({ users: users.map(createUserResponse), aud: 'authenticated' })
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
    if (change.passwordHash) await sendNotice(options, 'password_changed', before.email)
    if (after.email !== before.email) await sendNotice(options, 'email_changed', before.email)
    return c.json(createUserResponse(after))
  })
  app.get('/users/:id', async (c) => {
    const user = await database.transactionAsOwner((db) =>
      findUser(db, requireId(c.req.param('id'))),
    )
    if (!user) throw userNotFound()
    return c.json(createUserResponse(user))
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

function throwIfTaken(error: unknown): never {
  if (error instanceof DatabaseError && error.constraint === 'users_pkey') {
    throw authError(422, 'user_already_exists', 'A user with this id has already been registered')
  }
  if (!isEmailTaken(error)) throw error
  throw emailExists()
}

function requireId(text: string): string {
  const id = z.uuid().safeParse(text)
  if (!id.success) throw userNotFound()
  return id.data
}
