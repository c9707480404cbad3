import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { MailKind } from '../mail/templates.ts'
import { type AuthContext, type AuthRequest, read, redirectOf, sendLink } from './context.ts'
import { email } from './fields.ts'
import { issueToken } from './links.ts'
import { findUserByEmail, type UserRow } from './users.ts'

/** More than the work for a known address takes, so that the time tells nothing about it. */
const ANSWER_AFTER_MS = 60

/** Another mail of the kind that sign-up or a change of address sent. */
export async function resend(auth: AuthContext, c: AuthRequest): Promise<Response> {
  const { type, ...body } = await read(
    c,
    z.object({ email, type: z.enum(['signup', 'email_change']) }),
  )
  return mailIfKnown(auth, c, type, body.email, (user) =>
    type === 'signup'
      ? user.email_confirmed_at
        ? undefined
        : user.email
      : (user.email_change ?? undefined),
  )
}

/** A link that signs in, to set a new password. */
export async function recover(auth: AuthContext, c: AuthRequest): Promise<Response> {
  const body = await read(c, z.object({ email }))
  return mailIfKnown(auth, c, 'recovery', body.email, (user) => user.email)
}

/** The answer is the same, and takes the same time, whether or not anyone has this address. */
async function mailIfKnown(
  auth: AuthContext,
  c: AuthRequest,
  kind: MailKind,
  address: string,
  recipientOf: (user: UserRow) => string | undefined,
): Promise<Response> {
  await auth.limits.mailsFrom.spend(c.env.clientAddress)
  await auth.limits.mailTo.spend(`${kind} ${address}`)
  await auth.limits.mailInAll.spend('all')
  const issue = auth.database.transactionAsOwner(async (db) => {
    const user = await findUserByEmail(db, address)
    const to = user && recipientOf(user)
    return user && to ? { to, token: await issueToken(db, user.id, kind, to) } : undefined
  })
  const [issued] = await Promise.all([issue, pause(ANSWER_AFTER_MS)])
  if (issued) sendLink(auth, kind, issued.to, issued.token, redirectOf(auth, c))
  return c.json({})
}
