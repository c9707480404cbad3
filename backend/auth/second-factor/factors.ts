import type { Transaction } from '../../database/database.ts'
import type { SignedIn } from '../context.ts'
import { authError } from '../errors.ts'
import type { Factor, UserRow } from '../users.ts'

/** GoTrue's default, of verified and unverified factors together. */
const MOST_FACTORS = 10

/** An enrolment that nobody finished makes room after as many minutes. */
const UNFINISHED_MINUTES = 5

export const isVerified = ({ status }: Factor) => status === 'verified'

export const hasSecondFactor = (user: UserRow) => user.factors.some(isVerified)

/** A factor's row, secret and all: for this service alone. */
export interface FactorRow extends Factor {
  /** Sealed, for this factor's id. */
  secret: string | null
  last_step: number
  /** Those that were accepted, the latest last. */
  used_steps: number[]
}

/** @throws {ApiError} 404 unless it is this user's */
export async function lockFactor(db: Transaction, userId: string, id: string): Promise<FactorRow> {
  const [factor] = await db.query<FactorRow>(
    `select id, friendly_name, factor_type, status, secret, last_step, used_steps from auth.mfa_factors
     where id = $1 and user_id = $2 for update`,
    [id, userId],
  )
  if (!factor) throw factorNotFound()
  return factor
}

export const factorNotFound = () => authError(404, 'mfa_factor_not_found', 'Factor not found')

/** Whether the session has shown the second factor, or the account has none. */
export const hasRequiredFactor = ({ user, session }: Omit<SignedIn, 'claims'>) =>
  !hasSecondFactor(user) || session.aal === 'aal2'

/**
 * @param status 401 for changes of the account and 403 for everything else, as GoTrue answers
 * @throws {ApiError} insufficient_aal for a session without the second factor of its account
 */
export function requireAal2(who: SignedIn, message: string, status = 403): void {
  if (!hasRequiredFactor(who)) throw authError(status, 'insufficient_aal', message)
}

/**
 * Makes room for a new factor, or refuses it. The user is locked: two at once count one after the
 * other.
 * @throws {ApiError} too_many_enrolled_mfa_factors, mfa_factor_name_conflict
 */
export async function refuseFactor(db: Transaction, user: UserRow, name: string): Promise<void> {
  await db.query(
    `delete from auth.mfa_factors where user_id = $1 and status = 'unverified'
       and created_at < now() - make_interval(mins => $2)`,
    [user.id, UNFINISHED_MINUTES],
  )
  const factors = await db.query<{ friendly_name: string }>(
    'select friendly_name from auth.mfa_factors where user_id = $1',
    [user.id],
  )
  if (name.trim() && factors.some(({ friendly_name }) => friendly_name === name)) {
    const words = `A factor with the friendly name "${name}" for this user already exists`
    throw authError(422, 'mfa_factor_name_conflict', words)
  }
  if (factors.length >= MOST_FACTORS) {
    const words = 'Maximum number of verified factors reached, unenroll to continue'
    throw authError(422, 'too_many_enrolled_mfa_factors', words)
  }
}

/**
 * For the help desk: somebody lost the authenticator. Recovery codes go with the last other factor.
 * @returns the factor that was removed
 */
export async function removeFactor(db: Transaction, userId: string, id: string): Promise<Factor> {
  const {
    secret: _secret,
    last_step: _step,
    used_steps: _steps,
    ...factor
  } = await lockFactor(db, userId, id)
  await db.query('delete from auth.mfa_factors where id = $1', [id])
  await db.query(
    `delete from auth.mfa_factors where user_id = $1 and factor_type = 'recovery_code' and not exists (
       select from auth.mfa_factors where user_id = $1 and factor_type = 'totp' and status = 'verified')`,
    [userId],
  )
  await lowerSessions(db, userId)
  return factor
}

/** Without a second factor nobody is at aal2 any more; the next refresh says so. */
export async function lowerSessions(db: Transaction, userId: string): Promise<void> {
  await db.query(
    `update auth.sessions set aal = 'aal1' where user_id = $1 and not exists (
       select from auth.mfa_factors where user_id = $1 and status = 'verified')`,
    [userId],
  )
}
