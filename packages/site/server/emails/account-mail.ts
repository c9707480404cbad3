import type { Database } from '@toolmark/backend/database/database.ts'
import type { Seal } from '@toolmark/backend/keys/seal.ts'
import type { Mail } from '@toolmark/backend/mail/mailer.ts'
import { z } from 'zod'

/** The kind of an account's mail in private.email_queue. Its text has a link that signs in. */
export const ACCOUNT_MAIL = 'account'

const content = z.object({ subject: z.string(), text: z.string(), html: z.string() })

/**
 * Puts the mails of accounts into the queue of the jobs, so that none is lost if the process ends. The
 * text is sealed: reading the database is not enough to sign in as its recipient.
 */
export const createAccountMailQueue =
  (database: Database, seal: Seal) =>
  async ({ to, ...text }: Mail): Promise<void> => {
    await database.asOwner(
      "select private.queue_email($1, jsonb_build_object('sealed', $2::text), null, $3)",
      [ACCOUNT_MAIL, seal.close(JSON.stringify(text), to), to],
    )
  }

/** Reads a mail of the queue. @throws {Error} if another key has sealed it */
export function openAccountMail(seal: Seal, to: string, data: unknown): Mail {
  const { sealed } = z.object({ sealed: z.string() }).parse(data)
  return { to, ...content.parse(JSON.parse(seal.open(sealed, to))) }
}
