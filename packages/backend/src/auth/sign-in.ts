import { z } from 'zod'
import { type AuthContext, type AuthRequest, getClientInfo } from './context.ts'
import { signInWithIdToken } from './external/id-token.ts'
import { rememberBrowser } from './known-browser.ts'
import { exchangeCode } from './pkce.ts'
import { web3Disabled } from './request/disabled.ts'
import {
  authError,
  invalidCredentials,
  onDatabaseError,
  requireEmailProvider,
} from './request/errors.ts'
import { credentials, requireCredentials } from './request/fields.ts'
import { parseBody } from './request/parse-body.ts'
import { requireSession } from './request/require-session.ts'
import { hasRequiredFactor, requireAal2 } from './second-factor/factors.ts'
import { endSessions, refreshSession, refuseBannedUser, startSession } from './sessions.ts'
import { getAttemptKey } from './users/current-password.ts'
import { verifyPassword } from './users/passwords.ts'
import { findUser, findUserByEmail } from './users/users.ts'

/** Issues a session for a password, a refresh token or the code of a PKCE flow. */
export async function issueSession(auth: AuthContext, c: AuthRequest): Promise<Response> {
  switch (c.req.query('grant_type')) {
    case 'password':
      return signInWithPassword(auth, c)
    case 'refresh_token':
      return refreshTokens(auth, c)
    case 'pkce':
      return exchangeCode(auth, c)
    case 'id_token':
      return signInWithIdToken(auth, c)
    case 'web3':
      throw web3Disabled()
    default:
      throw authError(400, 'invalid_credentials', 'unsupported_grant_type')
  }
}

async function signInWithPassword(auth: AuthContext, c: AuthRequest): Promise<Response> {
  const { database, limits } = auth
  const body = await parseBody(c, credentials, (json) =>
    requireCredentials(json, { status: 422, message: 'Phone logins are disabled' }),
  )
  requireEmailProvider(auth, 422)
  await limits.signInsByNetwork.consume(c.env.clientAddress)
  const user = await database.transactionAsOwner((db) => findUserByEmail(db, body.email))
  const attemptKey = getAttemptKey(auth, c, user, body.email)
  await limits.signInsByEmail.consume(attemptKey)
  if (!(await verifyPassword(user?.encrypted_password, body.password)) || !user) {
    throw invalidCredentials()
  }
  const { session } = await database
    .transactionAsOwner(async (db) => {
      // While the hashes were compared, the password may have been changed or the account deleted.
      const now = await findUser(db, user.id, 'for update')
      if (!now || now.encrypted_password !== user.encrypted_password) throw invalidCredentials()
      if (!now.email_confirmed_at)
        throw authError(400, 'email_not_confirmed', 'Email not confirmed')
      refuseBannedUser(now)
      return startSession(auth, c, db, now, 'password')
    })
    .catch(onDatabaseError(() => limits.signInsByEmail.clear(attemptKey)))
  await limits.signInsByEmail.clear(attemptKey)
  rememberBrowser(auth, c, user)
  return c.json(session)
}

async function refreshTokens(auth: AuthContext, c: AuthRequest) {
  const { database, limits, sessionOptions } = auth
  const body = await parseBody(c, z.object({ refresh_token: z.string().min(1).max(200) }))
  await limits.refreshesByNetwork.consume(c.env.clientAddress)
  const result = await database.transactionAsOwner((db) =>
    refreshSession(db, body.refresh_token, getClientInfo(c), sessionOptions),
  )
  if (result.session) {
    rememberBrowser(auth, c, result.user)
    return c.json(result.session)
  }
  const ended = 'reused' in result ? result.reused : result.expired
  await database.asOwner('delete from auth.sessions where id = $1', [ended])
  if ('expired' in result) {
    throw authError(400, 'session_expired', 'Invalid Refresh Token: Session Expired')
  }
  throw authError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used')
}

export async function signOut(auth: AuthContext, c: AuthRequest): Promise<Response> {
  const session = await requireSession(auth, c)
  const { user, claims } = session
  const requested = parseScope(c.req.query('scope'))
  // A session without the second factor cannot end others. Clients forget their session whatever the
  // response is, so `global` still ends this one.
  const canEndOthers = hasRequiredFactor(session)
  const scope = canEndOthers || requested === 'others' ? requested : 'local'
  if (canEndOthers || scope === 'local') {
    await auth.database.transactionAsOwner((db) =>
      endSessions(db, user.id, claims.session_id, scope),
    )
  }
  if (requested !== 'local') {
    // supabase-js ignores a 401 or 403 of this route, because its own session is over then.
    const status = requested === 'others' ? 422 : 403
    requireAal2(session, 'AAL2 required to end other sessions', status)
  }
  return c.body(null, 204)
}

const scopes = z.enum(['global', 'local', 'others'])

/** @throws {ApiError} 400 for an unknown scope */
function parseScope(value = ''): z.infer<typeof scopes> {
  const scope = scopes.safeParse(value || 'global')
  if (scope.success) return scope.data
  const message = `Unsupported logout scope ${JSON.stringify(value)}`
  throw authError(400, 'validation_failed', message)
}
