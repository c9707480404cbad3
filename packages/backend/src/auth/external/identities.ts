import type { Transaction } from '../../database/database.ts'
import { authError } from '../request/errors.ts'
import { email as emailField } from '../request/fields.ts'
import { findUser, findUserByEmail, insertUser, type UserRow } from '../users/users.ts'
import type { Profile, Provider } from './providers.ts'

/**
 * Finds the user of a provider's account by the provider's id and issuer, or by an address that the provider has
 * verified; otherwise creates one.
 * @param rules.hasConfirmedAddresses whether accounts of this backend have confirmed their address
 * @param rules.requireSignUp throws if no account may be created
 * @throws {ApiError} provider_email_needs_verification, email_exists
 */
export async function findOrCreateUser(
  db: Transaction,
  provider: Provider,
  { id, issuer, email, name }: Profile,
  {
    hasConfirmedAddresses,
    requireSignUp,
  }: {
    hasConfirmedAddresses: boolean
    requireSignUp: (db: Transaction, email: string) => Promise<void>
  },
): Promise<UserRow> {
  const linkedUser = await findLinkedUser(db, provider, { id, issuer })
  if (linkedUser) return linkedUser
  const address = emailField.safeParse(email)
  if (!address.success) {
    const message = `There is no verified email address at ${provider}`
    throw authError(422, 'provider_email_needs_verification', message)
  }
  const userMetadata = name ? { name: name.slice(0, 200) } : {}
  const existing = await findUserByEmail(db, address.data)
  // Without confirmations the account may be another person's, whose password would still work.
  if (existing && !hasConfirmedAddresses) {
    const message = 'There is an account with this address already: sign in with its password'
    throw authError(422, 'email_exists', message)
  }
  // An unconfirmed account would be confirmed by this sign-in.
  if (!existing?.email_confirmed_at) await requireSignUp(db, address.data)
  const user = existing
    ? await linkToUser(db, existing, provider, userMetadata)
    : await insertUser(db, {
        email: address.data,
        passwordHash: null,
        data: userMetadata,
        appData: { provider, providers: [provider] },
        isConfirmed: true,
      })
  await db.query(
    `insert into auth.identities (user_id, provider, provider_id, issuer, identity_data, last_sign_in_at)
     values ($1, $2, $3, $4, $5::jsonb, now())`,
    [
      user.id,
      provider,
      id,
      normalizeIssuer(provider, issuer),
      JSON.stringify({ sub: id, email: address.data, email_verified: true }),
    ],
  )
  return user
}

async function findLinkedUser(
  db: Transaction,
  provider: Provider,
  { id, issuer }: Pick<Profile, 'id' | 'issuer'>,
): Promise<UserRow | undefined> {
  const [identity] = await db.query<{ user_id: string }>(
    `update auth.identities set last_sign_in_at = now(), updated_at = now()
     where provider = $1 and provider_id = $2 and issuer = $3 returning user_id`,
    [provider, id, normalizeIssuer(provider, issuer)],
  )
  return identity && findUser(db, identity.user_id)
}

/** GitHub and Google are known by their origin, another issuer by its whole address. */
function normalizeIssuer(provider: Provider, issuer: string): string {
  const address = issuer.replace(/\/+$/, '')
  return provider === 'keycloak' || !URL.canParse(address) ? address : new URL(address).origin
}

/**
 * Adds the provider to an account. An unconfirmed account loses its password and its sessions, which may be
 * another person's.
 */
async function linkToUser(
  db: Transaction,
  user: UserRow,
  provider: Provider,
  userMetadata: object,
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
    [user.id, JSON.stringify([...providers]), JSON.stringify(userMetadata)],
  )
  if (!user.email_confirmed_at) {
    await db.query('delete from auth.sessions where user_id = $1', [user.id])
  }
  await db.query("delete from auth.one_time_tokens where user_id = $1 and token_type = 'signup'", [
    user.id,
  ])
  return (await findUser(db, user.id)) ?? user
}
