import { setTimeout as pause } from 'node:timers/promises'
import type { MailLook } from '@toolmark/backend/mail/mail-layout.ts'
import type { Mailer } from '@toolmark/backend/mail/mailer.ts'
import { createSiteMailer } from '@toolmark/backend/server/site-mailer.ts'
import { IDENTITY } from '../../app/shared/identity.ts'
import { toThemeColors } from '../../app/shared/theme-colors.ts'
import type { Environment } from '../environment.ts'

/** How long a stop waits for mail at least, in milliseconds. */
const MAIL_TIMEOUT_MS = 3000

/** How long a stop waits for the jobs after that, in milliseconds. */
const JOBS_TIMEOUT_MS = 1000

export const MAIL_LOOK: MailLook = { light: toThemeColors('light'), dark: toThemeColors('dark') }

export const createMailer = (environment: Environment, siteUrl: string): Mailer =>
  createSiteMailer(environment, IDENTITY.name, siteUrl)

/**
 * Waits for unsent mail, and then for the jobs to record what they have sent.
 * @param remainingMs of the time of the stop
 */
export async function closeMailer(
  mailer: Mailer,
  remainingMs: number,
  jobsEnded: Promise<void>,
): Promise<void> {
  await mailer.close(Math.max(MAIL_TIMEOUT_MS, remainingMs))
  await Promise.race([jobsEnded, pause(JOBS_TIMEOUT_MS, undefined, { ref: false })])
}
