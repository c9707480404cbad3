import type { Database, Transaction } from '../../database/database.ts'

/** The columns of auth.users that this service reads. */
export interface UserRow {
  id: string
  email: string
  encrypted_password: string | null
  email_confirmed_at: Date | null
  invited_at: Date | null
  confirmation_sent_at: Date | null
  recovery_sent_at: Date | null
  email_change: string | null
  email_change_sent_at: Date | null
  last_sign_in_at: Date | null
  banned_until: Date | null
  raw_app_meta_data: Record<string, unknown>
  raw_user_meta_data: Record<string, unknown>
  /** Without their secrets. */
  factors: Factor[]
  /** Accounts at providers that sign in as this user. */
  identities: object[]
  created_at: Date
  updated_at: Date
}

export interface Factor {
  id: string
  friendly_name: string
  factor_type: 'totp' | 'recovery_code'
  status: 'unverified' | 'verified'
}

const COLUMNS = `id, email, encrypted_password, email_confirmed_at, invited_at, confirmation_sent_at, recovery_sent_at,
  email_change, email_change_sent_at, last_sign_in_at, banned_until, raw_app_meta_data, raw_user_meta_data,
  created_at, updated_at,
  (select coalesce(json_agg(json_build_object('id', f.id, 'friendly_name', f.friendly_name,
      'factor_type', f.factor_type, 'status', f.status, 'created_at', f.created_at,
      'updated_at', f.updated_at, 'last_challenged_at', f.last_challenged_at) order by f.created_at), '[]')
    from auth.mfa_factors f where f.user_id = users.id) as factors,
  (select coalesce(json_agg(json_build_object('identity_id', i.id, 'id', i.provider_id, 'user_id', i.user_id,
      'identity_data', i.identity_data, 'provider', i.provider, 'last_sign_in_at', i.last_sign_in_at,
      'created_at', i.created_at, 'updated_at', i.updated_at, 'email', i.identity_data -> 'email') order by i.created_at), '[]')
    from auth.identities i where i.user_id = users.id) as identities`

export async function findUserByEmail(
  db: Transaction,
  email: string,
): Promise<UserRow | undefined> {
  const [row] = await db.query<UserRow>(
    `select ${COLUMNS} from auth.users where lower(email) = lower($1)`,
    [email],
  )
  return row
}

export async function findUser(
  db: Transaction,
  id: string,
  lock: '' | 'for update' = '',
): Promise<UserRow | undefined> {
  const [row] = await db.query<UserRow>(`select ${COLUMNS} from auth.users where id = $1 ${lock}`, [
    id,
  ])
  return row
}

/** A page of users, newest first, and the number of all users. */
export async function listUsers(
  database: Database,
  offset: number,
  limit: number,
): Promise<{ users: UserRow[]; total: number }> {
  const users = await database.asOwner<UserRow>(
    `select ${COLUMNS} from auth.users order by created_at desc, id limit $1 offset $2`,
    [limit, offset],
  )
  const [count] = await database.asOwner<{ total: number }>(
    'select count(*) as total from auth.users',
  )
  return { users, total: count?.total ?? 0 }
}

export async function insertUser(
  db: Transaction,
  user: {
    email: string
    passwordHash: string | null
    data: object
    appData?: object
    isConfirmed: boolean
    /** The database generates it if it is missing. */
    id?: string | undefined
  },
): Promise<UserRow> {
  const [row] = await db.query<UserRow>(
    `insert into auth.users (email, encrypted_password, raw_user_meta_data, raw_app_meta_data, email_confirmed_at, id)
     values ($1, $2, $3::jsonb, '{"provider": "email", "providers": ["email"]}'::jsonb || $4::jsonb,
       case when $5::boolean then now() end, coalesce($6, gen_random_uuid()))
     returning ${COLUMNS}`,
    [
      user.email,
      user.passwordHash,
      JSON.stringify(user.data),
      JSON.stringify(user.appData ?? {}),
      user.isConfirmed,
      user.id ?? null,
    ],
  )
  if (!row) throw new Error('insert returned no row')
  return row
}

/** The user in GoTrue's responses, without the password. */
export function createUserResponse(user: UserRow) {
  return {
    id: user.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: user.email,
    email_confirmed_at: user.email_confirmed_at ?? undefined,
    confirmed_at: user.email_confirmed_at ?? undefined,
    phone: '',
    invited_at: user.invited_at ?? undefined,
    confirmation_sent_at: user.confirmation_sent_at ?? undefined,
    recovery_sent_at: user.recovery_sent_at ?? undefined,
    new_email: user.email_change ?? undefined,
    last_sign_in_at: user.last_sign_in_at ?? undefined,
    banned_until: user.banned_until ?? undefined,
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    factors: user.factors.length > 0 ? user.factors : undefined,
    identities: listIdentities(user),
    created_at: user.created_at,
    updated_at: user.updated_at,
    is_anonymous: false,
  }
}

/** Includes the account's own address, unless a provider's account created it. */
function listIdentities(user: UserRow): object[] {
  const providers = user.raw_app_meta_data.providers
  const isOnlyAtProviders =
    user.identities.length > 0 && Array.isArray(providers) && !providers.includes('email')
  if (isOnlyAtProviders) return user.identities
  return [createOwnIdentity(user), ...user.identities]
}

type Owner = Pick<UserRow, 'id' | 'email' | 'created_at' | 'updated_at'>

function createOwnIdentity(user: Owner & Partial<Pick<UserRow, 'last_sign_in_at'>>) {
  return {
    identity_id: user.id,
    id: user.id,
    user_id: user.id,
    identity_data: { email: user.email, sub: user.id },
    provider: 'email',
    last_sign_in_at: user.last_sign_in_at ?? undefined,
    created_at: user.created_at,
    updated_at: user.updated_at,
    email: user.email,
  }
}

/**
 * The response to a sign-up. It repeats the request only, because the account may already be another
 * person's.
 * @param id undefined for a taken address: GoTrue's clients recognize it by the missing identity
 */
export function signUpResponse({ email, data }: { email: string; data: object }, id?: string) {
  const now = new Date()
  return {
    id: id ?? crypto.randomUUID(),
    aud: 'authenticated',
    role: id ? 'authenticated' : '',
    email,
    phone: '',
    confirmation_sent_at: now,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: data,
    identities: id ? [createOwnIdentity({ id, email, created_at: now, updated_at: now })] : [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  }
}

/** Lets triggers see that the operator makes or changes the account, in the rest of the transaction. */
export const actAsServiceRole = (db: Transaction) =>
  db.query(`select set_config('request.jwt.claims', '{"role": "service_role"}', true)`)
