import { createHash, randomBytes } from 'node:crypto'
import type { Transaction } from '../database/database.ts'
import type { Keys } from '../keys/keys.ts'
import { type AuthContext, type AuthRequest, getClientInfo } from './context.ts'
import { authError, invalidCredentials, sessionNotFound } from './request/errors.ts'
import { createUserResponse, findUser, type UserRow } from './users/users.ts'

/** A refresh token may be used again within this time: a response was lost, or two tabs refreshed. */
const REUSE_INTERVAL_MS = 10_000

export const digest = (token: string) => createHash('sha256').update(token).digest('hex')
export const createRandomToken = () => randomBytes(24).toString('base64url')

export interface SessionOptions {
  keys: Keys
  /** seconds */
  accessTokenLifetime: number
  /** The longest that a session lasts, and goes without a refresh, in seconds; 0 for no limit. */
  timebox: number
  inactivityTimeout: number
  issuer: string
}

/** The client that uses a session. */
export interface ClientInfo {
  userAgent: string | null
  /** Network address. */
  address: string
}

/** How far the clocks of the database and of the processes may differ. */
const CLOCK_TOLERANCE_SECONDS = 60

/** For how long the tokens of a session that ends now must be refused. */
const getAccessSeconds = ({ accessTokenLifetime }: SessionOptions) =>
  accessTokenLifetime + CLOCK_TOLERANCE_SECONDS

interface SessionRow {
  id: string
  aal: string
  /** The methods of this session's sign-in, newest first; the last one began the session. */
  amr: object[]
}

const createAmrEntry = (method: string) => ({ method, timestamp: Math.floor(Date.now() / 1000) })

/**
 * Starts a session.
 * @param method `recovery` is `otp` in tokens, as in GoTrue
 * @returns its user, and the response to a sign-in
 * @throws {ApiError} invalid_credentials if the account was deleted meanwhile
 */
export async function startSession(
  { sessionOptions: options }: AuthContext,
  c: AuthRequest,
  db: Transaction,
  user: UserRow,
  method: 'password' | 'otp' | 'oauth' | 'recovery',
) {
  const { userAgent, address } = getClientInfo(c)
  const isRecovery = method === 'recovery'
  const amr = [createAmrEntry(isRecovery ? 'otp' : method)]
  const updated = await db.query(
    'update auth.users set last_sign_in_at = now() where id = $1 returning id',
    [user.id],
  )
  if (updated.length === 0) throw invalidCredentials()
  const [created] = await db.query<{ id: string }>(
    `insert into auth.sessions (user_id, amr, user_agent, ip, access_until, is_recovery)
     values ($1, $2::jsonb, $3, $4, now() + make_interval(secs => $5), $6) returning id`,
    [user.id, JSON.stringify(amr), userAgent, address, getAccessSeconds(options), isRecovery],
  )
  const row = { id: created?.id ?? '', aal: 'aal1', amr }
  const refreshToken = await insertToken(db, row.id, null, options.keys)
  const fresh = (await findUser(db, user.id)) ?? user
  return { user, session: await createSessionResponse(fresh, row, refreshToken, options) }
}

/**
 * Upgrades a session to aal2 after a second factor. As in GoTrue, its older refresh tokens stop working,
 * and the user's sessions without a second factor end.
 * @throws {ApiError} session_not_found if it has ended meanwhile
 */
export async function upgradeSession(
  db: Transaction,
  user: UserRow,
  sessionId: string,
  method: 'totp' | 'mfa/recovery_code',
  options: SessionOptions,
) {
  const [session] = await db.query<SessionRow>(
    `update auth.sessions set aal = 'aal2', refreshed_at = now(),
       access_until = now() + make_interval(secs => $5), amr = $2::jsonb || (
       select coalesce(jsonb_agg(e order by n), '[]')
       from jsonb_array_elements(amr) with ordinality a (e, n) where e ->> 'method' <> $3)
     where id = $1 and user_id = $4 returning id, aal, amr`,
    [
      sessionId,
      JSON.stringify([createAmrEntry(method)]),
      method,
      user.id,
      getAccessSeconds(options),
    ],
  )
  if (!session) throw sessionNotFound()
  await db.query('delete from auth.refresh_tokens where session_id = $1', [sessionId])
  await db.query("delete from auth.sessions where user_id = $1 and aal = 'aal1'", [user.id])
  const refreshToken = await insertToken(db, sessionId, null, options.keys)
  return createSessionResponse(
    (await findUser(db, user.id)) ?? user,
    session,
    refreshToken,
    options,
  )
}

/** Records that the member of the session has just typed or set the password. */
export async function recordPassword(db: Transaction, sessionId: string): Promise<void> {
  await db.query(
    `update auth.sessions set amr = $2::jsonb || (
       select coalesce(jsonb_agg(e order by n), '[]')
       from jsonb_array_elements(amr) with ordinality a (e, n)
       where e ->> 'method' <> 'password' or n = jsonb_array_length(amr))
     where id = $1`,
    [sessionId, JSON.stringify([createAmrEntry('password')])],
  )
}

/**
 * Exchanges a refresh token for the next one. A token that is reused within the interval gets the
 * session's current token, so that a session never has two. A token that is reused later was stolen:
 * its session must end, as must one that is too old.
 * @returns `reused` or `expired` with the id of a session that the caller must end: an error here would
 *   roll that back
 * @throws {ApiError} refresh_token_not_found, refresh_token_already_used
 */
export async function refreshSession(
  db: Transaction,
  token: string,
  { userAgent, address }: ClientInfo,
  options: SessionOptions,
) {
  const [used] = await db.query<{
    id: number
    session_id: string
    user_id: string
    aal: string
    amr: object[]
    revoked_at: Date | null
    age: number
    idle: number
  }>(
    `select t.id, t.session_id, s.user_id, s.aal, s.amr, t.revoked_at,
       extract(epoch from now() - s.created_at)::float8 as age,
       extract(epoch from now() - coalesce(s.refreshed_at, s.created_at))::float8 as idle
     from auth.refresh_tokens t join auth.sessions s on s.id = t.session_id
     where t.token_hash = $1 for update of t`,
    [digest(token)],
  )
  if (!used) {
    throw authError(
      400,
      'refresh_token_not_found',
      'Invalid Refresh Token: Refresh Token Not Found',
    )
  }
  const user = await findUser(db, used.user_id)
  if (!user) throw authError(400, 'refresh_token_not_found', 'Invalid Refresh Token')
  refuseBannedUser(user)
  // The absolute difference: the clock may have been set back since.
  if (used.revoked_at && Math.abs(Date.now() - used.revoked_at.getTime()) > REUSE_INTERVAL_MS) {
    return { reused: used.session_id }
  }
  const { timebox, inactivityTimeout } = options
  const isOver = timebox > 0 && used.age > timebox
  const isIdle = inactivityTimeout > 0 && used.idle > inactivityTimeout
  if (isOver || isIdle) return { expired: used.session_id }
  await db.query(
    'update auth.refresh_tokens set revoked_at = coalesce(revoked_at, now()), sealed = null where id = $1',
    [used.id],
  )
  await db.query(
    `update auth.sessions set refreshed_at = now(), user_agent = $2, ip = $3,
       access_until = now() + make_interval(secs => $4) where id = $1`,
    [used.session_id, userAgent, address, getAccessSeconds(options)],
  )
  const replacement = used.revoked_at
    ? await findCurrentToken(db, used.session_id, options.keys)
    : undefined
  const next = replacement ?? (await insertToken(db, used.session_id, used.id, options.keys))
  const session = { id: used.session_id, aal: used.aal, amr: used.amr }
  return { session: await createSessionResponse(user, session, next, options), user }
}

export function refuseBannedUser(user: UserRow): void {
  if (user.banned_until && user.banned_until > new Date()) {
    throw authError(400, 'user_banned', 'User is banned')
  }
}

/** @param scope `local` this session, `others` all but this one, `global` every one */
export async function endSessions(
  db: Transaction,
  userId: string,
  sessionId: string | undefined,
  scope: 'local' | 'others' | 'global',
): Promise<void> {
  const which = {
    local: 'and id = $2',
    others: 'and id is distinct from $2',
    global: 'and $2::uuid is not distinct from $2',
  }
  await db.query(`delete from auth.sessions where user_id = $1 ${which[scope]}`, [
    userId,
    sessionId ?? null,
  ])
}

async function insertToken(
  db: Transaction,
  sessionId: string,
  parent: number | null,
  { seal }: Keys,
): Promise<string> {
  const token = createRandomToken()
  await db.query(
    'insert into auth.refresh_tokens (token_hash, session_id, parent, sealed) values ($1, $2, $3, $4)',
    [digest(token), sessionId, parent, seal.close(token, sessionId)],
  )
  return token
}

async function findCurrentToken(db: Transaction, sessionId: string, { seal }: Keys) {
  const [current] = await db.query<{ sealed: string }>(
    `select sealed from auth.refresh_tokens
     where session_id = $1 and revoked_at is null order by id desc limit 1`,
    [sessionId],
  )
  return current && seal.open(current.sealed, sessionId)
}

async function createSessionResponse(
  user: UserRow,
  { id, aal, amr }: SessionRow,
  refreshToken: string,
  options: SessionOptions,
) {
  const accessToken = await options.keys.sign(
    {
      sub: user.id,
      aud: 'authenticated',
      role: 'authenticated',
      iss: options.issuer,
      email: user.email,
      phone: '',
      app_metadata: user.raw_app_meta_data,
      user_metadata: user.raw_user_meta_data,
      aal,
      amr,
      session_id: id,
      is_anonymous: false,
    },
    options.accessTokenLifetime,
  )
  return {
    access_token: accessToken,
    token_type: 'bearer',
    expires_in: options.accessTokenLifetime,
    expires_at: Math.floor(Date.now() / 1000) + options.accessTokenLifetime,
    refresh_token: refreshToken,
    user: createUserResponse(user),
  }
}
