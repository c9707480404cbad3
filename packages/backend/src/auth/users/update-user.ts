import { z } from 'zod'
import type { Transaction } from '../../database/database.ts'
import type { MailKind } from '../../mail/templates.ts'
import type { AuthContext, AuthRequest } from '../context.ts'
import { rememberBrowser } from '../known-browser.ts'
import { deletePendingTokens, type IssuedToken, issueToken } from '../mail/one-time-tokens.ts'
import { chooseRedirect, countMailQuota, sendLink, sendNotice } from '../mail/send-mail.ts'
import { type Challenge, challengeFields, parseChallenge } from '../pkce.ts'
import { authError, emailExists } from '../request/errors.ts'
import { email, mergeMetadata, metadata, password, refuseUnsupported } from '../request/fields.ts'
import { parseBody } from '../request/parse-body.ts'
import { lockSession, requireSession } from '../request/require-session.ts'
import { requireAal2 } from '../second-factor/factors.ts'
import { endSessions, recordPassword } from '../sessions.ts'
import { checkCurrentPassword, hasRecentProof } from './current-password.ts'
import { hashPassword, refuseWeakPassword, verifyPassword } from './passwords.ts'
import { isEmailTaken, requireSignUpRules, toSignUpError } from './sign-up.ts'
import { createUserResponse, findUser, findUserByEmail, type UserRow } from './users.ts'

const changes = z.object({
  email: email.optional(),
  password: password.optional(),
  current_password: z.string().max(256).optional(),
  data: metadata.optional(),
  ...challengeFields,
})

/** GoTrue's fields that are not supported here. */
const UNSUPPORTED = ['phone']

/** GoTrue's message for address and password; here metadata needs the second factor as well. */
const AAL2_MESSAGE = 'AAL2 session is required to update the user when MFA is enabled.'

/**
 * Changes password and metadata immediately, and the address once its owner has confirmed it. A right
 * current password alone proves the session for further changes.
 */
export async function updateUser(auth: AuthContext, c: AuthRequest): Promise<Response> {
  const session = await requireSession(auth, c)
  const { user } = session
  const body = await parseBody(c, changes, (json) => refuseUnsupported(json, UNSUPPORTED))
  const newEmail = body.email === user.email ? undefined : body.email
  requireAal2(session, AAL2_MESSAGE, 401)
  const { password: newPassword } = body
  const isProved = await checkCurrentPassword(auth, c, user, body.current_password)
  const needsProof = newEmail !== undefined || newPassword !== undefined
  if (needsProof && !isProved && !hasRecentProof(session)) {
    throw authError(400, 'current_password_required', 'Please enter your current password.')
  }
  const passwordHash =
    newPassword === undefined ? undefined : await hashNewPassword(auth, c, user, newPassword)
  if (newEmail) await countMailQuota(auth, c, `email_change ${user.id}`)
  const links = await auth.database
    .transactionAsOwner(async (db) => {
      const now = await lockSession(db, session)
      requireAal2(now, AAL2_MESSAGE, 401)
      await db.query(
        `update auth.users set encrypted_password = coalesce($2, encrypted_password),
         raw_user_meta_data = $3::jsonb, updated_at = now() where id = $1`,
        [
          user.id,
          passwordHash ?? null,
          JSON.stringify(mergeMetadata(now.user.raw_user_meta_data, body.data ?? {})),
        ],
      )
      if (passwordHash || isProved) await recordPassword(db, now.id)
      // Ends the other sessions, which began with the old password.
      if (passwordHash) {
        await db.query('update auth.sessions set is_recovery = false where id = $1', [now.id])
        await endSessions(db, user.id, now.id, 'others')
        await deletePendingTokens(db, user.id)
      }
      return newEmail ? startEmailChange(auth, db, now.user, newEmail, parseChallenge(body)) : []
    })
    .catch((error: unknown) => {
      // Another request has taken the address meanwhile.
      throw isEmailTaken(error) ? emailExists() : toSignUpError(error)
    })
  if (passwordHash) await sendNotice(auth, 'password_changed', user.email)
  for (const { kind, to, token } of links) {
    await sendLink(auth, kind, to, token, chooseRedirect(auth, c))
  }
  // The current address of a change that only the new one confirms.
  if (newEmail && links.every(({ to }) => to !== user.email)) {
    await sendNotice(auth, 'email_change_requested', user.email)
  }
  const fresh = await auth.database.transactionAsOwner((db) => findUser(db, user.id))
  if (passwordHash && fresh) rememberBrowser(auth, c, fresh)
  return c.json(createUserResponse(fresh ?? user))
}

async function hashNewPassword(
  auth: AuthContext,
  c: AuthRequest,
  user: UserRow,
  newPassword: string,
): Promise<string> {
  const { limits, settings } = auth
  await limits.signInsByNetwork.consume(c.env.clientAddress)
  await limits.passwordsByUser.consume(user.id)
  refuseWeakPassword(settings, newPassword)
  if (await verifyPassword(user.encrypted_password, newPassword)) {
    throw authError(422, 'same_password', 'New password should be different from the old password.')
  }
  return hashPassword(newPassword)
}

async function startEmailChange(
  auth: AuthContext,
  db: Transaction,
  user: UserRow,
  newEmail: string,
  challenge: Challenge | undefined,
): Promise<{ kind: MailKind; to: string; token: IssuedToken }[]> {
  // Before the look-up: the answer is the same for an address with an account.
  await requireSignUpRules(auth, db, newEmail, 'change')
  if (await findUserByEmail(db, newEmail)) {
    throw emailExists()
  }
  await db.query(
    'update auth.users set email_change = $2, email_change_confirm_status = 0 where id = $1',
    [user.id, newEmail],
  )
  // The link of an earlier change must not confirm this one.
  await db.query(
    "delete from auth.one_time_tokens where user_id = $1 and token_type = 'email_change_current'",
    [user.id],
  )
  const recipients: { kind: MailKind; to: string }[] = [{ kind: 'email_change', to: newEmail }]
  if (auth.settings.email.double_confirm_changes) {
    recipients.push({ kind: 'email_change_current', to: user.email })
  }
  const links = []
  for (const { kind, to } of recipients) {
    links.push({ kind, to, token: await issueToken(db, user.id, kind, to, { challenge }) })
  }
  return links
}
