import { randomInt } from 'node:crypto'
import type { Transaction } from '../../database/database.ts'
import type { MailKind } from '../../mail/templates.ts'
import { addPkcePrefix, type Challenge } from '../pkce.ts'
import { createRandomToken, digest } from '../sessions.ts'

/** A mail has both; using one uses up both. */
export interface IssuedToken {
  token: string
  /** Six digits. */
  code: string
}

/** Includes the address: the same digits have another digest for each address. */
export const digestCode = (address: string, code: string) => digest(`${address}:${code}`)

/** Password and metadata of a sign-up, which its own mail confirms together with the address. */
export interface PendingSignUp {
  passwordHash: string | null
  data: object | null
}

export interface TokenOptions {
  /** That the mail confirms; by default that of the pending sign-up. */
  signUp?: PendingSignUp | undefined
  /** Of the PKCE flow that the link belongs to. */
  challenge?: Challenge | undefined
  /** Whether the operator allows the account, which the product's rules might not. */
  isByOperator?: boolean
}

/**
 * Issues a token for a mailed link and deletes older ones of its kind. Sign-up is the exception: each
 * of its mails has its own password, and the opened mail decides.
 * @param relatesTo the recipient's address
 */
export async function issueToken(
  db: Transaction,
  userId: string,
  kind: MailKind,
  relatesTo: string,
  { signUp, challenge, isByOperator = false }: TokenOptions = {},
): Promise<IssuedToken> {
  if (kind !== 'signup') {
    await db.query('delete from auth.one_time_tokens where user_id = $1 and token_type = $2', [
      userId,
      kind,
    ])
  }
  const { passwordHash, data } =
    signUp ?? (kind === 'signup' ? await findPendingSignUp(db, userId) : NO_SIGN_UP)
  const token = addPkcePrefix(createRandomToken(), challenge)
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await db.query(
    `insert into auth.one_time_tokens (user_id, token_type, token_hash, relates_to, code_hash, password_hash, user_data,
       code_challenge, code_challenge_method, is_by_operator)
     values ($1, $2, $3, $4, $5, $6, $7::jsonb, $8, $9, $10)`,
    [
      userId,
      kind,
      digest(token),
      relatesTo,
      digestCode(relatesTo, code),
      passwordHash,
      data && JSON.stringify(data),
      challenge?.challenge ?? null,
      challenge?.method ?? null,
      isByOperator,
    ],
  )
  const column = {
    signup: 'confirmation',
    invite: 'confirmation',
    recovery: 'recovery',
    // GoTrue has one column for both.
    magiclink: 'recovery',
    email_change: 'email_change',
    email_change_current: 'email_change',
  }[kind]
  await db.query(`update auth.users set ${column}_sent_at = now() where id = $1`, [userId])
  return { token, code }
}

const NO_SIGN_UP: PendingSignUp = { passwordHash: null, data: null }

/** With several pending sign-ups it is unknown which one requests another mail: then it confirms none. */
async function findPendingSignUp(db: Transaction, userId: string): Promise<PendingSignUp> {
  const [only, another] = await db.query<PendingSignUp>(
    `select distinct password_hash as "passwordHash", user_data as data from auth.one_time_tokens
     where user_id = $1 and token_type = 'signup' limit 2`,
    [userId],
  )
  return only && !another ? only : NO_SIGN_UP
}

/** Deletes links, codes and a pending address change, which another person may have requested. */
export async function deletePendingTokens(db: Transaction, userId: string): Promise<void> {
  await db.query('delete from auth.one_time_tokens where user_id = $1', [userId])
  await db.query('delete from auth.flow_state where user_id = $1', [userId])
  await db.query(
    'update auth.users set email_change = null, email_change_sent_at = null, email_change_confirm_status = 0 where id = $1',
    [userId],
  )
}
