import type { Transaction } from '../database/database.ts'
import type { MailKind } from '../mail/templates.ts'
import { digest, randomToken } from './sessions.ts'
import { findUser, type UserRow } from './users.ts'

/**
 * A new token for a mailed link; an older one of the same kind stops working.
 * @param relatesTo the address that the mail goes to
 */
export async function issueToken(
  db: Transaction,
  userId: string,
  kind: MailKind,
  relatesTo: string,
): Promise<string> {
  const token = randomToken()
  await db.query(
    `insert into auth.one_time_tokens (user_id, token_type, token_hash, relates_to) values ($1, $2, $3, $4)
     on conflict (user_id, token_type) do update
       set token_hash = excluded.token_hash, relates_to = excluded.relates_to, created_at = now()`,
    [userId, kind, digest(token), relatesTo],
  )
  const column = { signup: 'confirmation', recovery: 'recovery', email_change: 'email_change' }[
    kind
  ]
  await db.query(`update auth.users set ${column}_sent_at = now() where id = $1`, [userId])
  return token
}

/**
 * Uses a token up and does what it stands for.
 * @param lifetime seconds
 * @returns the user, or nothing when the token is unknown, used or too old
 */
export async function redeemToken(
  db: Transaction,
  token: string,
  kind: MailKind,
  lifetime: number,
): Promise<UserRow | undefined> {
  const [known] = await db.query<{ user_id: string; relates_to: string; is_fresh: boolean }>(
    `delete from auth.one_time_tokens where token_hash = $1 and token_type = $2
     returning user_id, relates_to, created_at > now() - make_interval(secs => $3) as is_fresh`,
    [digest(token), kind, lifetime],
  )
  if (!known?.is_fresh) return undefined
  // Whoever reads the mail owns the address, so a recovery confirms it as well.
  await db.query(
    'update auth.users set email_confirmed_at = coalesce(email_confirmed_at, now()), updated_at = now() where id = $1',
    [known.user_id],
  )
  if (kind === 'email_change') {
    await db.query(
      'update auth.users set email = $2, email_change = null, email_change_sent_at = null where id = $1',
      [known.user_id, known.relates_to],
    )
  }
  return findUser(db, known.user_id)
}
