import type { Context } from 'hono'
import { z } from 'zod'
import type { BackendEnv } from '../caller.ts'
import type { Database, Transaction } from '../database/database.ts'
import { isTooDeep } from '../json-depth.ts'
import { type Claims, type Keys, TokenError } from '../keys/keys.ts'
import type { MailLook } from '../mail/mail-layout.ts'
import type { Mailer } from '../mail/mailer.ts'
import { type MailKind, mailOf, type NoticeKind, noticeOf } from '../mail/templates.ts'
import type { Settings } from '../settings/settings.ts'
import { authError, sessionNotFound } from './errors.ts'
import { createLimits, type Limits } from './limits.ts'
import type { IssuedToken } from './links.ts'
import type { MailShare, MailUse } from './mail-shares.ts'
import { safeRedirect } from './redirects.ts'
import type { Device, SessionOptions } from './sessions.ts'
import { findUser, type UserRow } from './users.ts'

export interface AuthOptions {
  database: Database
  keys: Keys
  mailer: Mailer
  settings: Settings['auth']
  /** Origin that people use; mailed links lead there. */
  siteUrl: string
  /** Origin of this process, where that is another one: always an allowed redirect. */
  ownUrl?: string
  siteName: string
  /** Of the mail; plain without. */
  mailLook?: MailLook
  /** What is wrong with a new account's password, in words; the product's own rules. */
  passwordRules?: (password: string) => string[]
  /** Called once in each hour window in which half of a share of the mail goes out. */
  onMailHalfUsed?: (use: MailUse) => void
}

export type AuthRequest = Context<BackendEnv>

/** What every part of the service works with. */
export interface AuthContext extends AuthOptions {
  limits: Limits
  session: SessionOptions
}

export function createContext(options: AuthOptions): AuthContext {
  return {
    ...options,
    limits: createLimits(options.settings, options.onMailHalfUsed),
    session: {
      keys: options.keys,
      accessTokenLifetime: options.settings.jwt_expiry,
      timebox: options.settings.sessions.timebox,
      inactivityTimeout: options.settings.sessions.inactivity_timeout,
      issuer: `${options.siteUrl}/auth/v1`,
    },
  }
}

/** Where somebody is signed in, for that person's eyes. */
export const deviceOf = (c: AuthRequest): Device => ({
  userAgent: c.req.header('user-agent')?.slice(0, 300) ?? null,
  address: c.env.clientAddress,
})

/**
 * Counts a mail that somebody asks for, before it is known whether one goes out.
 * @param key the kind, and the address or account that it is for
 * @returns the shares of the hour's mail that have room
 */
export async function spendMail(
  { limits }: AuthContext,
  c: AuthRequest,
  key: string,
  share: MailShare | 'either' = 'members',
): Promise<readonly MailShare[]> {
  await limits.mailsFrom.consume(c.env.clientAddress)
  await limits.mailTo.consume(key)
  return limits.mail.ask(share, c.env.clientAddress)
}

/** Tells somebody what has happened to his account, at the address that it had before. */
export function sendNotice(
  {
    mailer,
    siteName,
    siteUrl,
    mailLook,
  }: Pick<AuthOptions, 'mailer' | 'siteName' | 'siteUrl' | 'mailLook'>,
  kind: NoticeKind,
  to: string,
): void {
  mailer.send(noticeOf(kind, to, siteName, siteUrl, mailLook))
}

/** Where the mailed link of this request may lead back to. */
export function redirectOf({ siteUrl, ownUrl, settings }: AuthContext, c: AuthRequest): string {
  const own = ownUrl ? [ownUrl, `${ownUrl}/**`] : []
  const allowed = [...own, ...settings.additional_redirect_urls]
  return safeRedirect(c.req.query('redirect_to'), siteUrl, allowed)
}

export function sendLink(
  auth: AuthContext,
  kind: MailKind,
  to: string,
  { token, code }: IssuedToken,
  redirectTo: string,
  share: MailShare = 'members',
): void {
  const link = new URL('/auth/v1/verify', auth.siteUrl)
  // Both links of a change of address are of one type, as in GoTrue.
  const type = kind === 'email_change_current' ? 'email_change' : kind
  link.search = String(new URLSearchParams({ token, type, redirect_to: redirectTo }))
  auth.limits.mail.count(share)
  auth.mailer.send(mailOf(kind, to, auth.siteName, { link: link.href, code }, auth.mailLook))
}

export interface SignedIn {
  user: UserRow
  claims: Claims
  session: { id: string; aal: string }
}

/** @throws {ApiError} 401 or 403 for a request without a token, or without a session */
export async function requireSession({ database }: AuthContext, c: AuthRequest): Promise<SignedIn> {
  const claims = await c.var.identity.loadClaims().catch((error: unknown) => {
    if (!(error instanceof TokenError)) throw error
    throw authError(403, 'bad_jwt', `invalid JWT: ${error.message}`)
  })
  if (!claims) throw authError(401, 'no_authorization', 'This endpoint requires a Bearer token')
  const { sub, session_id } = claims
  if (!sub || !z.uuid().safeParse(sub).success) {
    throw authError(403, 'bad_jwt', 'invalid claim: missing sub claim')
  }
  const found = await database.transactionAsOwner((db) => loadSession(db, sub, session_id))
  return { ...found, claims }
}

/**
 * The same once more, in the transaction that changes something: with the user locked, as both are
 * by now.
 * @throws {ApiError} session_not_found
 */
export async function lockSignedIn(db: Transaction, who: SignedIn): Promise<SignedIn> {
  // By a statement of its own: the next one sees what it waited for.
  await db.query('select from auth.users where id = $1 for update', [who.user.id])
  return { ...(await loadSession(db, who.user.id, who.session.id)), claims: who.claims }
}

async function loadSession(db: Transaction, userId: string, sessionId: string | undefined) {
  const [session] = await db.query<SignedIn['session']>(
    'select id, aal from auth.sessions where id = $1 and user_id = $2',
    [sessionId ?? null, userId],
  )
  const user = session && (await findUser(db, userId))
  if (!user) throw sessionNotFound()
  return { user, session }
}

/**
 * The body of a request, which may become jsonb.
 * @throws {ApiError} 400 in GoTrue's shape for what is no JSON, or nests too deeply
 */
export async function jsonOf(c: Context): Promise<unknown> {
  try {
    const text = await c.req.text()
    if (!isTooDeep(text)) return JSON.parse(text)
  } catch {}
  throw authError(400, 'bad_json', 'Could not parse request body as JSON')
}

/**
 * The body of a request as the schema has it.
 * @throws {ApiError} 400 in GoTrue's shape
 */
export async function read<T extends z.ZodType>(
  c: AuthRequest,
  schema: T,
  require: (body: unknown) => void = () => {},
): Promise<z.output<T>> {
  const body = await jsonOf(c)
  require(body)
  const result = schema.safeParse(body)
  if (result.success) return result.data
  const field = String(result.error.issues[0]?.path[0] ?? 'body')
  const words: Record<string, string> = {
    email: 'Unable to validate email address: invalid format',
    password: 'Signup requires a valid password',
  }
  throw authError(
    400,
    field === 'email' ? 'email_address_invalid' : 'validation_failed',
    words[field] ?? `The field ${field} is not valid`,
  )
}
