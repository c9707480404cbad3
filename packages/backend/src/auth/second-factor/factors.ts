import type { Transaction } from '../../database/database.ts'
import { authError } from '../request/errors.ts'
import type { UserSession } from '../request/require-session.ts'
import type { Factor, UserRow } from '../users/users.ts'

/** GoTrue's default, for verified and unverified factors together. */
const MAX_FACTORS = 10

/** An unfinished enrolment is deleted after so many minutes when another one begins. */
const UNFINISHED_MINUTES = 5

export const isVerified = ({ status }: Factor) => status === 'verified'

export const hasSecondFactor = (user: UserRow) => user.factors.some(isVerified)

/** A factor's row with its secret, which must not leave this service. */
export interface FactorRow extends Factor {
  /** Sealed for this factor's id. */
  secret: string | null
  last_step: number
  /** The accepted time steps, the latest last. */
  used_steps: number[]
}

/** @throws {ApiError} 404 for a factor that is not this user's */
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

/** Whether the session has used the second factor, or its account has none. */
export const hasRequiredFactor = ({ user, aal }: Pick<UserSession, 'user' | 'aal'>) =>
  !hasSecondFactor(user) || aal === 'aal2'

/**
 * @param status 401 for changes of the account and 403 for everything else, as GoTrue answers
 * @throws {ApiError} insufficient_aal for a session without the second factor of its account
 */
export function requireAal2(session: UserSession, message: string, status = 403): void {
  if (!hasRequiredFactor(session)) throw authError(status, 'insufficient_aal', message)
}

/**
 * Checks that a user may enrol another factor, and deletes unfinished ones. The caller has locked the
 * user, so concurrent enrolments count one after the other.
 * @throws {ApiError} too_many_enrolled_mfa_factors, mfa_factor_name_conflict
 */
export async function requireFactorSlot(
  db: Transaction,
  user: UserRow,
  name: string,
): Promise<void> {
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
    const message = `A factor with the friendly name "${name}" for this user already exists`
    throw authError(422, 'mfa_factor_name_conflict', message)
  }
  if (factors.length >= MAX_FACTORS) {
    const message = 'Maximum number of verified factors reached, unenroll to continue'
    throw authError(422, 'too_many_enrolled_mfa_factors', message)
  }
}

/**
 * Removes a factor for an administrator. Recovery codes are removed with the last other factor.
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
  await downgradeSessions(db, userId)
  return factor
}

/** Downgrades a user's sessions to aal1 without a second factor; tokens follow at their refresh. */
export async function downgradeSessions(db: Transaction, userId: string): Promise<void> {
  await db.query(
    `update auth.sessions set aal = 'aal1' where user_id = $1 and not exists (
       select from auth.mfa_factors where user_id = $1 and status = 'verified')`,
    [userId],
  )
}
