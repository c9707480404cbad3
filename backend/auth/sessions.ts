import { createHash, randomBytes } from 'node:crypto'
import type { Transaction } from '../database/database.ts'
import type { Keys } from '../keys/keys.ts'
import { authError, invalidCredentials, sessionNotFound } from './errors.ts'
import { findUser, shownUser, type UserRow } from './users.ts'

/** A refresh token that was just used may come again: an answer was lost, or two tabs asked. */
const REUSE_INTERVAL_MS = 10_000

export const digest = (token: string) => createHash('sha256').update(token).digest('hex')
export const randomToken = () => randomBytes(24).toString('base64url')

export interface SessionOptions {
  keys: Keys
  /** seconds */
  accessTokenLifetime: number
  /** The longest that a session lasts, and goes without a refresh, in seconds; 0 for ever. */
  timebox: number
  inactivityTimeout: number
  issuer: string
}

/** What a session is used with. */
export interface Device {
  userAgent: string | null
  /** network address */
  address: string
}

interface SessionRow {
  id: string
  aal: string
  /** How this session was signed in, newest first. */
  amr: object[]
}

/**
 * What a sign-in answers; the site keeps it in local storage.
 * @throws {ApiError} invalid_credentials when the account has gone meanwhile
 */
export async function startSession(
  db: Transaction,
  user: UserRow,
  method: 'password' | 'otp' | 'oauth',
  { userAgent, address }: Device,
  options: SessionOptions,
) {
  const amr = [{ method, timestamp: Math.floor(Date.now() / 1000) }]
  const alive = await db.query(
    'update auth.users set last_sign_in_at = now() where id = $1 returning id',
    [user.id],
  )
  if (alive.length === 0) throw invalidCredentials()
  const [session] = await db.query<{ id: string }>(
    'insert into auth.sessions (user_id, amr, user_agent, ip) values ($1, $2::jsonb, $3, $4) returning id',
    [user.id, JSON.stringify(amr), userAgent, address],
  )
  const refreshToken = await insertToken(db, session?.id ?? '', null, options.keys)
  const fresh = (await findUser(db, user.id)) ?? user
  return sessionBody(fresh, { id: session?.id ?? '', aal: 'aal1', amr }, refreshToken, options)
}

/**
 * Raises a session to aal2 after a second factor. The tokens from before it stop refreshing, and
 * the user's sessions that never showed a second factor end, as in GoTrue.
 * @throws {ApiError} session_not_found when it has ended meanwhile
 */
export async function raiseSession(
  db: Transaction,
  user: UserRow,
  sessionId: string,
  method: 'totp' | 'mfa/recovery_code',
  options: SessionOptions,
) {
  const entry = { method, timestamp: Math.floor(Date.now() / 1000) }
  const [session] = await db.query<SessionRow>(
    `update auth.sessions set aal = 'aal2', refreshed_at = now(), amr = $2::jsonb || (
       select coalesce(jsonb_agg(e), '[]') from jsonb_array_elements(amr) e where e ->> 'method' <> $3)
     where id = $1 and user_id = $4 returning id, aal, amr`,
    [sessionId, JSON.stringify([entry]), method, user.id],
  )
  if (!session) throw sessionNotFound()
  await db.query('delete from auth.refresh_tokens where session_id = $1', [sessionId])
  await db.query("delete from auth.sessions where user_id = $1 and aal = 'aal1'", [user.id])
  const refreshToken = await insertToken(db, sessionId, null, options.keys)
  return sessionBody((await findUser(db, user.id)) ?? user, session, refreshToken, options)
}

/**
 * Swaps a refresh token for the next one; one that comes again within the interval is given the
 * session's current one, so that a session never has two. A token used twice outside the interval was
 * stolen, by whichever of the two came: the whole session ends, and so does one that has become too
 * old. Which is left to the caller, as a refusal would undo it.
 * @throws {ApiError} refresh_token_not_found, refresh_token_already_used
 */
export async function refreshSession(
  db: Transaction,
  token: string,
  { userAgent, address }: Device,
  options: SessionOptions,
) {
  const [known] = await db.query<{
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
  if (!known) {
    throw authError(
      400,
      'refresh_token_not_found',
      'Invalid Refresh Token: Refresh Token Not Found',
    )
  }
  const user = await findUser(db, known.user_id)
  if (!user) throw authError(400, 'refresh_token_not_found', 'Invalid Refresh Token')
  refuseBanned(user)
  // Also where the clock has been set back since.
  if (known.revoked_at && Math.abs(Date.now() - known.revoked_at.getTime()) > REUSE_INTERVAL_MS) {
    return { reused: known.session_id }
  }
  const { timebox, inactivityTimeout } = options
  const isOver = timebox > 0 && known.age > timebox
  const isIdle = inactivityTimeout > 0 && known.idle > inactivityTimeout
  if (isOver || isIdle) return { expired: known.session_id }
  await db.query(
    'update auth.refresh_tokens set revoked_at = coalesce(revoked_at, now()), sealed = null where id = $1',
    [known.id],
  )
  await db.query(
    'update auth.sessions set refreshed_at = now(), user_agent = $2, ip = $3 where id = $1',
    [known.session_id, userAgent, address],
  )
  const current = known.revoked_at
    ? await currentToken(db, known.session_id, options.keys)
    : undefined
  const next = current ?? (await insertToken(db, known.session_id, known.id, options.keys))
  const session = { id: known.session_id, aal: known.aal, amr: known.amr }
  return { session: await sessionBody(user, session, next, options), user }
}

export function refuseBanned(user: UserRow): void {
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
  const token = randomToken()
  await db.query(
    'insert into auth.refresh_tokens (token_hash, session_id, parent, sealed) values ($1, $2, $3, $4)',
    [digest(token), sessionId, parent, seal.close(token, sessionId)],
  )
  return token
}

/** @returns nothing where there is none, or one from before tokens were sealed */
async function currentToken(db: Transaction, sessionId: string, { seal }: Keys) {
  const [current] = await db.query<{ sealed: string }>(
    `select sealed from auth.refresh_tokens
     where session_id = $1 and revoked_at is null and sealed is not null order by id desc limit 1`,
    [sessionId],
  )
  return current && seal.open(current.sealed, sessionId)
}

async function sessionBody(
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
    user: shownUser(user),
  }
}
