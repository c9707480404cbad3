import { z } from 'zod'
import type { Identity } from '../../caller.ts'
import type { Transaction } from '../../database/database.ts'
import { type Claims, TokenError } from '../../keys/keys.ts'
import type { AuthContext, AuthRequest } from '../context.ts'
import { findUser, type UserRow } from '../users/users.ts'
import { authError, sessionNotFound } from './errors.ts'

export interface UserSession {
  id: string
  /** Authenticator assurance level: `aal2` after a second factor, else `aal1`. */
  aal: string
  user: UserRow
  /** The session began, or was proved again with a password or a code, within the last five minutes. */
  isRecent: boolean
  /** A link of a forgotten password began it, and no new password has been set. */
  isRecovery: boolean
  claims: Claims
}

const RECENT_SECONDS = 5 * 60

/** @throws {ApiError} 401 without a bearer token, 403 for one that is not valid */
export async function requireBearer(identity: Identity): Promise<Claims> {
  const claims = await (identity.hasBearer ? identity.loadClaims() : undefined)?.catch(
    (error: unknown) => {
      if (!(error instanceof TokenError)) throw error
      if (error.isEnded) throw sessionNotFound()
      throw authError(403, 'bad_jwt', `invalid JWT: ${error.message}`)
    },
  )
  if (claims) return claims
  throw authError(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
}

/** @throws {ApiError} 401 or 403 for a request without a valid token, or whose session has ended */
export async function requireSession(
  { database }: AuthContext,
  c: AuthRequest,
): Promise<UserSession> {
  const claims = await requireBearer(c.var.identity)
  const { sub, session_id } = claims
  if (!sub || !z.uuid().safeParse(sub).success) {
    throw authError(403, 'bad_jwt', 'invalid claim: missing sub claim')
  }
  const found = await database.transactionAsOwner((db) => loadSession(db, sub, session_id))
  return { ...found, claims }
}

/**
 * Locks the user and loads the session again, in the transaction that makes a change.
 * @throws {ApiError} session_not_found
 */
export async function lockSession(
  db: Transaction,
  { id, user, claims }: UserSession,
): Promise<UserSession> {
  // A separate statement: the next one sees what others committed while this one waited.
  await db.query('select from auth.users where id = $1 for update', [user.id])
  return { ...(await loadSession(db, user.id, id)), claims }
}

async function loadSession(db: Transaction, userId: string, sessionId: string | undefined) {
  const [session] = await db.query<Omit<UserSession, 'user' | 'claims'>>(
    `select s.id, s.aal, s.is_recovery as "isRecovery", coalesce(bool_or(p.at > now() - make_interval(secs => $3)), false) as "isRecent"
     from auth.sessions s
       left join lateral (
         -- The last entry of amr began the session.
         select case when n = jsonb_array_length(s.amr) then least(t, s.created_at) else t end as at
         from jsonb_array_elements(s.amr) with ordinality a (e, n),
           to_timestamp((e ->> 'timestamp')::float8) t) p on true
     where s.id = $1 and s.user_id = $2 group by s.id`,
    [sessionId ?? null, userId, RECENT_SECONDS],
  )
  const user = session && (await findUser(db, userId))
  if (!user) throw sessionNotFound()
  return { ...session, user }
}
