import { z } from 'zod'
import { isApiError } from '../api-error.ts'
import type { Transaction } from '../database/database.ts'
import type { MailKind } from '../mail/templates.ts'
import { networksOf } from '../rate-limit.ts'
import {
  type AuthContext,
  type AuthRequest,
  deviceOf,
  read,
  redirectOf,
  sendNotice,
} from './context.ts'
import { authError } from './errors.ts'
import { email } from './fields.ts'
import { rememberBrowser } from './known-browser.ts'
import { linkToken, type Redeemed, redeemToken, tokenOfCode } from './links.ts'
import { isPkceToken, issueCode, withAnswer, withQuery } from './pkce.ts'
import { refuseBanned, startSession } from './sessions.ts'
import { isEmailTaken } from './sign-up.ts'
import type { UserRow } from './users.ts'

/**
 * The mailed link: back to the site with a session, or with why not, in the fragment; in a PKCE flow
 * with a code in the query.
 */
export async function verifyLink(auth: AuthContext, c: AuthRequest): Promise<Response> {
  // Mail scanners ask for the head of every link; that must not use it up.
  if (c.req.raw.method === 'HEAD') return c.body(null, 200)
  const target = redirectOf(auth, c)
  const said = {
    token: c.req.query('token') ?? c.req.query('token_hash'),
    type: c.req.query('type'),
  }
  const back = (answer: Record<string, string>) =>
    c.redirect(withAnswer(target, answer, isPkceToken(said.token)), 303)
  try {
    const redeemed = await redeem(auth, c, said, async (db, { user, challenge }) =>
      challenge
        ? { code: await issueCode(db, user.id, 'otp', challenge) }
        : signIn(auth, c, db, user),
    )
    if (redeemed === 'half') return back({ message: OTHER_ADDRESS })
    if ('code' in redeemed) return c.redirect(withQuery(target, redeemed), 303)
    const { session, user } = redeemed
    rememberBrowser(auth, c, user)
    return back({
      access_token: session.access_token,
      expires_at: String(session.expires_at),
      expires_in: String(session.expires_in),
      refresh_token: session.refresh_token,
      token_type: 'bearer',
      type: said.type ?? '',
    })
  } catch (error) {
    if (!isApiError(error)) throw error
    return back({
      error: 'access_denied',
      error_code: String(error.body.error_code),
      error_description: error.message,
    })
  }
}

/** The same from a program: the token of the link in a body, or the code and its address. */
export async function verifyToken(auth: AuthContext, c: AuthRequest): Promise<Response> {
  const body = await read(
    c,
    z.object({
      type: z.string(),
      email: email.optional(),
      token_hash: z.string().optional(),
      token: z.string().optional(),
    }),
  )
  const { type, token, token_hash } = body
  const said =
    token_hash || !body.email ? { token: token_hash ?? token } : { code: token, email: body.email }
  const redeemed = await redeem(auth, c, { type, ...said }, (db, { user }) =>
    signIn(auth, c, db, user),
  )
  if (redeemed === 'half') return c.json({ code: '200', msg: OTHER_ADDRESS })
  rememberBrowser(auth, c, redeemed.user)
  return c.json(redeemed.session)
}

async function signIn(auth: AuthContext, c: AuthRequest, db: Transaction, user: UserRow) {
  return { user, session: await startSession(db, user, 'otp', deviceOf(c), auth.session) }
}

/** GoTrue's words, which clients may show. */
const OTHER_ADDRESS =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email'

/** What GoTrue's clients ask for, and the mails that answer it; `email` is either way of signing in. */
const KINDS = new Map<string | undefined, readonly MailKind[]>([
  ['signup', ['signup']],
  ['recovery', ['recovery']],
  ['magiclink', ['magiclink']],
  ['email', ['signup', 'magiclink']],
  ['email_change', ['email_change', 'email_change_current']],
])

interface Said {
  type: string | undefined
  /** of a link */
  token?: string | undefined
  /** six digits, with the address that they were mailed to */
  code?: string | undefined
  email?: string | undefined
}

/** @param grant what its owner is given, in the transaction that uses the token up */
async function redeem<T>(
  auth: AuthContext,
  c: AuthRequest,
  said: Said,
  grant: (db: Transaction, redeemed: Redeemed) => Promise<T>,
): Promise<T | 'half'> {
  const { database, limits, settings } = auth
  await limits.verificationsFrom.consume(c.env.clientAddress)
  const kinds = KINDS.get(said.type)
  const { token, email: address, code } = said
  const secret = address ? code : token
  if (!kinds || !secret || secret.length > 200) throw expired()
  const guesser = `${networksOf(c.env.clientAddress).at(-1)} ${address}`
  // Counted by address as well: a code that waits for its next mail is not guessed at meanwhile.
  if (address) {
    await limits.guessesFrom.consume(guesser)
    await limits.guessesOf.consume(address)
  }
  const { otp_expiry: lifetime, double_confirm_changes: bothConfirm } = settings.email
  const rules = { lifetime, bothConfirm }
  const redeemed = await database
    .transactionAsOwner(async (db) => {
      const known = address
        ? await tokenOfCode(db, address, secret.replace(/\s/g, ''), kinds)
        : linkToken(secret)
      const found = known && (await redeemToken(db, known, kinds, rules))
      if (!found || found === 'half') return found
      refuseBanned(found.user)
      return { left: found.left, granted: await grant(db, found) }
    })
    .catch((error: unknown) => {
      // Somebody else has confirmed the address in the meantime.
      if (isEmailTaken(error)) throw expired()
      throw error
    })
  if (!redeemed) throw expired()
  if (address) {
    await limits.guessesFrom.clear(guesser)
    await limits.guessesOf.clear(address)
  }
  if (redeemed === 'half') return redeemed
  if (redeemed.left) sendNotice(auth, 'email_changed', redeemed.left)
  return redeemed.granted
}

const expired = () => authError(403, 'otp_expired', 'Email link is invalid or has expired')
