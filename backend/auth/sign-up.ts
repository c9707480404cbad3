import { DatabaseError } from '../database/database.ts'
import {
  type AuthContext,
  type AuthRequest,
  deviceOf,
  read,
  redirectOf,
  sendLink,
} from './context.ts'
import { authError, signupDisabled } from './errors.ts'
import { credentials, metadata, requireCredentials } from './fields.ts'
import { issueToken } from './links.ts'
import { hashPassword, passwordProblems, refuseWeak } from './passwords.ts'
import { type Challenge, challengeFields, challengeOf } from './pkce.ts'
import { startSession } from './sessions.ts'
import { findUserByEmail, insertUser, newcomer } from './users.ts'

/** A new account, and the mail that confirms its address; at once a session without confirmations. */
export async function signUp(auth: AuthContext, c: AuthRequest): Promise<Response> {
  const asked = credentials.extend({ data: metadata.nullish(), ...challengeFields })
  const body = await read(c, asked, requireCredentials)
  if (!auth.settings.enable_signup) throw signupDisabled()
  if (!auth.settings.email.enable_signup) {
    throw authError(422, 'email_provider_disabled', 'Email signups are disabled')
  }
  const challenge = challengeOf(body)
  const data = body.data ?? {}
  await auth.limits.signInsFrom.consume(c.env.clientAddress)
  await auth.limits.signUpOf.consume(body.email)
  const problems = auth.passwordRules?.(body.password) ?? []
  refuseWeak(problems.length > 0 ? problems : passwordProblems(auth.settings, body.password))
  const passwordHash = await hashPassword(body.password)
  return auth.settings.email.enable_confirmations
    ? signUpByMail(auth, c, { email: body.email, data, passwordHash }, challenge)
    : signUpAtOnce(auth, c, { email: body.email, data, passwordHash })
}

interface NewAccount {
  email: string
  data: Record<string, unknown>
  passwordHash: string
}

async function signUpByMail(
  auth: AuthContext,
  c: AuthRequest,
  account: NewAccount,
  challenge: Challenge | undefined,
): Promise<Response> {
  // Counted whether or not a mail goes out: the answer tells nothing about the address.
  await auth.limits.mail.ask('sign_ups', c.env.clientAddress)
  const make = () =>
    auth.database.transactionAsOwner(async (db) => {
      const existing = await findUserByEmail(db, account.email)
      if (existing?.email_confirmed_at) return undefined
      const user = existing ?? (await insertUser(db, { ...account, data: {}, isConfirmed: false }))
      // Whoever signed up first may not own the address. So password and data come with the link:
      // the mail that is opened decides, and it went to the owner.
      const token = await issueToken(db, user.id, 'signup', user.email, account, challenge)
      return { id: user.id, token }
    })
  // Two may sign up with one address in the same moment; the second finds the first's account.
  const made = await make().catch((error: unknown) => {
    if (isEmailTaken(error)) return make()
    throw error
  })
  if (!made) return c.json(newcomer(account))
  // Another mail has to wait its interval, so a refusal means no more than that this one was early.
  await auth.limits.mailTo.consume(`signup ${account.email}`).catch(() => {})
  sendLink(auth, 'signup', account.email, made.token, redirectOf(auth, c), 'sign_ups')
  return c.json(newcomer(account, made.id))
}

async function signUpAtOnce(
  auth: AuthContext,
  c: AuthRequest,
  account: NewAccount,
): Promise<Response> {
  const session = await auth.database
    .transactionAsOwner(async (db) => {
      const user = await insertUser(db, { ...account, isConfirmed: true })
      return startSession(db, user, 'password', deviceOf(c), auth.session)
    })
    .catch((error: unknown) => {
      if (!isEmailTaken(error)) throw error
      throw authError(422, 'user_already_exists', 'User already registered')
    })
  return c.json(session)
}

export const isEmailTaken = (error: unknown) =>
  error instanceof DatabaseError && error.constraint === 'users_email_key'
