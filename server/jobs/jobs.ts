import { millisecondsInDay, millisecondsInMinute } from 'date-fns/constants'
import { IDENTITY } from '../../app/shared/identity.ts'
import type { Mailer } from '../../backend/mail/mailer.ts'
import { renderEmail } from '../emails/render-email.ts'
import { MAIL_LOOK } from '../mail.ts'
import { movePictures } from './move-pictures.ts'
import { repeat } from './repeat.ts'
import { type QueuedEmail, sendEmails } from './send-emails.ts'
import type { ServiceClient } from './service-client.ts'

/** How long an email and a picture of removed content wait at most, in milliseconds. */
const POLL_MS = 2000

interface JobsOptions {
  /** A client with the service key. */
  service: ServiceClient
  mailer: Mailer
  /** The origin of links in emails. */
  siteUrl: string
  countEmail: (outcome: 'sent' | 'failed') => void
  log: (error: unknown) => void
}

/**
 * Runs what has to happen without a request: sends queued emails, moves the pictures of removed content,
 * and deletes old personal data of closed cases.
 * @returns ends all jobs, after the step in progress
 */
export function startJobs({
  service,
  mailer,
  siteUrl,
  countEmail,
  log,
}: JobsOptions): () => Promise<void> {
  const site = { name: IDENTITY.name, url: siteUrl, contact: IDENTITY.contact }
  const sending = {
    service,
    renderEmail: (email: QueuedEmail) => renderEmail(email, site, MAIL_LOOK),
    deliver: mailer.deliver,
    countEmail,
  }
  const stops = [
    repeat({
      name: 'send emails',
      run: (hasEnded) => sendEmails(sending, hasEnded),
      firstPauseMs: POLL_MS,
      pauseMs: POLL_MS,
      log,
    }),
    repeat({
      name: 'move pictures',
      run: (hasEnded) => movePictures(service, hasEnded),
      firstPauseMs: POLL_MS,
      pauseMs: POLL_MS,
      log,
    }),
    repeat({
      name: 'purge closed reports',
      run: async () => {
        await service.rpc('purge_closed_reports').throwOnError()
        return undefined
      },
      // Not during the start, which visitors may be waiting for.
      firstPauseMs: millisecondsInMinute,
      pauseMs: millisecondsInDay,
      log,
    }),
  ]
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}
