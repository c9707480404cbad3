import { Secret, TOTP } from 'otpauth'
import { renderSVG } from 'uqr'
import { z } from 'zod'
import type { Transaction } from '../../database/database.ts'
import type { AuthContext, AuthRequest } from '../context.ts'
import { authError, onDatabaseError } from '../request/errors.ts'
import { parseBody } from '../request/parse-body.ts'
import { lockSession, requireSession } from '../request/require-session.ts'
import { upgradeSession } from '../sessions.ts'
import { requireRecentProof } from '../users/current-password.ts'
import {
  downgradeSessions,
  type FactorRow,
  factorNotFound,
  isVerified,
  lockFactor,
  requireAal2,
  requireFactorSlot,
} from './factors.ts'

/** RFC 4226 §4 asks for 160 bits. */
const SECRET_BYTES = 20

/** How many steps clocks may differ. */
const MAX_DRIFT_STEPS = 1

/** In seconds; GoTrue's default. */
const CHALLENGE_LIFETIME = 300

/** More than the sign-ins of one user until a clock that is ahead is corrected. */
const REMEMBERED_STEPS = 100

const enrolment = z.object({
  factor_type: z.string(),
  friendly_name: z.string().max(100).nullish(),
  issuer: z.string().max(100).nullish(),
})

/** Creates an unverified factor; only this response contains its secret. */
export async function enroll(auth: AuthContext, c: AuthRequest): Promise<Response> {
  const session = await requireSession(auth, c)
  const { factor_type, friendly_name, issuer } = await parseBody(c, enrolment)
  if (factor_type === 'phone' || factor_type === 'webauthn') {
    const name = factor_type === 'phone' ? 'Phone' : 'WebAuthn'
    const message = `MFA enroll is disabled for ${name}`
    throw authError(422, `mfa_${factor_type}_enroll_not_enabled`, message)
  }
  if (factor_type !== 'totp') {
    throw authError(400, 'validation_failed', 'factor_type needs to be totp')
  }
  const id = crypto.randomUUID()
  const name = friendly_name ?? ''
  const key = new TOTP({
    issuer: issuer || new URL(auth.siteUrl).host,
    label: session.user.email,
    secret: new Secret({ size: SECRET_BYTES }),
  })
  const [secret, uri] = [key.secret.base32, key.toString()]
  await auth.database.transactionAsOwner(async (db) => {
    const now = await lockSession(db, session)
    requireAal2(now, 'AAL2 required to enroll a new factor')
    requireRecentProof(now)
    await requireFactorSlot(db, now.user, name)
    await db.query(
      `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, secret)
       values ($1, $2, $3, 'totp', $4)`,
      [id, session.user.id, name, auth.keys.seal.close(secret, id)],
    )
  })
  return c.json({
    id,
    type: 'totp',
    friendly_name: name,
    totp: { secret, uri, qr_code: renderSVG(uri) },
  })
}

/** Starts five minutes in which a code is accepted from the same network address. */
export async function challenge(auth: AuthContext, c: AuthRequest): Promise<Response> {
  const { user } = await requireSession(auth, c)
  const factorId = requireFactorId(c)
  await auth.limits.challengesByUser.consume(user.id)
  const [created] = await auth.database.transactionAsOwner(async (db) => {
    await lockTotp(db, user.id, factorId)
    // Deletes expired challenges of all users; one that is locked is deleted another time.
    await db.query(
      `delete from auth.mfa_challenges where id in (
         select id from auth.mfa_challenges
         where created_at < now() - make_interval(secs => $1) for update skip locked)`,
      [CHALLENGE_LIFETIME],
    )
    await db.query('update auth.mfa_factors set last_challenged_at = now() where id = $1', [
      factorId,
    ])
    return db.query<{ id: string; created_at: Date }>(
      'insert into auth.mfa_challenges (factor_id, ip_address) values ($1, $2) returning id, created_at',
      [factorId, c.env.clientAddress],
    )
  })
  const startedAt = created?.created_at.getTime() ?? Date.now()
  const expires_at = Math.floor(startedAt / 1000) + CHALLENGE_LIFETIME
  return c.json({ id: created?.id, type: 'totp', expires_at })
}

/** Checks a code: if it is right, the factor is verified and the session upgraded to aal2. */
export async function verifyTotp(auth: AuthContext, c: AuthRequest): Promise<Response> {
  const session = await requireSession(auth, c)
  const factorId = requireFactorId(c)
  const body = await parseBody(c, z.object({ challenge_id: z.uuid(), code: z.string().max(20) }))
  // Before the factor is read, so that concurrent attempts count as well.
  await auth.limits.attemptsByFactor.consume(factorId)
  const clearAttempts = () => auth.limits.attemptsByFactor.clear(factorId)
  const check = auth.database.transactionAsOwner(async (db) => {
    const now = await lockSession(db, session)
    const { user } = now
    const factor = await lockTotp(db, user.id, factorId)
    // The enrolment may have begun before another factor was verified, with the password only.
    if (!isVerified(factor)) requireAal2(now, 'AAL2 required to verify a new factor')
    await useChallenge(db, factorId, body.challenge_id, c.env.clientAddress)
    const secret = auth.keys.seal.open(factor.secret ?? '', factorId)
    const step = findStep(secret, body.code.replace(/\s/g, ''), factor)
    if (step === undefined) {
      throw authError(422, 'mfa_verification_failed', 'Invalid TOTP code entered')
    }
    await db.query(
      `update auth.mfa_factors set status = 'verified', last_step = $2, used_steps = $3::jsonb,
         updated_at = now() where id = $1`,
      [factorId, step, JSON.stringify([...factor.used_steps, step].slice(-REMEMBERED_STEPS))],
    )
    await db.query(
      `delete from auth.mfa_factors where user_id = $1 and factor_type = 'totp' and status = 'unverified'`,
      [user.id],
    )
    return upgradeSession(db, user, now.id, 'totp', auth.sessionOptions)
  })
  const upgraded = await check.catch(onDatabaseError(clearAttempts))
  await clearAttempts()
  return c.json(upgraded)
}

/**
 * Finds the time step of a code. A code counts once, and only after the last accepted step (RFC 6238
 * §5.2). If the clock was set back since then, every unused step counts.
 * @returns nothing for a wrong or used code
 */
export function findStep(
  secret: string,
  token: string,
  { last_step, used_steps }: Pick<FactorRow, 'last_step' | 'used_steps'>,
  timestamp = Date.now(),
): number | undefined {
  const totp = new TOTP({ secret })
  const drift = totp.validate({ token, timestamp, window: MAX_DRIFT_STEPS })
  if (drift === null) return undefined
  const now = totp.counter({ timestamp })
  const step = now + drift
  const isClockBehind = last_step > now + MAX_DRIFT_STEPS
  return (isClockBehind || step > last_step) && !used_steps.includes(step) ? step : undefined
}

/** @throws {ApiError} for a challenge of another factor or address, or one that was used or is too old */
async function useChallenge(db: Transaction, factorId: string, id: string, address: string) {
  const [challenge] = await db.query<{ ip_address: string; is_used: boolean; is_fresh: boolean }>(
    `select ip_address, verified_at is not null as is_used,
       created_at > now() - make_interval(secs => $3) as is_fresh
     from auth.mfa_challenges where id = $1 and factor_id = $2 for update`,
    [id, factorId, CHALLENGE_LIFETIME],
  )
  if (!challenge) {
    const message = 'MFA factor with the provided challenge ID not found'
    throw authError(422, 'mfa_factor_not_found', message)
  }
  if (challenge.is_used || challenge.ip_address !== address) {
    const message = 'Challenge and verify IP addresses mismatch.'
    throw authError(422, 'mfa_ip_address_mismatch', message)
  }
  if (!challenge.is_fresh) {
    const message =
      'MFA challenge has expired, verify against another challenge or create a new challenge.'
    throw authError(422, 'mfa_challenge_expired', message)
  }
  await db.query('update auth.mfa_challenges set verified_at = now() where id = $1', [id])
}

/** Removes a factor; recovery codes cannot remain as the only one. */
export async function unenroll(auth: AuthContext, c: AuthRequest): Promise<Response> {
  const session = await requireSession(auth, c)
  const factorId = requireFactorId(c)
  await auth.database.transactionAsOwner(async (db) => {
    const now = await lockSession(db, session)
    const { user } = now
    const factor = await lockTotp(db, user.id, factorId)
    if (isVerified(factor)) {
      requireAal2(now, 'AAL2 required to unenroll verified factor', 422)
      requireRecentProof(now)
      const others = await db.query<{ factor_type: string }>(
        `select factor_type from auth.mfa_factors
         where user_id = $1 and id <> $2 and status = 'verified'`,
        [user.id, factorId],
      )
      if (others.length > 0 && others.every(({ factor_type }) => factor_type === 'recovery_code')) {
        const message = 'Recovery codes cannot be the only verified factor: delete them first.'
        throw authError(422, 'mfa_recovery_codes_sole_factor', message)
      }
    }
    await db.query('delete from auth.mfa_factors where id = $1', [factorId])
    await downgradeSessions(db, user.id)
  })
  return c.json({ id: factorId })
}

async function lockTotp(db: Transaction, userId: string, id: string): Promise<FactorRow> {
  const factor = await lockFactor(db, userId, id)
  if (factor.factor_type === 'totp') return factor
  const message = 'Recovery codes have endpoints of their own: /factors/recovery-codes'
  throw authError(422, 'validation_failed', message)
}

function requireFactorId(c: AuthRequest): string {
  const id = z.uuid().safeParse(c.req.param('id'))
  if (!id.success) throw factorNotFound()
  return id.data
}
