import type { z } from 'zod'
import type { Transaction } from '../../database/database.ts'
import { deletePendingTokens } from '../mail/one-time-tokens.ts'
import { userNotFound } from '../request/errors.ts'
import { mergeMetadata } from '../request/fields.ts'
import { endSessions } from '../sessions.ts'
import type { changes } from './admin-requests.ts'
import { findUser, type UserRow } from './users.ts'

type UserChange = z.output<typeof changes> & { passwordHash?: string | undefined }

/**
 * Changes an account for the operator.
 * @throws {ApiError} user_not_found
 */
export async function changeUser(
  db: Transaction,
  id: string,
  change: UserChange,
): Promise<{ before: UserRow; after: UserRow }> {
  const before = await findUser(db, id, 'for update')
  if (!before) throw userNotFound()
  const { ban_duration: ban } = change
  await db.query(
    `update auth.users set email = coalesce($2, email), encrypted_password = coalesce($3, encrypted_password),
       email_confirmed_at = case when $4 then coalesce(email_confirmed_at, now()) else email_confirmed_at end,
       raw_user_meta_data = $5::jsonb,
       raw_app_meta_data = $6::jsonb,
       banned_until = case when $7::text is null then banned_until
         when $7 = 'none' then null else now() + make_interval(hours => $8) end,
       updated_at = now()
     where id = $1`,
    [
      id,
      change.email ?? null,
      change.passwordHash ?? null,
      change.email_confirm ?? false,
      JSON.stringify(mergeMetadata(before.raw_user_meta_data, change.user_metadata ?? {})),
      JSON.stringify(mergeMetadata(before.raw_app_meta_data, change.app_metadata ?? {})),
      ban ?? null,
      Number.parseInt(ban ?? '0', 10) || 0,
    ],
  )
  // They were requested with the old password or for the old address, possibly by another person.
  if (change.passwordHash || change.email) await deletePendingTokens(db, id)
  // Ends the sessions of the old password or of a banned user.
  if (change.passwordHash || (ban && ban !== 'none')) await endSessions(db, id, undefined, 'global')
  return { before, after: (await findUser(db, id)) ?? before }
}
