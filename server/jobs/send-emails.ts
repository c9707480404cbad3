import { millisecondsInMinute } from 'date-fns/constants'
import type { RpcResults } from '../../app/data/rpc-results.ts'
import { type Mail, MailError } from '../../backend/mail/mailer.ts'
import type { ServiceClient } from './service-client.ts'

export interface QueuedEmail {
  kind: string
  address: string
  data: unknown
}

interface SendOptions {
  service: ServiceClient
  /** @throws {Error} when the queued data do not fit */
  renderEmail: (email: QueuedEmail) => Mail
  /** Tries once. @throws {MailError} */
  deliver: (mail: Mail) => Promise<void>
  countEmail: (outcome: 'sent' | 'failed') => void
}

/**
 * Sends the emails that are due. It takes one at a time: if the process is killed between the sending
 * and its record, one email is sent twice. An email that fails is due again later; the database counts
 * its attempts.
 * @returns a pause if the mail server takes no mail at all, so that not each email uses up its attempts
 * @throws when the database cannot be reached
 */
export async function sendEmails(
  options: SendOptions,
  hasEnded: () => boolean,
): Promise<number | undefined> {
  const { service, countEmail } = options
  while (!hasEnded()) {
    const { data } = await service.rpc('claim_emails', { n: 1 }).throwOnError()
    const [email] = data
    if (!email) return undefined
    const failure = await sendEmail(options, email)
    countEmail(failure ? 'failed' : 'sent')
    await service
      .rpc('complete_email', { id: email.id, ...(failure ? { error: failure.message } : {}) })
      .throwOnError()
    if (failure instanceof MailError && !failure.isRefusal) return millisecondsInMinute
  }
  return undefined
}

async function sendEmail(
  { renderEmail, deliver }: SendOptions,
  { kind, address, data }: RpcResults['claim_emails'][number],
): Promise<Error | undefined> {
  if (!address) return new Error('the account has no email address')
  try {
    await deliver(renderEmail({ kind, address, data }))
    return undefined
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}
