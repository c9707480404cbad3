import { Secret } from 'otpauth'
import { z } from 'zod'
import { ApiError } from '../../api-error.ts'
import type { Transaction } from '../../database/database.ts'
import type { AuthContext, AuthRequest } from '../context.ts'
import { authError, onDatabaseError } from '../request/errors.ts'
import { parseBody, parseJson } from '../request/parse-body.ts'
import { lockSession, requireSession } from '../request/require-session.ts'
import { digest, upgradeSession } from '../sessions.ts'
import { requireRecentProof } from '../users/current-password.ts'
import type { UserRow } from '../users/users.ts'
import { isVerified, requireAal2, requireFactorSlot } from './factors.ts'

const CODE_COUNT = 10

/** 80 bits: sixteen letters and digits. */
const CODE_BYTES = 10

/** Creates codes for a lost authenticator, which are shown once (GoTrue's experimental API). */
export async function generateCodes(auth: AuthContext, c: AuthRequest): Promise<Response> {
  const session = await requireSession(auth, c)
  const body = z.object({ friendly_name: z.string().min(1).max(100) })
  const parsed = body.safeParse(await parseJson(c).catch(() => undefined))
  const name = parsed.success ? parsed.data.friendly_name : 'Recovery codes'
  const generated = await auth.database.transactionAsOwner(async (db) => {
    const now = await lockSession(db, session)
    const { user } = now
    if (!user.factors.some((factor) => factor.factor_type === 'totp' && isVerified(factor))) {
      const message = 'Recovery codes cannot be the only verified factor'
      throw authError(422, 'mfa_recovery_codes_sole_factor', message)
    }
    requireAal2(now, 'AAL2 required to generate recovery codes')
    requireRecentProof(now)
    if (await findCodesFactor(db, user)) {
      throw authError(422, 'mfa_verified_factor_exists', 'Recovery codes exist: regenerate them')
    }
    await requireFactorSlot(db, user, name)
    const [factor] = await db.query<{ id: string }>(
      `insert into auth.mfa_factors (user_id, friendly_name, factor_type, status)
       values ($1, $2, 'recovery_code', 'verified') returning id`,
      [user.id, name],
    )
    return insertCodes(db, { id: factor?.id ?? '', friendly_name: name })
  })
  return c.json(generated)
}

/** Replaces all codes, used or not. */
export async function regenerateCodes(auth: AuthContext, c: AuthRequest): Promise<Response> {
  const session = await requireSession(auth, c)
  const generated = await auth.database.transactionAsOwner(async (db) => {
    const now = await lockSession(db, session)
    requireAal2(now, 'AAL2 required to regenerate recovery codes')
    requireRecentProof(now)
    const factor = await requireCodesFactor(db, now.user)
    await db.query('delete from auth.mfa_recovery_codes where factor_id = $1', [factor.id])
    return insertCodes(db, factor)
  })
  await auth.limits.attemptsByFactor.clear(generated.id)
  return c.json(generated)
}

/** Sends how many codes there are and how many are left, not the codes. */
export async function sendCodesStatus(auth: AuthContext, c: AuthRequest): Promise<Response> {
  const { user } = await requireSession(auth, c)
  const status = await auth.database.transactionAsOwner(async (db) => {
    const { id } = await requireCodesFactor(db, user)
    const [count] = await db.query<{ total: number; remaining: number }>(
      `select count(*) as total, count(*) filter (where used_at is null) as remaining
       from auth.mfa_recovery_codes where factor_id = $1`,
      [id],
    )
    return { id, type: 'recovery_code', ...count }
  })
  return c.json(status)
}

/** Uses up a code and upgrades the session to aal2, as a code of the authenticator would. */
export async function verifyCode(auth: AuthContext, c: AuthRequest): Promise<Response> {
  const session = await requireSession(auth, c)
  const { code } = await parseBody(c, z.object({ code: z.string().max(100) }))
  const factor = session.user.factors.find(({ factor_type }) => factor_type === 'recovery_code')
  if (!factor) throw wrongCodeError()
  await auth.limits.attemptsByFactor.consume(factor.id).catch((error: unknown) => {
    // The database that counts may be away.
    if (!(error instanceof ApiError)) throw error
    throw authError(429, 'mfa_recovery_codes_locked', 'Too many attempts: wait some minutes')
  })
  const clearAttempts = () => auth.limits.attemptsByFactor.clear(factor.id)
  const check = auth.database.transactionAsOwner(async (db) => {
    const { user, id } = await lockSession(db, session)
    const used = await db.query(
      `update auth.mfa_recovery_codes set used_at = now()
       where factor_id = $1 and code_hash = $2 and used_at is null returning id`,
      [factor.id, digest(code.toLowerCase().replace(/[\s-]/g, ''))],
    )
    if (used.length === 0) throw wrongCodeError()
    return upgradeSession(db, user, id, 'mfa/recovery_code', auth.sessionOptions)
  })
  const upgraded = await check.catch(onDatabaseError(clearAttempts))
  await clearAttempts()
  return c.json(upgraded)
}

export async function deleteCodes(auth: AuthContext, c: AuthRequest): Promise<Response> {
  const session = await requireSession(auth, c)
  const id = await auth.database.transactionAsOwner(async (db) => {
    const now = await lockSession(db, session)
    requireAal2(now, 'AAL2 required to unenroll recovery codes')
    requireRecentProof(now)
    const factor = await requireCodesFactor(db, now.user)
    await db.query('delete from auth.mfa_factors where id = $1', [factor.id])
    return factor.id
  })
  return c.json({ id })
}

type CodesFactor = { id: string; friendly_name: string }

async function findCodesFactor(db: Transaction, user: UserRow): Promise<CodesFactor | undefined> {
  const [factor] = await db.query<CodesFactor>(
    `select id, friendly_name from auth.mfa_factors
     where user_id = $1 and factor_type = 'recovery_code' for update`,
    [user.id],
  )
  return factor
}

async function requireCodesFactor(db: Transaction, user: UserRow): Promise<CodesFactor> {
  const factor = await findCodesFactor(db, user)
  if (!factor) throw authError(404, 'mfa_factor_not_found', 'There are no recovery codes')
  return factor
}

async function insertCodes(db: Transaction, { id, friendly_name }: CodesFactor) {
  const codes = Array.from({ length: CODE_COUNT }, () =>
    new Secret({ size: CODE_BYTES }).base32.toLowerCase(),
  )
  await db.query(
    'insert into auth.mfa_recovery_codes (factor_id, code_hash) select $1, unnest($2::text[])',
    [id, codes.map(digest)],
  )
  return { id, type: 'recovery_code', friendly_name, total: codes.length, codes }
}

const wrongCodeError = () =>
  authError(422, 'mfa_verification_failed', 'Invalid recovery code entered')
