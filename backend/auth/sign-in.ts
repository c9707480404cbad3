import { z } from 'zod'
import { type AuthContext, type AuthRequest, deviceOf, read, requireSession } from './context.ts'
import { authError, invalidCredentials } from './errors.ts'
import { credentials, requireCredentials } from './fields.ts'
import { knownBrowser, rememberBrowser } from './known-browser.ts'
import { passwordMatches } from './passwords.ts'
import { exchangeCode } from './pkce.ts'
import { hasRequiredFactor, requireAal2 } from './second-factor/factors.ts'
import { endSessions, refreshSession, refuseBanned, startSession } from './sessions.ts'
import { findUser, findUserByEmail } from './users.ts'

/** A session for a password, the refresh token of the one before, or the code of a PKCE flow. */
export async function token(auth: AuthContext, c: AuthRequest): Promise<Response> {
  switch (c.req.query('grant_type')) {
    case 'password':
      return signIn(auth, c)
    case 'refresh_token':
      return refresh(auth, c)
    case 'pkce':
      return exchangeCode(auth, c)
    default:
      throw authError(400, 'validation_failed', 'unsupported_grant_type')
  }
}

async function signIn(auth: AuthContext, c: AuthRequest): Promise<Response> {
  const { database, limits } = auth
  const body = await read(c, credentials, requireCredentials)
  await limits.signInsFrom.consume(c.env.clientAddress)
  const user = await database.transactionAsOwner((db) => findUserByEmail(db, body.email))
  const attemptKey = (user && knownBrowser(auth, c, user)) ?? body.email
  await limits.signInOf.consume(attemptKey)
  if (!(await passwordMatches(user?.encrypted_password, body.password)) || !user) {
    throw invalidCredentials()
  }
  const session = await database.transactionAsOwner(async (db) => {
    // Comparing takes a while, in which the password may have been changed or the account deleted.
    const now = await findUser(db, user.id, 'for update')
    if (!now || now.encrypted_password !== user.encrypted_password) throw invalidCredentials()
    if (!now.email_confirmed_at) throw authError(400, 'email_not_confirmed', 'Email not confirmed')
    refuseBanned(now)
    return startSession(db, now, 'password', deviceOf(c), auth.session)
  })
  await limits.signInOf.clear(attemptKey)
  rememberBrowser(auth, c, user)
  return c.json(session)
}

async function refresh(auth: AuthContext, c: AuthRequest) {
  const { database, limits, session } = auth
  const body = await read(c, z.object({ refresh_token: z.string().min(1).max(200) }))
  await limits.refreshesFrom.consume(c.env.clientAddress)
  const outcome = await database.transactionAsOwner((db) =>
    refreshSession(db, body.refresh_token, deviceOf(c), session),
  )
  if (outcome.session) {
    rememberBrowser(auth, c, outcome.user)
    return c.json(outcome.session)
  }
  const ended = 'reused' in outcome ? outcome.reused : outcome.expired
  await database.asOwner('delete from auth.sessions where id = $1', [ended])
  if ('expired' in outcome) {
    throw authError(400, 'session_expired', 'Invalid Refresh Token: Session Expired')
  }
  throw authError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used')
}

export async function logout(auth: AuthContext, c: AuthRequest): Promise<Response> {
  const who = await requireSession(auth, c)
  const { user, claims } = who
  const wanted = scopeOf(c.req.query('scope'))
  // Without the second factor a session ends no other one. Clients sign out whatever the answer is,
  // so `global` still ends this session.
  const mayEndOthers = hasRequiredFactor(who)
  const scope = mayEndOthers || wanted === 'others' ? wanted : 'local'
  if (mayEndOthers || scope === 'local') {
    await auth.database.transactionAsOwner((db) =>
      endSessions(db, user.id, claims.session_id, scope),
    )
  }
  if (wanted !== 'local') {
    // supabase-js takes a 401 or a 403 of this route for a success, since its own session is over.
    const status = wanted === 'others' ? 422 : 403
    requireAal2(who, 'AAL2 required to end other sessions', status)
  }
  return c.body(null, 204)
}

const scopes = z.enum(['global', 'local', 'others'])

/** @throws {ApiError} 400 for a scope that GoTrue does not have */
function scopeOf(value = ''): z.infer<typeof scopes> {
  const scope = scopes.safeParse(value || 'global')
  if (scope.success) return scope.data
  const message = `Unsupported logout scope ${JSON.stringify(value)}`
  throw authError(400, 'validation_failed', message)
}
