import { randomInt } from 'node:crypto'
import type { Transaction } from '../database/database.ts'
import type { MailKind } from '../mail/templates.ts'
import { type Challenge, withPrefix } from './pkce.ts'
import { digest, randomToken } from './sessions.ts'
import { findUser, type UserRow } from './users.ts'

/** What one mail carries: either is enough, and uses up both. */
export interface IssuedToken {
  token: string
  /** six digits */
  code: string
}

/** Wrong guesses that a code bears, from everywhere; its link still works after them. */
const GUESSES = 15

/** Bound to the address, so that the same digits are something else in each mail. */
const codeDigest = (address: string, code: string) => digest(`${address}:${code}`)

/** What the opening of a mail confirms besides the address: its own sign-up's, nobody else's. */
export interface Said {
  passwordHash: string | null
  data: object | null
}

/**
 * A new token for a mailed link. An older one of its kind stops working, but for sign-up: each of
 * its mails belongs to a password, and the one that is opened decides.
 * @param relatesTo the address that the mail goes to
 * @param said with the sign-up that this mail confirms; another mail of a sign-up carries the same
 * @param challenge of the PKCE flow that the link belongs to
 */
export async function issueToken(
  db: Transaction,
  userId: string,
  kind: MailKind,
  relatesTo: string,
  said?: Said,
  challenge?: Challenge,
): Promise<IssuedToken> {
  if (kind !== 'signup') {
    await db.query('delete from auth.one_time_tokens where user_id = $1 and token_type = $2', [
      userId,
      kind,
    ])
  }
  const { passwordHash, data } = said ?? (kind === 'signup' ? await pendingOf(db, userId) : NOTHING)
  const token = withPrefix(randomToken(), challenge)
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await db.query(
    `insert into auth.one_time_tokens (user_id, token_type, token_hash, relates_to, code_hash, password_hash, user_data,
       code_challenge, code_challenge_method)
     values ($1, $2, $3, $4, $5, $6, $7::jsonb, $8, $9)`,
    [
      userId,
      kind,
      digest(token),
      relatesTo,
      codeDigest(relatesTo, code),
      passwordHash,
      data && JSON.stringify(data),
      challenge?.challenge ?? null,
      challenge?.method ?? null,
    ],
  )
  const column = {
    signup: 'confirmation',
    recovery: 'recovery',
    // GoTrue keeps both in one column.
    magiclink: 'recovery',
    email_change: 'email_change',
    email_change_current: 'email_change',
  }[kind]
  await db.query(`update auth.users set ${column}_sent_at = now() where id = $1`, [userId])
  return { token, code }
}

const NOTHING: Said = { passwordHash: null, data: null }

/** Of several sign-ups nobody can tell which one asks for another mail: it confirms none of them. */
async function pendingOf(db: Transaction, userId: string): Promise<Said> {
  const [only, another] = await db.query<Said>(
    `select distinct password_hash as "passwordHash", user_data as data from auth.one_time_tokens
     where user_id = $1 and token_type = 'signup' limit 2`,
    [userId],
  )
  return only && !another ? only : NOTHING
}

/** Who a token was for, and the address that he has left by it. */
export interface Redeemed {
  user: UserRow
  left: string | undefined
  challenge: Challenge | undefined
}

interface KnownToken {
  user_id: string
  token_type: MailKind
  relates_to: string
  email: string
  password_hash: string | null
  user_data: object | null
  code_challenge: string | null
  code_challenge_method: Challenge['method'] | null
  is_fresh: boolean
  is_current: boolean
  is_unconfirmed: boolean
}

/** The token that a link carries, as it is kept. */
export const linkToken = (token: string) => digest(token)

/**
 * The token that a code stands for. Each call is a guess, which counts whether or not it is right.
 * @returns its hash, or nothing when the code is wrong or has been guessed at too often
 */
export async function tokenOfCode(
  db: Transaction,
  address: string,
  code: string,
  kinds: readonly MailKind[],
): Promise<string | undefined> {
  const guessed = await db.query<{ token_hash: string; is_right: boolean }>(
    `update auth.one_time_tokens set guesses = guesses + 1
     where relates_to = $1 and token_type = any ($2) and guesses < $4
     returning token_hash, code_hash = $3 as is_right`,
    [address, kinds, codeDigest(address, code), GUESSES],
  )
  return guessed.find(({ is_right }) => is_right)?.token_hash
}

/**
 * Uses a token up and does what it stands for.
 * @param rules.lifetime seconds
 * @param rules.bothConfirm whether a change of address needs the current address's word too
 * @returns whose it was; `half` when the other address has still to confirm; nothing when the token is
 *   unknown, used, too old or overtaken
 */
export async function redeemToken(
  db: Transaction,
  tokenHash: string,
  kinds: readonly MailKind[],
  { lifetime, bothConfirm }: { lifetime: number; bothConfirm: boolean },
): Promise<Redeemed | 'half' | undefined> {
  const [known] = await db.query<KnownToken>(
    `delete from auth.one_time_tokens t using auth.users u
     where t.token_hash = $1 and t.token_type = any ($2) and u.id = t.user_id
     returning t.user_id, t.token_type, t.relates_to, u.email, t.password_hash, t.user_data,
       t.code_challenge, t.code_challenge_method,
       t.created_at > now() - make_interval(secs => $3) as is_fresh,
       t.relates_to = case t.token_type when 'email_change' then u.email_change else u.email end as is_current,
       u.email_confirmed_at is null as is_unconfirmed`,
    [tokenHash, kinds, lifetime],
  )
  if (!known?.is_fresh || !known.is_current) return undefined
  const kind = known.token_type
  if (kind === 'signup' && !known.is_unconfirmed) return undefined
  const isChange = kind === 'email_change' || kind === 'email_change_current'
  if (isChange && !(await hasEveryConfirmation(db, known.user_id, kind, bothConfirm))) return 'half'
  await db.query(
    `update auth.users set
       -- Whoever reads the mail owns the address. A password that came with no opened mail may be a
       -- stranger's: it never outlives the confirmation.
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
      known.user_id,
      known.password_hash,
      isChange,
      known.user_data && JSON.stringify(known.user_data),
    ],
  )
  // Links to other sign-ups, and to an address that is no longer his.
  await db.query(
    `delete from auth.one_time_tokens where user_id = $1 and (token_type = 'signup' or $2)`,
    [known.user_id, isChange],
  )
  const user = await findUser(db, known.user_id)
  const { code_challenge: challenge, code_challenge_method: method } = known
  return (
    user && {
      user,
      left: isChange ? known.email : undefined,
      challenge: challenge && method ? { challenge, method } : undefined,
    }
  )
}

/** Notes who confirmed a change of address. @returns whether nobody's word is missing */
async function hasEveryConfirmation(
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

/** Links and codes that somebody else may have asked for, a change of the address among them. */
export async function forgetPending(db: Transaction, userId: string): Promise<void> {
  await db.query('delete from auth.one_time_tokens where user_id = $1', [userId])
  await db.query('delete from auth.flow_state where user_id = $1', [userId])
  await db.query(
    'update auth.users set email_change = null, email_change_sent_at = null, email_change_confirm_status = 0 where id = $1',
    [userId],
  )
}
