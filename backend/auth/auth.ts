import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { ApiError } from '../api-error.ts'
import { tokenOf } from '../caller.ts'
import { type Database, DatabaseError, type Transaction } from '../database/database.ts'
import { type Claims, type Keys, TokenError } from '../keys/keys.ts'
import type { Mailer } from '../mail/mailer.ts'
import { type MailKind, mailOf } from '../mail/templates.ts'
import type { Settings } from '../settings/settings.ts'
import { adminRoutes } from './admin.ts'
import { authError, invalidCredentials } from './errors.ts'
import { createLimits, type Limits } from './limits.ts'
import { issueToken, redeemToken } from './links.ts'
import { hashPassword, passwordMatches, refuseWeak } from './passwords.ts'
import { safeRedirect } from './redirects.ts'
import {
  endSessions,
  refreshSession,
  refuseBanned,
  type SessionOptions,
  startSession,
} from './sessions.ts'
import {
  decoyUser,
  findUser,
  findUserByEmail,
  insertUser,
  shownUser,
  type UserRow,
} from './users.ts'

export interface AuthOptions {
  database: Database
  keys: Keys
  mailer: Mailer
  settings: Settings['auth']
  /** Origin that people use; mailed links lead there. */
  siteUrl: string
  siteName: string
  /** What is wrong with a new account's password, in words; the product's own rules. */
  passwordRules?: (password: string) => string[]
}

/** One request's surroundings: where it comes from. */
export interface AuthEnv {
  Bindings: { clientAddress: string }
}

const email = z
  .string()
  .trim()
  .toLowerCase()
  .max(255)
  .pipe(z.email({ pattern: z.regexes.html5Email }))
const password = z.string().min(1).max(256)
const metadata = z
  .record(z.string(), z.unknown())
  .refine((data) => JSON.stringify(data).length <= 10_000)
  .default({})

/** GoTrue's contract, as far as `@supabase/supabase-js` and the site use it. */
export function createAuth(options: AuthOptions): Hono<AuthEnv> {
  return new AuthService(options).routes()
}

class AuthService {
  readonly #options: AuthOptions
  readonly #limits: Limits
  readonly #session: SessionOptions

  constructor(options: AuthOptions) {
    this.#options = options
    this.#limits = createLimits(options.settings)
    this.#session = {
      keys: options.keys,
      accessTokenLifetime: options.settings.jwt_expiry,
      issuer: `${options.siteUrl}/auth/v1`,
    }
  }

  routes(): Hono<AuthEnv> {
    const app = new Hono<AuthEnv>()
    app.get('/health', (c) =>
      c.json({ name: 'GoTrue', description: 'Auth of the embedded backend' }),
    )
    app.get('/settings', (c) => c.json(this.#settings()))
    app.get('/.well-known/jwks.json', (c) => c.json(this.#options.keys.jwks()))
    app.post('/signup', (c) => this.#signUp(c))
    app.post('/token', (c) => this.#token(c))
    app.post('/logout', (c) => this.#logout(c))
    app.get('/user', async (c) => c.json(shownUser((await this.#signedIn(c)).user)))
    app.put('/user', (c) => this.#updateUser(c))
    app.post('/resend', (c) => this.#resend(c))
    app.post('/recover', (c) => this.#recover(c))
    app.get('/verify', (c) => this.#verifyLink(c))
    app.post('/verify', (c) => this.#verifyToken(c))
    app.route('/admin', adminRoutes(this.#options))
    return app
  }

  async #signUp(c: Context<AuthEnv>): Promise<Response> {
    const body = await read(c, z.object({ email, password, data: metadata.nullish() }))
    await this.#limits.signInsFrom.spend(c.env.clientAddress)
    await this.#limits.signUpOf.spend(body.email)
    refuseWeak(this.#problemsOf(body.password))
    const passwordHash = await hashPassword(body.password)
    const isConfirmed = !this.#options.settings.email.enable_confirmations
    const outcome = await this.#options.database
      .transactionAsOwner(async (db) => {
        const existing = await findUserByEmail(db, body.email)
        if (existing?.email_confirmed_at) return { taken: true as const }
        // Signing up again before confirming is a forgotten mail, not a second account.
        const user =
          existing ??
          (await insertUser(db, {
            email: body.email,
            passwordHash,
            data: body.data ?? {},
            isConfirmed,
          }))
        if (isConfirmed) {
          return { session: await startSession(db, user, 'password', agentOf(c), this.#session) }
        }
        const token = await issueToken(db, user.id, 'signup', user.email)
        return { user: (await findUser(db, user.id)) ?? user, token }
      })
      .catch(emailTaken)
    if ('taken' in outcome) {
      if (isConfirmed) throw authError(422, 'user_already_exists', 'User already registered')
      return c.json(decoyUser(body.email, body.data ?? {}))
    }
    if ('session' in outcome) return c.json(outcome.session)
    await this.#limits.mailTo.spend(`signup ${body.email}`).catch(() => {})
    this.#mail('signup', body.email, outcome.token, this.#redirect(c))
    return c.json(shownUser(outcome.user))
  }

  async #token(c: Context<AuthEnv>): Promise<Response> {
    switch (c.req.query('grant_type')) {
      case 'password':
        return this.#signIn(c)
      case 'refresh_token':
        return this.#refresh(c)
      default:
        throw authError(400, 'validation_failed', 'unsupported_grant_type')
    }
  }

  async #signIn(c: Context<AuthEnv>): Promise<Response> {
    const body = await read(c, z.object({ email, password }))
    await this.#limits.signInsFrom.spend(c.env.clientAddress)
    await this.#limits.signInOf.spend(body.email)
    const { database } = this.#options
    const user = await database.transactionAsOwner((db) => findUserByEmail(db, body.email))
    if (!(await passwordMatches(user?.encrypted_password, body.password)) || !user) {
      throw invalidCredentials()
    }
    if (!user.email_confirmed_at) throw authError(400, 'email_not_confirmed', 'Email not confirmed')
    refuseBanned(user)
    const session = await database.transactionAsOwner((db) =>
      startSession(db, user, 'password', agentOf(c), this.#session),
    )
    await this.#limits.signInOf.clear(body.email)
    return c.json(session)
  }

  async #refresh(c: Context<AuthEnv>): Promise<Response> {
    const body = await read(c, z.object({ refresh_token: z.string().min(1).max(200) }))
    await this.#limits.refreshesFrom.spend(c.env.clientAddress)
    const { database } = this.#options
    const outcome = await database.transactionAsOwner((db) =>
      refreshSession(db, body.refresh_token, this.#session),
    )
    if ('session' in outcome) return c.json(outcome.session)
    await database.asOwner('delete from auth.sessions where id = $1', [outcome.reused])
    throw authError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used')
  }

  async #logout(c: Context<AuthEnv>): Promise<Response> {
    const { user, claims } = await this.#signedIn(c)
    const scope = z.enum(['global', 'local', 'others']).catch('global').parse(c.req.query('scope'))
    await this.#options.database.transactionAsOwner((db) =>
      endSessions(db, user.id, claims.session_id, scope),
    )
    return c.body(null, 204)
  }

  async #updateUser(c: Context<AuthEnv>): Promise<Response> {
    const { user, claims } = await this.#signedIn(c)
    const body = await read(
      c,
      z.object({
        email: email.optional(),
        password: password.optional(),
        data: metadata.optional(),
      }),
    )
    const passwordHash =
      body.password === undefined ? undefined : await this.#newPassword(user, body.password)
    const newEmail = body.email === user.email ? undefined : body.email
    const token = await this.#options.database.transactionAsOwner(async (db) => {
      await db.query(
        `update auth.users set encrypted_password = coalesce($2, encrypted_password),
           raw_user_meta_data = raw_user_meta_data || $3::jsonb, updated_at = now() where id = $1`,
        [user.id, passwordHash ?? null, JSON.stringify(body.data ?? {})],
      )
      // Whoever else is signed in with the old password no longer is.
      if (passwordHash) await endSessions(db, user.id, claims.session_id, 'others')
      return newEmail ? this.#startEmailChange(db, user, newEmail) : undefined
    })
    if (newEmail && token) this.#mail('email_change', newEmail, token, this.#redirect(c))
    const fresh = await this.#options.database.transactionAsOwner((db) => findUser(db, user.id))
    return c.json(shownUser(fresh ?? user))
  }

  async #newPassword(user: UserRow, wanted: string): Promise<string> {
    const least = this.#options.settings.minimum_password_length
    refuseWeak(wanted.length < least ? [`Password should be at least ${least} characters.`] : [])
    if (await passwordMatches(user.encrypted_password, wanted)) {
      throw authError(
        422,
        'same_password',
        'New password should be different from the old password.',
      )
    }
    return hashPassword(wanted)
  }

  async #startEmailChange(db: Transaction, user: UserRow, wanted: string): Promise<string> {
    await this.#limits.mailTo.spend(`email_change ${user.id}`)
    if (await findUserByEmail(db, wanted)) {
      throw authError(
        422,
        'email_exists',
        'A user with this email address has already been registered',
      )
    }
    await db.query('update auth.users set email_change = $2 where id = $1', [user.id, wanted])
    return issueToken(db, user.id, 'email_change', wanted)
  }

  async #resend(c: Context<AuthEnv>): Promise<Response> {
    const body = await read(c, z.object({ email, type: z.enum(['signup', 'email_change']) }))
    await this.#limits.mailTo.spend(`${body.type} ${body.email}`)
    await this.#mailIfKnown(c, body.type, body.email, (user) =>
      body.type === 'signup'
        ? user.email_confirmed_at
          ? undefined
          : user.email
        : (user.email_change ?? undefined),
    )
    return c.json({})
  }

  async #recover(c: Context<AuthEnv>): Promise<Response> {
    const body = await read(c, z.object({ email }))
    await this.#limits.mailTo.spend(`recovery ${body.email}`)
    await this.#mailIfKnown(c, 'recovery', body.email, (user) => user.email)
    return c.json({})
  }

  /** The answer is the same whether or not anyone has this address. */
  async #mailIfKnown(
    c: Context<AuthEnv>,
    kind: MailKind,
    address: string,
    recipientOf: (user: UserRow) => string | undefined,
  ): Promise<void> {
    await this.#limits.mailInAll.spend('all')
    const issued = await this.#options.database.transactionAsOwner(async (db) => {
      const user = await findUserByEmail(db, address)
      const to = user && recipientOf(user)
      return user && to ? { to, token: await issueToken(db, user.id, kind, to) } : undefined
    })
    if (issued) this.#mail(kind, issued.to, issued.token, this.#redirect(c))
  }

  /** The mailed link: back to the site with a session, or with why not, in the fragment. */
  async #verifyLink(c: Context<AuthEnv>): Promise<Response> {
    const target = this.#redirect(c)
    const back = (fragment: Record<string, string>) =>
      c.redirect(`${target.split('#')[0]}#${new URLSearchParams(fragment)}`, 303)
    try {
      const said = {
        token: c.req.query('token') ?? c.req.query('token_hash'),
        type: c.req.query('type'),
      }
      const session = await this.#redeem(c, said)
      return back({
        access_token: session.access_token,
        expires_at: String(session.expires_at),
        expires_in: String(session.expires_in),
        refresh_token: session.refresh_token,
        token_type: 'bearer',
        type: said.type ?? '',
      })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return back({
        error: 'access_denied',
        error_code: String(error.body.error_code),
        error_description: error.message,
      })
    }
  }

  async #verifyToken(c: Context<AuthEnv>): Promise<Response> {
    const body = await read(
      c,
      z.object({
        type: z.string(),
        token_hash: z.string().optional(),
        token: z.string().optional(),
      }),
    )
    return c.json(await this.#redeem(c, { token: body.token_hash ?? body.token, type: body.type }))
  }

  async #redeem(
    c: Context<AuthEnv>,
    said: { token: string | undefined; type: string | undefined },
  ) {
    await this.#limits.verificationsFrom.spend(c.env.clientAddress)
    const kind = z
      .enum(['signup', 'recovery', 'email_change'])
      .safeParse(said.type === 'email' ? 'signup' : said.type)
    const expired = () => authError(403, 'otp_expired', 'Email link is invalid or has expired')
    if (!kind.success || !said.token || said.token.length > 200) throw expired()
    const { database, settings } = this.#options
    const token = said.token
    const session = await database
      .transactionAsOwner(async (db) => {
        const user = await redeemToken(db, token, kind.data, settings.email.otp_expiry)
        return user && startSession(db, user, 'otp', agentOf(c), this.#session)
      })
      .catch(emailTaken)
    if (!session || 'taken' in session) throw expired()
    return session
  }

  /** @throws {ApiError} when nobody is signed in, or the session has ended since */
  async #signedIn(c: Context<AuthEnv>): Promise<{ user: UserRow; claims: Claims }> {
    const token = tokenOf(c.req.raw)
    if (!token) throw authError(401, 'no_authorization', 'This endpoint requires a Bearer token')
    const claims = await this.#options.keys.verify(token).catch((error: unknown) => {
      if (!(error instanceof TokenError)) throw error
      throw authError(403, 'bad_jwt', `invalid JWT: ${error.message}`)
    })
    const { sub, session_id } = claims
    if (!sub) throw authError(403, 'bad_jwt', 'invalid claim: missing sub claim')
    const user = await this.#options.database.transactionAsOwner(async (db) => {
      const session = await db.query('select from auth.sessions where id = $1 and user_id = $2', [
        session_id ?? null,
        sub,
      ])
      return session.length > 0 ? findUser(db, sub) : undefined
    })
    if (!user) {
      throw authError(
        403,
        'session_not_found',
        'Session from session_id claim in JWT does not exist',
      )
    }
    return { user, claims }
  }

  #problemsOf(wanted: string): string[] {
    const least = this.#options.settings.minimum_password_length
    const tooShort =
      wanted.length < least ? [`Password should be at least ${least} characters.`] : []
    return this.#options.passwordRules?.(wanted) ?? tooShort
  }

  #redirect(c: Context<AuthEnv>): string {
    const wanted = c.req.query('redirect_to')
    const { siteUrl, settings } = this.#options
    return safeRedirect(wanted, siteUrl, settings.additional_redirect_urls)
  }

  #mail(kind: MailKind, to: string, token: string, redirectTo: string): void {
    const link = new URL('/auth/v1/verify', this.#options.siteUrl)
    link.search = String(new URLSearchParams({ token, type: kind, redirect_to: redirectTo }))
    this.#options.mailer.send(mailOf(kind, to, this.#options.siteName, link.href))
  }

  #settings() {
    return {
      external: { email: true, phone: false, anonymous_users: false },
      disable_signup: false,
      mailer_autoconfirm: !this.#options.settings.email.enable_confirmations,
      phone_autoconfirm: false,
      sms_provider: '',
      saml_enabled: false,
    }
  }
}

const agentOf = (c: Context) => c.req.header('user-agent') ?? null

/** Two people may ask for one address in the same moment; the index decides. */
function emailTaken(error: unknown): { taken: true } {
  if (error instanceof DatabaseError && error.constraint === 'users_email_key')
    return { taken: true }
  throw error
}

async function read<T extends z.ZodType>(c: Context, schema: T): Promise<z.output<T>> {
  let body: unknown
  try {
    body = await c.req.json()
  } catch {
    throw authError(400, 'bad_json', 'Could not parse request body as JSON')
  }
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
