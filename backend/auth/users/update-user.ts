import { z } from 'zod'
import type { Transaction } from '../../database/database.ts'
import type { MailKind } from '../../mail/templates.ts'
import type { AuthContext, AuthRequest } from '../context.ts'
import { rememberBrowser } from '../known-browser.ts'
import { deletePendingTokens, type IssuedToken, issueToken } from '../mail/one-time-tokens.ts'
import { hashToken, redeemToken } from '../mail/redeem-token.ts'
import { chooseRedirect, countMailQuota, sendLink, sendNotice } from '../mail/send-mail.ts'
import { type Challenge, challengeFields, parseChallenge } from '../pkce.ts'
import { authError, emailExists } from '../request/errors.ts'
import { email, mergeMetadata, metadata, password, refuseUnsupported } from '../request/fields.ts'
import { parseBody } from '../request/parse-body.ts'
import { lockSession, requireSession, type UserSession } from '../request/require-session.ts'
import { requireAal2 } from '../second-factor/factors.ts'
import { endSessions } from '../sessions.ts'
import { hashPassword, refuseWeakPassword, verifyPassword } from './passwords.ts'
import { requireNonce } from './reauthenticate.ts'
import { isEmailTaken, requireOpenSignUp, requireSignUpRules, toSignUpError } from './sign-up.ts'
import { createUserResponse, findUser, findUserByEmail, type UserRow } from './users.ts'

const changes = z.object({
  email: email.optional(),
  password: password.optional(),
  nonce: z.string().max(20).optional(),
  data: metadata.optional(),
  ...challengeFields,
})

/** GoTrue's fields that are not supported here. */
const UNSUPPORTED = ['phone', 'current_password']

/** GoTrue's message for address and password; here metadata needs the second factor as well. */
const AAL2_MESSAGE = 'AAL2 session is required to update the user when MFA is enabled.'

/** Changes password and metadata immediately, and the address once its owner has confirmed it. */
export async function updateUser(auth: AuthContext, c: AuthRequest): Promise<Response> {
  const session = await requireSession(auth, c)
  const { user } = session
  const body = await parseBody(c, changes, (json) => refuseUnsupported(json, UNSUPPORTED))
  const newEmail = body.email === user.email ? undefined : body.email
  requireAal2(session, AAL2_MESSAGE, 401)
  const { password: newPassword } = body
  if (user.is_anonymous && newPassword !== undefined && !newEmail) {
    const message =
      'Updating password of an anonymous user without an email or phone is not allowed'
    throw authError(422, 'validation_failed', message)
  }
  // Like a sign-up, the change says whether the address is taken. A new password counts by itself.
  if (user.is_anonymous && newEmail && newPassword === undefined) {
    await auth.limits.signInsByNetwork.consume(c.env.clientAddress)
  }
  const passwordHash =
    newPassword === undefined
      ? undefined
      : await hashNewPassword(auth, c, session, newPassword, body.nonce)
  if (newEmail && user.is_anonymous) requireOpenSignUp(auth)
  const share = user.is_anonymous ? 'sign_ups' : 'members'
  if (newEmail && sendsMail(auth, user)) {
    // Many anonymous users share one interval, so that they cannot flood an address.
    const key = `email_change ${user.is_anonymous ? newEmail : user.id}`
    await countMailQuota(auth, c, key, share)
  }
  const links = await auth.database
    .transactionAsOwner(async (db) => {
      const now = await lockSession(db, session)
      requireAal2(now, AAL2_MESSAGE, 401)
      // Another request has made the user permanent, for which other limits count.
      if (now.user.is_anonymous !== user.is_anonymous) {
        throw authError(409, 'conflict', 'Another request has changed the user')
      }
      await db.query(
        `update auth.users set encrypted_password = coalesce($2, encrypted_password),
         raw_user_meta_data = $3::jsonb, updated_at = now() where id = $1`,
        [
          user.id,
          passwordHash ?? null,
          JSON.stringify(mergeMetadata(now.user.raw_user_meta_data, body.data ?? {})),
        ],
      )
      // Ends the other sessions, which began with the old password.
      if (passwordHash) {
        await endSessions(db, user.id, now.id, 'others')
        await deletePendingTokens(db, user.id)
      }
      if (!newEmail) return []
      const links = await startEmailChange(auth, db, now.user, newEmail, parseChallenge(body))
      if (sendsMail(auth, now.user)) return links
      const rules = { lifetime: auth.settings.email.otp_expiry, bothConfirm: false }
      for (const { token } of links) {
        await redeemToken(db, hashToken(token.token), ['email_change'], rules)
      }
      return []
    })
    .catch((error: unknown) => {
      // Another request has taken the address meanwhile.
      throw isEmailTaken(error) ? emailExists() : toSignUpError(error)
    })
  if (passwordHash) sendNotice(auth, 'password_changed', user.email)
  for (const { kind, to, token } of links) {
    sendLink(auth, kind, to, token, chooseRedirect(auth, c), share)
  }
  const fresh = await auth.database.transactionAsOwner((db) => findUser(db, user.id))
  if (passwordHash && fresh) rememberBrowser(auth, c, fresh)
  return c.json(createUserResponse(fresh ?? user))
}

/** Without confirmations the address of an anonymous user counts immediately, as in a sign-up. */
const sendsMail = ({ settings }: AuthContext, user: UserRow) =>
  !user.is_anonymous || settings.email.enable_confirmations

async function hashNewPassword(
  auth: AuthContext,
  c: AuthRequest,
  session: UserSession,
  newPassword: string,
  nonce: string | undefined,
): Promise<string> {
  const { limits, settings } = auth
  const { user } = session
  await limits.signInsByNetwork.consume(c.env.clientAddress)
  await limits.passwordsByUser.consume(user.id)
  refuseWeakPassword(settings, newPassword)
  await requireNonce(auth, session, nonce)
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
  await requireSignUpRules(auth, db, newEmail, user.email === null ? 'sign-up' : 'change')
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
  if (auth.settings.email.double_confirm_changes && user.email !== null) {
    recipients.push({ kind: 'email_change_current', to: user.email })
  }
  const links = []
  for (const { kind, to } of recipients) {
    links.push({ kind, to, token: await issueToken(db, user.id, kind, to, { challenge }) })
  }
  return links
}
