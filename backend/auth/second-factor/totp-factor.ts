import { randomBytes } from 'node:crypto'
import { renderSVG } from 'uqr'
import { z } from 'zod'
import type { Transaction } from '../../database/database.ts'
import {
  type AuthContext,
  type AuthRequest,
  lockSignedIn,
  read,
  requireSession,
} from '../context.ts'
import { authError } from '../errors.ts'
import { raiseSession } from '../sessions.ts'
import {
  type FactorRow,
  factorNotFound,
  isVerified,
  lockFactor,
  lowerSessions,
  refuseFactor,
  requireAal2,
} from './factors.ts'
import { base32, stepOf } from './totp.ts'

/** RFC 4226 §4 asks for 160 bits. */
const SECRET_BYTES = 20

/** GoTrue's default, in seconds. */
const CHALLENGE_LIFETIME = 300

/** More than anybody signs in before a clock that ran ahead is set right. */
const REMEMBERED_STEPS = 100

const enrolment = z.object({
  factor_type: z.string(),
  friendly_name: z.string().max(100).nullish(),
  issuer: z.string().max(100).nullish(),
})

/** A new, unverified factor; its secret is told here and never again. */
export async function enroll(auth: AuthContext, c: AuthRequest): Promise<Response> {
  const who = await requireSession(auth, c)
  const { factor_type, friendly_name, issuer } = await read(c, enrolment)
  if (factor_type === 'phone' || factor_type === 'webauthn') {
    throw authError(422, `mfa_${factor_type}_enroll_not_enabled`, 'MFA enroll is disabled')
  }
  if (factor_type !== 'totp') {
    throw authError(400, 'validation_failed', 'factor_type needs to be totp')
  }
  const id = crypto.randomUUID()
  const name = friendly_name ?? ''
  const secret = base32(randomBytes(SECRET_BYTES))
  await auth.database.transactionAsOwner(async (db) => {
    const now = await lockSignedIn(db, who)
    requireAal2(now, 'AAL2 required to enroll a new factor')
    await refuseFactor(db, now.user, name)
    await db.query(
      `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, secret)
       values ($1, $2, $3, 'totp', $4)`,
      [id, who.user.id, name, auth.keys.seal.close(secret, id)],
    )
  })
  const uri = uriOf(issuer || new URL(auth.siteUrl).host, who.user.email, secret)
  return c.json({
    id,
    type: 'totp',
    friendly_name: name,
    totp: { secret, uri, qr_code: renderSVG(uri) },
  })
}

/** What authenticator apps read: the key URI format of Google Authenticator. */
function uriOf(issuer: string, account: string, secret: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  const more = `algorithm=SHA1&digits=6&period=30&secret=${secret}`
  return `otpauth://totp/${label}?issuer=${encodeURIComponent(issuer)}&${more}`
}

/** Opens five minutes in which a code is accepted, from the same network address. */
export async function challenge(auth: AuthContext, c: AuthRequest): Promise<Response> {
  const { user } = await requireSession(auth, c)
  const factorId = factorIdOf(c)
  await auth.limits.challengesOf.consume(user.id)
  const [made] = await auth.database.transactionAsOwner(async (db) => {
    await lockTotp(db, user.id, factorId)
    // Old ones have no further use, whoever left them; one that is being looked at goes later.
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
  const openedAt = made?.created_at.getTime() ?? Date.now()
  const expires_at = Math.floor(openedAt / 1000) + CHALLENGE_LIFETIME
  return c.json({ id: made?.id, type: 'totp', expires_at })
}

/** A right code: the factor counts from now on, and this session is at aal2. */
export async function verifyTotp(auth: AuthContext, c: AuthRequest): Promise<Response> {
  const who = await requireSession(auth, c)
  const factorId = factorIdOf(c)
  const body = await read(c, z.object({ challenge_id: z.uuid(), code: z.string().max(20) }))
  // Before the factor is looked at: guesses at once count as well.
  await auth.limits.codesOf.consume(factorId)
  const raised = await auth.database.transactionAsOwner(async (db) => {
    const now = await lockSignedIn(db, who)
    const { user, session } = now
    const factor = await lockTotp(db, user.id, factorId)
    // Begun before the other one counted, perhaps by somebody who has the password alone.
    if (!isVerified(factor)) requireAal2(now, 'AAL2 required to verify a new factor')
    await useChallenge(db, factorId, body.challenge_id, c.env.clientAddress)
    const secret = auth.keys.seal.open(factor.secret ?? '', factorId)
    const step = stepOf(secret, body.code.replace(/\s/g, ''), factor)
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
    return raiseSession(db, user, session.id, 'totp', auth.session)
  })
  await auth.limits.codesOf.clear(factorId)
  return c.json(raised)
}

/** @throws {ApiError} when it is not of this factor, was used, is too old, or came from elsewhere */
async function useChallenge(db: Transaction, factorId: string, id: string, address: string) {
  const [known] = await db.query<{ ip_address: string; is_used: boolean; is_fresh: boolean }>(
    `select ip_address, verified_at is not null as is_used,
       created_at > now() - make_interval(secs => $3) as is_fresh
     from auth.mfa_challenges where id = $1 and factor_id = $2 for update`,
    [id, factorId, CHALLENGE_LIFETIME],
  )
  if (!known) {
    const words = 'MFA factor with the provided challenge ID not found'
    throw authError(422, 'mfa_factor_not_found', words)
  }
  if (known.is_used || known.ip_address !== address) {
    const words = 'Challenge and verify IP addresses mismatch.'
    throw authError(422, 'mfa_ip_address_mismatch', words)
  }
  if (!known.is_fresh) {
    const words =
      'MFA challenge has expired, verify against another challenge or create a new challenge.'
    throw authError(422, 'mfa_challenge_expired', words)
  }
  await db.query('update auth.mfa_challenges set verified_at = now() where id = $1', [id])
}

/** Takes a factor away; recovery codes cannot stay as the only one. */
export async function unenroll(auth: AuthContext, c: AuthRequest): Promise<Response> {
  const who = await requireSession(auth, c)
  const factorId = factorIdOf(c)
  await auth.database.transactionAsOwner(async (db) => {
    const now = await lockSignedIn(db, who)
    const { user } = now
    const factor = await lockTotp(db, user.id, factorId)
    if (isVerified(factor)) {
      requireAal2(now, 'AAL2 required to unenroll verified factor', 422)
      const others = await db.query<{ factor_type: string }>(
        `select factor_type from auth.mfa_factors
         where user_id = $1 and id <> $2 and status = 'verified'`,
        [user.id, factorId],
      )
      if (others.length > 0 && others.every(({ factor_type }) => factor_type === 'recovery_code')) {
        const words = 'Recovery codes cannot be the only verified factor: delete them first.'
        throw authError(422, 'mfa_recovery_codes_sole_factor', words)
      }
    }
    await db.query('delete from auth.mfa_factors where id = $1', [factorId])
    await lowerSessions(db, user.id)
  })
  return c.json({ id: factorId })
}

async function lockTotp(db: Transaction, userId: string, id: string): Promise<FactorRow> {
  const factor = await lockFactor(db, userId, id)
  if (factor.factor_type === 'totp') return factor
  const words = 'Recovery codes have endpoints of their own: /factors/recovery-codes'
  throw authError(422, 'validation_failed', words)
}

function factorIdOf(c: AuthRequest): string {
  const id = z.uuid().safeParse(c.req.param('id'))
  if (!id.success) throw factorNotFound()
  return id.data
}
