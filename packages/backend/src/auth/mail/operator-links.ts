import { z } from 'zod'
import type { Transaction } from '../../database/database.ts'
import type { MailKind } from '../../mail/templates.ts'
import type { AuthContext, AuthRequest } from '../context.ts'
import { authError, emailExists, invalidError } from '../request/errors.ts'
import { email, mergeMetadata, metadata, password } from '../request/fields.ts'
import { parseBody } from '../request/parse-body.ts'
import { hashPassword, refuseWeakPassword } from '../users/passwords.ts'
import { retryIfTaken } from '../users/sign-up.ts'
import {
  actAsServiceRole,
  createUserResponse,
  findUser,
  findUserByEmail,
  insertUser,
  type UserRow,
} from '../users/users.ts'
import { type IssuedToken, issueToken, type PendingSignUp } from './one-time-tokens.ts'
import { buildLink, chooseRedirect, sendLink } from './send-mail.ts'

const LINK_TYPES = [
  'signup',
  'invite',
  'magiclink',
  'recovery',
  'email_change_current',
  'email_change_new',
] as const
type LinkType = (typeof LINK_TYPES)[number]

const linkRequest = z.object({
  type: z.string(),
  email,
  new_email: email.optional(),
  password: password.optional(),
  data: metadata.nullish(),
  redirect_to: z.string().optional(),
})
type LinkRequest = z.output<typeof linkRequest>

/** A link that the operator sends to its recipient; the account is made if the type needs one. */
export async function generateLink(auth: AuthContext, c: AuthRequest): Promise<Response> {
  const body = await parseBody(c, linkRequest)
  const type = z.enum(LINK_TYPES).safeParse(body.type)
  if (!type.success) {
    throw invalidError(`Invalid email action link type requested: ${body.type}`)
  }
  if (type.data === 'email_change_current' && !auth.settings.email.double_confirm_changes) {
    throw invalidError('Enable secure email change to generate link for current email')
  }
  const redirectTo = chooseRedirect(auth, c, body.redirect_to)
  const passwordHash = await hashRequiredPassword(auth, type.data, body)
  const issued = await issueLink(auth, type.data, body, passwordHash)
  const { user, kind, token, verificationType } = issued
  return c.json({
    ...createUserResponse(user),
    action_link: buildLink(auth, kind, token, redirectTo),
    email_otp: token.code,
    hashed_token: token.token,
    redirect_to: redirectTo,
    verification_type: verificationType,
  })
}

/** Mails an invitation, which makes an account. Its link confirms the address and signs in. */
export async function inviteUser(auth: AuthContext, c: AuthRequest): Promise<Response> {
  const body = await parseBody(c, z.object({ email, data: metadata.nullish() }))
  const { user, token } = await issueLink(auth, 'invite', { ...body, type: 'invite' }, null)
  await sendLink(auth, 'invite', body.email, token, chooseRedirect(auth, c), 'sign_ups')
  return c.json(createUserResponse(user))
}

async function hashRequiredPassword(
  { settings, passwordRules }: AuthContext,
  type: LinkType,
  body: LinkRequest,
): Promise<string | null> {
  if (type !== 'signup') return null
  if (body.password === undefined) throw invalidError('Signup requires a valid password')
  refuseWeakPassword(settings, body.password, passwordRules)
  return hashPassword(body.password)
}

interface OperatorLink {
  user: UserRow
  kind: MailKind
  token: IssuedToken
  verificationType: LinkType
}

async function issueLink(
  { database }: AuthContext,
  type: LinkType,
  body: LinkRequest,
  passwordHash: string | null,
): Promise<OperatorLink> {
  return retryIfTaken(() =>
    database.transactionAsOwner(async (db) => {
      await actAsServiceRole(db)
      const existing = await findUserByEmail(db, body.email)
      // As in GoTrue, the link to sign in of an unknown address signs up.
      const actual = type === 'magiclink' && !existing ? 'signup' : type
      const link = { type: actual, body, existing }
      const isSignUp = actual === 'signup' || actual === 'invite'
      const [user, kind, to] = isSignUp
        ? await prepareSignUp(db, link)
        : await prepareMember(db, link)
      // An unconfirmed account gets the password and the data of the opened link.
      const signUp: PendingSignUp = {
        passwordHash,
        data: isSignUp ? user.raw_user_meta_data : null,
      }
      const token = await issueToken(db, user.id, kind, to, { signUp, isByOperator: true })
      const fresh = (await findUser(db, user.id)) ?? user
      return { user: fresh, kind, token, verificationType: actual }
    }),
  )
}

interface Preparation {
  type: LinkType
  body: LinkRequest
  existing: UserRow | undefined
}

type Recipient = [user: UserRow, kind: MailKind, to: string]

async function prepareSignUp(
  db: Transaction,
  { type, body, existing }: Preparation,
): Promise<Recipient> {
  if (existing?.email_confirmed_at) throw emailExists()
  const data = mergeMetadata(existing?.raw_user_meta_data ?? {}, body.data ?? {})
  const user =
    existing ??
    (await insertUser(db, { email: body.email, passwordHash: null, data, isConfirmed: false }))
  await db.query(
    `update auth.users set raw_user_meta_data = $2::jsonb, invited_at = case when $3 then now() else invited_at end
     where id = $1`,
    [user.id, JSON.stringify(data), type === 'invite'],
  )
  const kind = type === 'invite' ? 'invite' : 'signup'
  return [{ ...user, raw_user_meta_data: data }, kind, user.email]
}

async function prepareMember(
  db: Transaction,
  { type, body, existing: user }: Preparation,
): Promise<Recipient> {
  if (!user) throw authError(404, 'user_not_found', 'User with this email not found')
  // A token relates to the address as it is stored: it may have capitals.
  if (type === 'recovery' || type === 'magiclink') return [user, type, user.email]
  const newEmail = body.new_email
  if (newEmail === undefined) {
    throw invalidError('Unable to validate email address: invalid format')
  }
  if (await findUserByEmail(db, newEmail)) throw emailExists()
  // The links to both addresses belong to one change; those of another one must not confirm it.
  if (user.email_change !== newEmail) {
    await db.query(
      `delete from auth.one_time_tokens
       where user_id = $1 and token_type in ('email_change', 'email_change_current')`,
      [user.id],
    )
    await db.query(
      'update auth.users set email_change = $2, email_change_confirm_status = 0 where id = $1',
      [user.id, newEmail],
    )
  }
  return type === 'email_change_current'
    ? [user, 'email_change_current', user.email]
    : [user, 'email_change', newEmail]
}
