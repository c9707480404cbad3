import { z } from 'zod'
import { ApiError } from '../../api-error.ts'
import { DatabaseError, type Transaction } from '../../database/database.ts'
import type { MailKind } from '../../mail/templates.ts'
import { networksOf } from '../../rate-limit.ts'
import type { AuthContext, AuthRequest } from '../context.ts'
import { rememberBrowser } from '../known-browser.ts'
import { addQuery, buildRedirect, isPkceToken, issueCode, toParameters } from '../pkce.ts'
import { authError } from '../request/errors.ts'
import { email } from '../request/fields.ts'
import { parseBody } from '../request/parse-body.ts'
import { refuseBannedUser, startSession } from '../sessions.ts'
import { isEmailTaken, toSignUpError } from '../users/sign-up.ts'
import { findTokenByCode, hashToken, type RedeemedToken, redeemToken } from './redeem-token.ts'
import { chooseRedirect, sendNotice } from './send-mail.ts'

/**
 * Redeems a mailed link and redirects to the site, with a session or an error in the fragment. In a
 * PKCE flow it redirects with a code in the query.
 */
export async function verifyLink(auth: AuthContext, c: AuthRequest): Promise<Response> {
  // Mail scanners send HEAD requests for every link, which must not use it up.
  if (c.req.raw.method === 'HEAD') return c.body(null, 200)
  const target = chooseRedirect(auth, c)
  const credential = {
    token: c.req.query('token') ?? c.req.query('token_hash'),
    type: c.req.query('type'),
  }
  const redirect = (parameters: Record<string, string>) =>
    c.redirect(buildRedirect(target, parameters, isPkceToken(credential.token)), 303)
  try {
    const redeemed = await redeem(auth, c, credential, async (db, found) =>
      found.challenge
        ? { code: await issueCode(db, found.user.id, found.method, found.challenge) }
        : startSession(auth, c, db, found.user, found.method),
    )
    if (redeemed === 'half') return redirect({ message: HALF_CONFIRMED })
    if ('code' in redeemed) return c.redirect(addQuery(target, redeemed), 303)
    const { session, user } = redeemed
    rememberBrowser(auth, c, user)
    return redirect({ ...toParameters(session), type: credential.type ?? '' })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return redirect({
      error: 'access_denied',
      error_code: String(error.body.error_code),
      error_description: error.message,
    })
  }
}

/** Redeems the token of a link, or a code with its address, that a client sends in a body. */
export async function verifyToken(auth: AuthContext, c: AuthRequest): Promise<Response> {
  const body = await parseBody(
    c,
    z.object({
      type: z.string(),
      email: email.optional(),
      token_hash: z.string().optional(),
      token: z.string().optional(),
      phone: z.string().optional(),
    }),
  )
  if (body.phone) throw refusePhoneCode(body.phone)
  const { type, token, token_hash } = body
  const credential =
    token_hash || !body.email ? { token: token_hash ?? token } : { code: token, email: body.email }
  const redeemed = await redeem(auth, c, { type, ...credential }, (db, { user, method }) =>
    startSession(auth, c, db, user, method),
  )
  if (redeemed === 'half') return c.json({ code: '200', msg: HALF_CONFIRMED })
  rememberBrowser(auth, c, redeemed.user)
  return c.json(redeemed.session)
}

/** GoTrue's message, which clients may show. */
const HALF_CONFIRMED =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email'

/** The types that GoTrue's clients send, with the kinds of mail that match; `email` is sign-up or sign-in. */
const KINDS = new Map<string | undefined, readonly MailKind[]>([
  ['signup', ['signup']],
  ['invite', ['invite']],
  ['recovery', ['recovery']],
  ['magiclink', ['magiclink']],
  ['email', ['signup', 'invite', 'magiclink']],
  ['email_change', ['email_change', 'email_change_current']],
])

interface MailCredential {
  type: string | undefined
  /** Of a link. */
  token?: string | undefined
  /** Six digits, with the address that they were mailed to. */
  code?: string | undefined
  email?: string | undefined
}

/** @param grant runs in the transaction that uses up the token, and returns what its owner gets */
async function redeem<T>(
  auth: AuthContext,
  c: AuthRequest,
  credential: MailCredential,
  grant: (db: Transaction, redeemed: RedeemedToken) => Promise<T>,
): Promise<T | 'half'> {
  const { database, limits, settings } = auth
  await limits.verificationsByNetwork.consume(c.env.clientAddress)
  const kinds = KINDS.get(credential.type)
  const { token, email: address, code } = credential
  const secret = address ? code : token
  if (!kinds || !secret || secret.length > 200) throw expiredError()
  const attemptKey = `${networksOf(c.env.clientAddress).at(-1)} ${address}`
  // By address, not by code: a new mail does not allow more attempts.
  if (address) {
    await limits.codeAttemptsByNetwork.consume(attemptKey)
    await limits.codeAttemptsByAddress.consume(address)
  }
  const clearAttempts = async () => {
    if (!address) return
    await limits.codeAttemptsByNetwork.clear(attemptKey)
    await limits.codeAttemptsByAddress.clear(address)
  }
  const { otp_expiry: lifetime, double_confirm_changes: bothConfirm } = settings.email
  const rules = { lifetime, bothConfirm }
  const redeemed = await database
    .transactionAsOwner(async (db) => {
      const tokenHash = address
        ? await findTokenByCode(db, address, secret.replace(/\s/g, ''), kinds)
        : hashToken(secret)
      const found = tokenHash && (await redeemToken(db, tokenHash, kinds, rules))
      if (!found || found === 'half') return found
      refuseBannedUser(found.user)
      return { previousEmail: found.previousEmail, granted: await grant(db, found) }
    })
    .catch(async (error: unknown) => {
      // A database that is away or takes no changes is no attempt to guess the code.
      if (error instanceof DatabaseError) await clearAttempts()
      // Another account has confirmed the address meanwhile.
      if (isEmailTaken(error)) throw expiredError()
      throw toSignUpError(error)
    })
  if (!redeemed) throw expiredError()
  await clearAttempts()
  if (redeemed === 'half') return redeemed
  if (redeemed.previousEmail) await sendNotice(auth, 'email_changed', redeemed.previousEmail)
  return redeemed.granted
}

/** No code was sent to a phone. */
const refusePhoneCode = (phone: string) =>
  /^\+?[1-9]\d{1,14}$/.test(phone)
    ? authError(403, 'otp_expired', 'Token has expired or is invalid')
    : authError(400, 'validation_failed', 'Invalid phone number format (E.164 required)')

const expiredError = () => authError(403, 'otp_expired', 'Email link is invalid or has expired')
