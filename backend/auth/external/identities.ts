import type { Transaction } from '../../database/database.ts'
import { authError, signupDisabled } from '../errors.ts'
import { email as emailField } from '../fields.ts'
import { findUser, findUserByEmail, insertUser, type UserRow } from '../users.ts'
import type { Profile, Provider } from './providers.ts'

/**
 * The account that somebody at a provider has here: known by the provider's id, else by an address
 * that the provider has verified, else new.
 * @param rules.hasConfirmedAddresses whether whoever has an account here has shown that the address is his
 * @param rules.takesNewcomers whether an account may be made
 * @throws {ApiError} provider_email_needs_verification, email_exists, signup_disabled
 */
export async function userOf(
  db: Transaction,
  provider: Provider,
  { id, email, name }: Profile,
  {
    hasConfirmedAddresses,
    takesNewcomers,
  }: { hasConfirmedAddresses: boolean; takesNewcomers: boolean },
): Promise<UserRow> {
  const [known] = await db.query<{ user_id: string }>(
    `update auth.identities set last_sign_in_at = now(), updated_at = now()
     where provider = $1 and provider_id = $2 returning user_id`,
    [provider, id],
  )
  const knownUser = known && (await findUser(db, known.user_id))
  if (knownUser) return knownUser
  const address = emailField.safeParse(email)
  if (!address.success) {
    const words = `There is no verified e-mail address at ${provider}`
    throw authError(422, 'provider_email_needs_verification', words)
  }
  const said = name ? { name: name.slice(0, 200) } : {}
  const existing = await findUserByEmail(db, address.data)
  // Anyone may have taken the address then, and would keep the password of what is joined to it.
  if (existing && !hasConfirmedAddresses) {
    const words = 'There is an account with this address already: sign in with its password'
    throw authError(422, 'email_exists', words)
  }
  if (!existing && !takesNewcomers) throw signupDisabled()
  const user = existing
    ? await adopt(db, existing, provider, said)
    : await insertUser(db, {
        email: address.data,
        passwordHash: null,
        data: said,
        appData: { provider, providers: [provider] },
        isConfirmed: true,
      })
  await db.query(
    `insert into auth.identities (user_id, provider, provider_id, identity_data, last_sign_in_at)
     values ($1, $2, $3, $4::jsonb, now())`,
    [user.id, provider, id, JSON.stringify({ sub: id, email: address.data, email_verified: true })],
  )
  return user
}

/** An account that was there before; a password that nobody confirmed may be a stranger's. */
async function adopt(
  db: Transaction,
  user: UserRow,
  provider: Provider,
  said: object,
): Promise<UserRow> {
  const providers = new Set([...((user.raw_app_meta_data.providers as string[]) ?? []), provider])
  await db.query(
    `update auth.users set
       encrypted_password = case when email_confirmed_at is null then null else encrypted_password end,
       raw_user_meta_data = case when email_confirmed_at is null then $3::jsonb else raw_user_meta_data end,
       email_confirmed_at = coalesce(email_confirmed_at, now()),
       raw_app_meta_data = raw_app_meta_data || jsonb_build_object('providers', $2::jsonb),
       updated_at = now()
     where id = $1`,
    [user.id, JSON.stringify([...providers]), JSON.stringify(said)],
  )
  await db.query("delete from auth.one_time_tokens where user_id = $1 and token_type = 'signup'", [
    user.id,
  ])
  return (await findUser(db, user.id)) ?? user
}
