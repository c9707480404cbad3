import { DatabaseError, type Transaction } from '../../database/database.ts'
import type { AuthContext } from '../context.ts'
import { signupDisabled } from '../request/errors.ts'
import { refuseBannedUser } from '../sessions.ts'
import { isEmailTaken, requireSignUpRules, retryIfTaken } from '../users/sign-up.ts'
import type { UserRow } from '../users/users.ts'
import { findOrCreateUser } from './identities.ts'
import type { Profile, Provider } from './providers.ts'

/**
 * Signs in as the user of a provider's account, which is created if necessary.
 * @param grant runs in the transaction that finds the user, and returns what the user gets
 * @throws {ApiError} as `findOrCreateUser`; signup_disabled, user_banned, and the codes of the product's rules
 */
export async function signInAs<T>(
  auth: AuthContext,
  provider: Provider,
  profile: Profile,
  grant: (db: Transaction, user: UserRow) => Promise<T>,
): Promise<T> {
  const rules = {
    hasConfirmedAddresses: auth.settings.email.enable_confirmations,
    async requireSignUp(db: Transaction, email: string) {
      if (!auth.settings.enable_signup) throw signupDisabled()
      await requireSignUpRules(auth, db, email)
    },
  }
  const signIn = () =>
    auth.database.transactionAsOwner(async (db) => {
      const user = await findOrCreateUser(db, provider, profile, rules)
      refuseBannedUser(user)
      return grant(db, user)
    })
  return retryIfTaken(signIn, (error) => isEmailTaken(error) || isIdentityTaken(error))
}

const isIdentityTaken = (error: unknown) =>
  error instanceof DatabaseError && error.constraint === 'identities_provider_key'
