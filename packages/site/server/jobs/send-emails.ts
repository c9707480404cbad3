import { MAILS_AT_ONCE, type Mail, MailError } from '@toolmark/backend/mail/mailer.ts'
import { millisecondsInMinute } from 'date-fns/constants'
import type { RpcResults } from '../../app/data/rpc-results.ts'
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
 * Sends the emails that are due, a few at once. Each is taken alone: if the process is killed between the
 * sending and its record, those few are sent twice. An email that fails is due again later, unless the server
 * refused it for good; the database counts its attempts.
 * @returns a pause if the mail server takes no mail at all, so that not each email uses up its attempts
 * @throws when the database cannot be reached
 */
export async function sendEmails(
  options: SendOptions,
  hasEnded: () => boolean,
): Promise<number | undefined> {
  const { service, countEmail } = options
  let isServerDown = false
  /** @returns whether there may be another one */
  const sendNext = async (): Promise<boolean> => {
    if (hasEnded() || isServerDown) return false
    const { data } = await service.rpc('claim_emails', { n: 1 }).throwOnError()
    const [email] = data
    if (!email) return false
    const failure = await sendEmail(options, email)
    countEmail(failure ? 'failed' : 'sent')
    const is_final = failure instanceof MailError && failure.isFinal
    const error = failure ? { error: failure.message, is_final } : {}
    await service.rpc('complete_email', { id: email.id, ...error }).throwOnError()
    isServerDown ||= failure instanceof MailError && failure.concerns === 'server'
    return true
  }
  const sendInTurn = async () => {
    while (await sendNext());
  }
  // Alone: if the server is down, one email has used up an attempt.
  if (!(await sendNext())) return undefined
  // All of them end before the run does, because the next one would send at the same time.
  const ended = await Promise.allSettled(Array.from({ length: MAILS_AT_ONCE }, sendInTurn))
  const failed = ended.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
  return isServerDown ? millisecondsInMinute : undefined
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
