import { setTimeout as pause } from 'node:timers/promises'
import type { MailLook } from '@toolmark/backend/mail/mail-layout.ts'
import { createOutbox, createSmtpMailer, type Mailer } from '@toolmark/backend/mail/mailer.ts'
import { isLocalUrl } from '@toolmark/backend/server/client-address.ts'
import { printWarning } from '@toolmark/backend/server/log.ts'
import { IDENTITY } from '../../app/shared/identity.ts'
import { toThemeColors } from '../../app/shared/theme-colors.ts'
import type { Environment } from '../environment.ts'

/** How long a stop waits for mail at least, in milliseconds. */
const MAIL_TIMEOUT_MS = 3000

/** How long a stop waits for the jobs after that, in milliseconds. */
const JOBS_TIMEOUT_MS = 1000

export const MAIL_LOOK: MailLook = { light: toThemeColors('light'), dark: toThemeColors('dark') }

export function createMailer({ SMTP_URL, MAIL_FROM }: Environment, siteUrl: string): Mailer {
  if (!SMTP_URL) return createOutbox()
  return createSmtpMailer(SMTP_URL, MAIL_FROM ?? toSender(IDENTITY.name, siteUrl))
}

/**
 * The sender without MAIL_FROM: mail servers refuse a sender whose domain does not exist.
 * @param name is quoted, because it may contain a comma
 */
export function toSender(name: string, siteUrl: string): string {
  const host = isLocalUrl(siteUrl) ? 'localhost' : new URL(siteUrl).hostname.replace(/^www\./, '')
  return `"${name.replaceAll(/["\\]/g, '')}" <no-reply@${host}>`
}

/** For a public site without a mail server. */
export function warnOfOutbox(siteUrl: string, ownUrl: string): void {
  if (isLocalUrl(siteUrl)) return
  printWarning(
    `no mail goes out: ${siteUrl} needs SMTP_URL. Until then every program that reaches ${ownUrl} can read all mail at /_/outbox, also through a proxy that adds no X-Forwarded-For`,
  )
}

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
