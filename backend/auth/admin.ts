import { Hono } from 'hono'
import { z } from 'zod'
import { tokenOf } from '../caller.ts'
import { DatabaseError } from '../database/database.ts'
import type { AuthEnv, AuthOptions } from './context.ts'
import { authError } from './errors.ts'
import { hashPassword } from './passwords.ts'
import { findUser, insertUser, shownUser } from './users.ts'

const newUser = z.object({
  email: z.email().toLowerCase().max(255),
  password: z.string().min(6).max(256).optional(),
  email_confirm: z.boolean().default(false),
  user_metadata: z.record(z.string(), z.unknown()).default({}),
  app_metadata: z.record(z.string(), z.unknown()).default({}),
})

/** Accounts under the service key: make, read and delete them. */
export function adminRoutes({ database, keys }: AuthOptions): Hono<AuthEnv> {
  const app = new Hono<AuthEnv>()
  app.use(async (c, next) => {
    const claims = await keys.verify(tokenOf(c.req.raw) ?? '').catch(() => undefined)
    if (claims?.role !== 'service_role') throw authError(403, 'not_admin', 'User not allowed')
    await next()
  })
  app.post('/users', async (c) => {
    const body = newUser.safeParse(await c.req.json().catch(() => undefined))
    if (!body.success) throw authError(400, 'validation_failed', 'The user is not valid')
    const { email, password, email_confirm, user_metadata, app_metadata } = body.data
    const passwordHash = password === undefined ? null : await hashPassword(password)
    const user = await database
      .transactionAsOwner((db) =>
        insertUser(db, {
          email,
          passwordHash,
          data: user_metadata,
          appData: app_metadata,
          isConfirmed: email_confirm,
        }),
      )
      .catch((error: unknown) => {
        if (!(error instanceof DatabaseError) || error.code !== '23505') throw error
        throw authError(
          422,
          'email_exists',
          'A user with this email address has already been registered',
        )
      })
    return c.json(shownUser(user))
  })
  app.get('/users/:id', async (c) => {
    const user = await database.transactionAsOwner((db) => findUser(db, idOf(c.req.param('id'))))
    if (!user) throw notFound()
    return c.json(shownUser(user))
  })
  app.delete('/users/:id', async (c) => {
    const rows = await database.asOwner('delete from auth.users where id = $1 returning id', [
      idOf(c.req.param('id')),
    ])
    if (rows.length === 0) throw notFound()
    return c.json({})
  })
  return app
}

const notFound = () => authError(404, 'user_not_found', 'User not found')

function idOf(text: string): string {
  const id = z.uuid().safeParse(text)
  if (!id.success) throw notFound()
  return id.data
}
