import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { Transaction } from '../database/database.ts'
import {
  type AuthContext,
  type AuthRequest,
  read,
  redirectOf,
  sendLink,
  spendMail,
} from './context.ts'
import { email, metadata } from './fields.ts'
import { issueToken, type Said } from './links.ts'
import type { MailShare } from './mail-shares.ts'
import { challengeFields, challengeOf } from './pkce.ts'
import { isEmailTaken } from './sign-up.ts'
import { findUserByEmail, insertUser, type UserRow } from './users.ts'

/** More than the work for a known address takes, so that the time tells nothing about it. */
const ANSWER_AFTER_MS = 60

/** Another mail of the kind that sign-up or a change of address sent. */
export async function resend(auth: AuthContext, c: AuthRequest): Promise<Response> {
  const { type, ...body } = await read(
    c,
    z.object({ email, type: z.enum(['signup', 'email_change']), ...challengeFields }),
  )
  const recipientOf = (user: UserRow) =>
    type === 'signup'
      ? user.email_confirmed_at
        ? undefined
        : user.email
      : (user.email_change ?? undefined)
  return mailIfKnown(auth, c, type, body, recipientOf)
}

/** Whose share of the hour's mail a request is refused by. */
const SHARE_OF = {
  signup: 'sign_ups',
  email_change: 'members',
  recovery: 'either',
  magiclink: 'either',
} as const

/** A link that signs in, to set a new password. */
export async function recover(auth: AuthContext, c: AuthRequest): Promise<Response> {
  const body = await read(c, z.object({ email, ...challengeFields }))
  return mailIfKnown(auth, c, 'recovery', body, (user) => user.email)
}

/**
 * A link and a code that sign in, also somebody new. A password that came with no opened mail does
 * not outlive it: whoever reads the mail owns the address.
 */
export async function otp(auth: AuthContext, c: AuthRequest): Promise<Response> {
  const body = await read(
    c,
    z.object({
      email,
      create_user: z.boolean().default(true),
      data: metadata.nullish(),
      ...challengeFields,
    }),
  )
  // An unknown address is answered alike where nobody new may come.
  const { enable_signup, email: byMail } = auth.settings
  const make =
    body.create_user && enable_signup && byMail.enable_signup
      ? (db: Transaction) =>
          insertUser(db, {
            email: body.email,
            passwordHash: null,
            data: {},
            isConfirmed: false,
          })
      : undefined
  const said = { passwordHash: null, data: body.data ?? null }
  return mailIfKnown(auth, c, 'magiclink', body, (user) => user.email, { make, said })
}

interface Newcomer {
  /** an account for an address that nobody has */
  make?: ((db: Transaction) => Promise<UserRow>) | undefined
  /** counts where nobody has confirmed the address yet */
  said?: Said
}

/** The answer is the same, and takes the same time, whether or not anyone has this address. */
async function mailIfKnown(
  auth: AuthContext,
  c: AuthRequest,
  kind: keyof typeof SHARE_OF,
  body: { email: string } & Parameters<typeof challengeOf>[0],
  recipientOf: (user: UserRow) => string | undefined,
  { make, said }: Newcomer = {},
): Promise<Response> {
  const { email: address } = body
  const challenge = challengeOf(body)
  const open = await spendMail(auth, c, `${kind} ${address}`, SHARE_OF[kind])
  const issue = () =>
    auth.database.transactionAsOwner(async (db) => {
      const known = await findUserByEmail(db, address)
      const share: MailShare = known?.email_confirmed_at ? 'members' : 'sign_ups'
      // Answered as if one went out: a refusal here would show who has an account.
      if (!open.includes(share)) return undefined
      const user = known ?? (await make?.(db))
      const to = user && recipientOf(user)
      return user && to
        ? { to, share, token: await issueToken(db, user.id, kind, to, said, challenge) }
        : undefined
    })
  // Two may ask for one new address in the same moment; the second finds the first's account.
  const again = (error: unknown) => {
    if (isEmailTaken(error)) return issue()
    throw error
  }
  const [issued] = await Promise.all([issue().catch(again), pause(ANSWER_AFTER_MS)])
  if (issued) sendLink(auth, kind, issued.to, issued.token, redirectOf(auth, c), issued.share)
  return c.json({})
}
