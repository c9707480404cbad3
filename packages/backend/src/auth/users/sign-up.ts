import { DatabaseError, type Transaction } from '../../database/database.ts'
import type { AuthContext, AuthRequest } from '../context.ts'
import { issueToken } from '../mail/one-time-tokens.ts'
import { chooseRedirect, sendLink } from '../mail/send-mail.ts'
import { type Challenge, challengeFields, parseChallenge } from '../pkce.ts'
import { authError, signupDisabled } from '../request/errors.ts'
import { credentials, hasCredentials, metadata, requireCredentials } from '../request/fields.ts'
import { parseBody, parseJson } from '../request/parse-body.ts'
import { startSession } from '../sessions.ts'
import { hashPassword, refuseWeakPassword } from './passwords.ts'
import { findUserByEmail, insertUser, signUpResponse } from './users.ts'

/** Creates an account and mails a confirmation; without confirmations it starts a session. */
export async function signUp(auth: AuthContext, c: AuthRequest): Promise<Response> {
  // As in GoTrue, a sign-up without any credentials is an anonymous one.
  if (!hasCredentials(await parseJson(c))) {
    throw authError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
  }
  const schema = credentials.extend({ data: metadata.nullish(), ...challengeFields })
  const body = await parseBody(c, schema, (json) =>
    requireCredentials(json, { status: 400, message: 'Phone signups are disabled' }),
  )
  requireOpenSignUp(auth)
  const challenge = parseChallenge(body)
  const data = body.data ?? {}
  await auth.limits.signInsByNetwork.consume(c.env.clientAddress)
  await auth.limits.signUpsByEmail.consume(body.email)
  // Before the account is looked up: the answer is the same for an address with an account.
  await auth.database.transactionAsOwner((db) =>
    requireSignUpRules(auth, db, body.email, 'sign-up', data),
  )
  refuseWeakPassword(auth.settings, body.password, auth.passwordRules)
  const passwordHash = await hashPassword(body.password)
  return auth.settings.email.enable_confirmations
    ? signUpByMail(auth, c, { email: body.email, data, passwordHash }, challenge)
    : signUpWithoutMail(auth, c, { email: body.email, data, passwordHash })
}

/** @throws {ApiError} signup_disabled, email_provider_disabled */
export function requireOpenSignUp({ settings }: AuthContext): void {
  if (!settings.enable_signup) throw signupDisabled()
  if (settings.email.enable_signup) return
  throw authError(400, 'email_provider_disabled', 'Email signups are disabled')
}

/** @throws {ApiError} 422 if the product's rules do not allow the account */
export async function requireSignUpRules(
  { signUpRules }: AuthContext,
  db: Transaction,
  email: string,
  use: 'sign-up' | 'change' = 'sign-up',
  metadata?: object,
): Promise<void> {
  const refusal = await signUpRules?.(db, email, use, metadata)
  if (refusal) throw authError(422, refusal.error_code, refusal.msg)
}

/** Maps the error of a trigger that enforces the product's rules; returns any other error unchanged. */
export function toSignUpError(error: unknown): unknown {
  if (!(error instanceof DatabaseError) || error.constraint !== 'sign_up_rules') return error
  return authError(422, error.details ?? 'signup_disabled', error.message)
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
  // Counted whether or not a mail is sent: the response must not reveal if the address has an account.
  await auth.limits.mailQuota.request('sign_ups', c.env.clientAddress)
  const created = await retryIfTaken(() =>
    auth.database.transactionAsOwner(async (db) => {
      const existing = await findUserByEmail(db, account.email)
      if (existing?.email_confirmed_at) return undefined
      const user = existing ?? (await insertUser(db, { ...account, data: {}, isConfirmed: false }))
      // The first sign-up may be another person's. So each link carries its own password and data, and
      // the owner of the address decides by opening one.
      const token = await issueToken(db, user.id, 'signup', account.email, {
        signUp: account,
        challenge,
      })
      return { id: user.id, token }
    }),
  )
  if (!created) return c.json(signUpResponse(account))
  // Starts the interval for `resend`; a sign-up itself is not refused by it.
  await auth.limits.mailsByAddress.consume(`signup ${account.email}`).catch(() => {})
  await sendLink(auth, 'signup', account.email, created.token, chooseRedirect(auth, c), 'sign_ups')
  return c.json(signUpResponse(account, created.id))
}

async function signUpWithoutMail(
  auth: AuthContext,
  c: AuthRequest,
  account: NewAccount,
): Promise<Response> {
  const { session } = await auth.database
    .transactionAsOwner(async (db) => {
      const user = await insertUser(db, { ...account, isConfirmed: true })
      return startSession(auth, c, db, user, 'password')
    })
    .catch((error: unknown) => {
      if (!isEmailTaken(error)) throw error
      throw authError(422, 'user_already_exists', 'User already registered')
    })
  return c.json(session)
}

/** Runs work again if another request has inserted the account meanwhile: the second attempt finds it. */
export const retryIfTaken = <T>(
  work: () => Promise<T>,
  isTaken: (error: unknown) => boolean = isEmailTaken,
): Promise<T> => work().catch((error) => (isTaken(error) ? work() : Promise.reject(error)))

export const isEmailTaken = (error: unknown) =>
  error instanceof DatabaseError && error.constraint === 'users_email_key'
