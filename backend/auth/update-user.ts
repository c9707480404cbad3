import { z } from 'zod'
import type { Transaction } from '../database/database.ts'
import type { MailKind } from '../mail/templates.ts'
import {
  type AuthContext,
  type AuthRequest,
  lockSignedIn,
  read,
  redirectOf,
  requireSession,
  sendLink,
  sendNotice,
  spendMail,
} from './context.ts'
import { authError } from './errors.ts'
import { email, mergedMetadata, metadata, password, refuseUnsupported } from './fields.ts'
import { rememberBrowser } from './known-browser.ts'
import { forgetPending, type IssuedToken, issueToken } from './links.ts'
import { hashPassword, passwordMatches, passwordProblems, refuseWeak } from './passwords.ts'
import { type Challenge, challengeFields, challengeOf } from './pkce.ts'
import { requireAal2 } from './second-factor/factors.ts'
import { endSessions } from './sessions.ts'
import { findUser, findUserByEmail, shownUser, type UserRow } from './users.ts'

const changes = z.object({
  email: email.optional(),
  password: password.optional(),
  data: metadata.optional(),
  ...challengeFields,
})

/** An address is confirmed by mail, a password by being signed in. */
const UNSUPPORTED = ['phone', 'nonce', 'current_password']

/** As GoTrue words it for an address and a password; here metadata needs the second factor as well. */
const UPDATE = 'AAL2 session is required to update the user when MFA is enabled.'

/** A new password at once, a new address once its owner has confirmed it. */
export async function updateUser(auth: AuthContext, c: AuthRequest): Promise<Response> {
  const who = await requireSession(auth, c)
  const { user } = who
  const body = await read(c, changes, (said) => refuseUnsupported(said, UNSUPPORTED))
  const newEmail = body.email === user.email ? undefined : body.email
  requireAal2(who, UPDATE, 401)
  const passwordHash =
    body.password === undefined ? undefined : await newPassword(auth, c, user, body.password)
  if (newEmail) await spendMail(auth, c, `email_change ${user.id}`)
  const links = await auth.database.transactionAsOwner(async (db) => {
    const now = await lockSignedIn(db, who)
    requireAal2(now, UPDATE, 401)
    await db.query(
      `update auth.users set encrypted_password = coalesce($2, encrypted_password),
         raw_user_meta_data = $3::jsonb, updated_at = now() where id = $1`,
      [
        user.id,
        passwordHash ?? null,
        JSON.stringify(mergedMetadata(now.user.raw_user_meta_data, body.data ?? {})),
      ],
    )
    // Whoever else is signed in with the old password no longer is.
    if (passwordHash) {
      await endSessions(db, user.id, now.session.id, 'others')
      await forgetPending(db, user.id)
    }
    return newEmail ? startEmailChange(auth, db, user, newEmail, challengeOf(body)) : []
  })
  if (passwordHash) sendNotice(auth, 'password_changed', user.email)
  for (const { kind, to, token } of links) sendLink(auth, kind, to, token, redirectOf(auth, c))
  const fresh = await auth.database.transactionAsOwner((db) => findUser(db, user.id))
  if (passwordHash && fresh) rememberBrowser(auth, c, fresh)
  return c.json(shownUser(fresh ?? user))
}

async function newPassword(
  { limits, settings }: AuthContext,
  c: AuthRequest,
  user: UserRow,
  wanted: string,
): Promise<string> {
  await limits.signInsFrom.consume(c.env.clientAddress)
  await limits.passwordsOf.consume(user.id)
  refuseWeak(passwordProblems(settings, wanted))
  if (await passwordMatches(user.encrypted_password, wanted)) {
    throw authError(422, 'same_password', 'New password should be different from the old password.')
  }
  return hashPassword(wanted)
}

async function startEmailChange(
  { settings }: AuthContext,
  db: Transaction,
  user: UserRow,
  wanted: string,
  challenge: Challenge | undefined,
): Promise<{ kind: MailKind; to: string; token: IssuedToken }[]> {
  if (await findUserByEmail(db, wanted)) {
    throw authError(
      422,
      'email_exists',
      'A user with this email address has already been registered',
    )
  }
  await db.query(
    'update auth.users set email_change = $2, email_change_confirm_status = 0 where id = $1',
    [user.id, wanted],
  )
  // A link for another wish must not confirm this one.
  await db.query(
    "delete from auth.one_time_tokens where user_id = $1 and token_type = 'email_change_current'",
    [user.id],
  )
  const to = { email_change: wanted, email_change_current: user.email } as const
  const kinds = settings.email.double_confirm_changes
    ? (['email_change', 'email_change_current'] as const)
    : (['email_change'] as const)
  const links = []
  for (const kind of kinds) {
    const token = await issueToken(db, user.id, kind, to[kind], undefined, challenge)
    links.push({ kind, to: to[kind], token })
  }
  return links
}
