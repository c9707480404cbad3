import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { Transaction } from '../../database/database.ts'
import type { AuthContext, AuthRequest } from '../context.ts'
import { challengeFields, parseChallenge } from '../pkce.ts'
import { requireEmailProvider } from '../request/errors.ts'
import { email, metadata, refusePhone } from '../request/fields.ts'
import { parseBody } from '../request/parse-body.ts'
import { retryIfTaken } from '../users/sign-up.ts'
import { findUserByEmail, insertUser, type UserRow } from '../users/users.ts'
import type { MailShare } from './mail-quota.ts'
import { issueToken, type PendingSignUp } from './one-time-tokens.ts'
import { chooseRedirect, countMailQuota, sendLink } from './send-mail.ts'

/** Longer than the work for an existing account, so that the time does not reveal if there is one. */
const MIN_RESPONSE_MS = 60

/** Repeats the mail of a sign-up or of an address change. */
export async function resend(auth: AuthContext, c: AuthRequest): Promise<Response> {
  const { type, ...body } = await parseBody(
    c,
    z.object({ email, type: z.enum(['signup', 'email_change']), ...challengeFields }),
    (json) => refusePhone(json, { status: 400, message: 'Phone logins are disabled' }),
  )
  requireEmailProvider(auth, 400)
  const getRecipient = (user: UserRow) =>
    type === 'signup'
      ? user.email_confirmed_at
        ? undefined
        : user.email
      : (user.email_change ?? undefined)
  return mailIfAccountExists(auth, c, type, body, getRecipient)
}

/** The share of the hour's mail whose limit applies to a request. */
const SHARE_BY_KIND = {
  signup: 'sign_ups',
  email_change: 'members',
  recovery: 'either',
  magiclink: 'either',
} as const

/** Mails a link that signs in, to set a new password. */
export async function recover(auth: AuthContext, c: AuthRequest): Promise<Response> {
  const body = await parseBody(c, z.object({ email, ...challengeFields }))
  requireEmailProvider(auth, 400)
  return mailIfAccountExists(auth, c, 'recovery', body, (user) => user.email)
}

/**
 * Mails a link and a code that sign in, and creates the account if necessary. They remove the password
 * of an unconfirmed account: only the mail's reader is known to own the address.
 */
export async function sendOtp(auth: AuthContext, c: AuthRequest): Promise<Response> {
  const body = await parseBody(
    c,
    z.object({
      email,
      create_user: z.boolean().default(true),
      data: metadata.nullish(),
      ...challengeFields,
    }),
    (json) => refusePhone(json, { status: 400, message: 'Unsupported phone provider' }),
  )
  requireEmailProvider(auth, 422)
  // If it may have no account, an unknown address gets the same response.
  const createUser =
    body.create_user && auth.settings.enable_signup
      ? async (db: Transaction) =>
          (await auth.signUpRules?.(db, body.email, 'sign-up'))
            ? undefined
            : insertUser(db, {
                email: body.email,
                passwordHash: null,
                data: {},
                isConfirmed: false,
              })
      : undefined
  const signUp = { passwordHash: null, data: body.data ?? null }
  return mailIfAccountExists(auth, c, 'magiclink', body, (user) => user.email, {
    createUser,
    signUp,
  })
}

interface NewAccount {
  /** Creates the account of an unknown address. */
  createUser?: ((db: Transaction) => Promise<UserRow | undefined>) | undefined
  /** Confirmed by the mail, if the address is unconfirmed. */
  signUp?: PendingSignUp
}

/** The response and its time are the same whether or not the address has an account. */
async function mailIfAccountExists(
  auth: AuthContext,
  c: AuthRequest,
  kind: keyof typeof SHARE_BY_KIND,
  body: { email: string } & Parameters<typeof parseChallenge>[0],
  getRecipient: (user: UserRow) => string | null | undefined,
  { createUser, signUp }: NewAccount = {},
): Promise<Response> {
  const { email: address } = body
  const challenge = parseChallenge(body)
  const openShares = await countMailQuota(auth, c, `${kind} ${address}`, SHARE_BY_KIND[kind])
  const issue = () =>
    auth.database.transactionAsOwner(async (db) => {
      const existing = await findUserByEmail(db, address)
      const share: MailShare = existing?.email_confirmed_at ? 'members' : 'sign_ups'
      // No error: it would reveal that the address has an account.
      if (!openShares.includes(share)) return undefined
      // The mail would confirm the address, which the product's rules may not allow any more.
      const isPending = existing && !existing.email_confirmed_at
      if (isPending && (await auth.signUpRules?.(db, address, 'sign-up'))) return undefined
      const user = existing ?? (await createUser?.(db))
      const to = user && getRecipient(user)
      return user && to
        ? { to, share, token: await issueToken(db, user.id, kind, to, { signUp, challenge }) }
        : undefined
    })
  const send = async () => {
    const issued = await retryIfTaken(issue)
    if (!issued) return
    const { to, token, share } = issued
    await sendLink(auth, kind, to, token, chooseRedirect(auth, c), share)
  }
  await Promise.all([send(), pause(MIN_RESPONSE_MS)])
  return c.json({})
}
