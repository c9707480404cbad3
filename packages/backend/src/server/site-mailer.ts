import { createOutbox, createSmtpMailer, type Mailer } from '../mail/mailer.ts'
import { isLocalUrl } from './client-address.ts'
import { printWarning } from './log.ts'

interface MailVariables {
  SMTP_URL?: string | undefined
  MAIL_FROM?: string | undefined
}

/** Sends mail, or without a mail server stores it in the outbox. @param siteName of the sender */
export function createSiteMailer(
  { SMTP_URL, MAIL_FROM }: MailVariables,
  siteName: string,
  siteUrl: string,
): Mailer {
  if (!SMTP_URL) return createOutbox()
  return createSmtpMailer(SMTP_URL, MAIL_FROM ?? toSender(siteName, siteUrl))
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
