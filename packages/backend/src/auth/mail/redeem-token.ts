import type { Transaction } from '../../database/database.ts'
import type { MailKind } from '../../mail/templates.ts'
import type { Challenge } from '../pkce.ts'
import { digest } from '../sessions.ts'
import { actAsServiceRole, findUser, type UserRow } from '../users/users.ts'
import { digestCode } from './one-time-tokens.ts'

/** Wrong attempts until a code stops working; the link of its mail still works. */
const MAX_ATTEMPTS = 15

/** The user of a token, and the address that an address change replaced. */
export interface RedeemedToken {
  user: UserRow
  previousEmail: string | undefined
  challenge: Challenge | undefined
  method: 'otp' | 'recovery'
}

interface TokenRow {
  user_id: string
  token_type: MailKind
  relates_to: string
  email: string
  is_by_operator: boolean
  password_hash: string | null
  user_data: object | null
  code_challenge: string | null
  code_challenge_method: Challenge['method'] | null
  is_fresh: boolean
  is_current: boolean
  is_unconfirmed: boolean
}

/** The stored form of a link's token. */
export const hashToken = (token: string) => digest(token)

/**
 * Finds the token of a code. Each call counts as an attempt, whether or not the code is right.
 * @returns the token's hash; nothing if the code is wrong or had too many attempts
 */
export async function findTokenByCode(
  db: Transaction,
  address: string,
  code: string,
  kinds: readonly MailKind[],
): Promise<string | undefined> {
  const candidates = await db.query<{ token_hash: string; is_right: boolean }>(
    `update auth.one_time_tokens set guesses = guesses + 1
     where relates_to = $1 and token_type = any ($2) and guesses < $4
     returning token_hash, code_hash = $3 as is_right`,
    [address, kinds, digestCode(address, code), MAX_ATTEMPTS],
  )
  return candidates.find(({ is_right }) => is_right)?.token_hash
}

/**
 * Uses up a token, and confirms or changes the address that it relates to.
 * @param rules.lifetime seconds
 * @param rules.bothConfirm whether the current address must confirm a change as well
 * @returns its user; `half` if the other address must still confirm; nothing if the token is unknown,
 *   used, too old or superseded
 */
export async function redeemToken(
  db: Transaction,
  tokenHash: string,
  kinds: readonly MailKind[],
  { lifetime, bothConfirm }: { lifetime: number; bothConfirm: boolean },
): Promise<RedeemedToken | 'half' | undefined> {
  const [token] = await db.query<TokenRow>(
    `delete from auth.one_time_tokens t using auth.users u
     where t.token_hash = $1 and t.token_type = any ($2) and u.id = t.user_id
     returning t.user_id, t.token_type, t.relates_to, u.email, t.password_hash, t.user_data, t.is_by_operator,
       t.code_challenge, t.code_challenge_method,
       t.created_at > now() - make_interval(secs => $3) as is_fresh,
       t.relates_to = case t.token_type when 'email_change' then u.email_change else u.email end as is_current,
       u.email_confirmed_at is null as is_unconfirmed`,
    [tokenHash, kinds, lifetime],
  )
  if (!token?.is_fresh || !token.is_current) return undefined
  const kind = token.token_type
  const isSignUp = kind === 'signup' || kind === 'invite'
  if (isSignUp && !token.is_unconfirmed) return undefined
  if (token.is_by_operator) await actAsServiceRole(db)
  const isChange = kind === 'email_change' || kind === 'email_change_current'
  if (isChange && !(await confirmChange(db, token.user_id, kind, bothConfirm))) return 'half'
  await db.query(
    `update auth.users set
       -- The mail's reader owns the address. A password without an opened mail may be another
       -- person's, so the confirmation removes it.
       encrypted_password = case when email_confirmed_at is null then $2 else encrypted_password end,
       raw_user_meta_data = case when email_confirmed_at is null then coalesce($4::jsonb, raw_user_meta_data)
         else raw_user_meta_data end,
       email_confirmed_at = coalesce(email_confirmed_at, now()),
       email = case when $3 then email_change else email end,
       email_change = case when $3 then null else email_change end,
       email_change_sent_at = case when $3 then null else email_change_sent_at end,
       email_change_confirm_status = case when $3 then 0 else email_change_confirm_status end,
       updated_at = now()
     where id = $1`,
    [
      token.user_id,
      token.password_hash,
      isChange,
      token.user_data && JSON.stringify(token.user_data),
    ],
  )
  // Links of other sign-ups, and all links to a replaced address.
  await db.query(
    `delete from auth.one_time_tokens where user_id = $1 and (token_type in ('signup', 'invite') or $2)`,
    [token.user_id, isChange],
  )
  const user = await findUser(db, token.user_id)
  const { code_challenge: challenge, code_challenge_method: method } = token
  return (
    user && {
      user,
      previousEmail: isChange ? token.email : undefined,
      challenge: challenge && method ? { challenge, method } : undefined,
      method: kind === 'recovery' ? kind : 'otp',
    }
  )
}

/** Stores a confirmation of an address change. @returns whether the change is fully confirmed */
async function confirmChange(
  db: Transaction,
  userId: string,
  kind: 'email_change' | 'email_change_current',
  bothConfirm: boolean,
): Promise<boolean> {
  const needed = bothConfirm ? 3 : 1
  const [user] = await db.query<{ confirmed: number }>(
    `update auth.users set email_change_confirm_status = email_change_confirm_status | $2::smallint
     where id = $1 returning email_change_confirm_status as confirmed`,
    [userId, kind === 'email_change' ? 1 : 2],
  )
  return ((user?.confirmed ?? 0) & needed) === needed
}
