import { createMail, createNotice, type MailKind, type NoticeKind } from '../../mail/templates.ts'
import type { AuthContext, AuthOptions, AuthRequest } from '../context.ts'
import { sanitizeRedirect } from '../request/redirects.ts'
import type { MailShare } from './mail-quota.ts'
import type { IssuedToken } from './one-time-tokens.ts'

/**
 * Counts a request for a mail, before it is known whether one will be sent.
 * @param key the mail's kind, and the address or account that it is for
 * @returns the shares of the hour's mail that are not used up
 */
export async function countMailQuota(
  { limits }: AuthContext,
  c: AuthRequest,
  key: string,
  share: MailShare | 'either' = 'members',
): Promise<readonly MailShare[]> {
  await limits.mailRequestsByNetwork.consume(c.env.clientAddress)
  await limits.mailsByAddress.consume(key)
  return limits.mailQuota.request(share, c.env.clientAddress)
}

/** Notifies the owner of an account of a change, at the address before the change. */
export const sendNotice = (
  {
    sendMail,
    siteName,
    siteUrl,
    mailLook,
    contact,
  }: Pick<AuthOptions, 'sendMail' | 'siteName' | 'siteUrl' | 'mailLook' | 'contact'>,
  kind: NoticeKind,
  to: string,
): Promise<void> => sendMail(createNotice(kind, to, siteName, siteUrl, mailLook, contact))

/** Where a mailed link, or a sign-in with a provider, leads back to. */
export function chooseRedirect(
  { siteUrl, ownUrl, settings }: AuthContext,
  c: AuthRequest,
  inBody?: string,
): string {
  const own = ownUrl ? [ownUrl, `${ownUrl}/**`] : []
  const allowed = [...own, ...settings.additional_redirect_urls]
  return sanitizeRedirect(inBody || c.req.query('redirect_to'), siteUrl, allowed)
}

export async function sendLink(
  auth: AuthContext,
  kind: MailKind,
  to: string,
  issued: IssuedToken,
  redirectTo: string,
  share: MailShare = 'members',
): Promise<void> {
  const link = buildLink(auth, kind, issued, redirectTo, auth.linkPath)
  await auth.limits.mailQuota.countSent(share)
  await auth.sendMail(
    createMail(kind, to, auth.siteName, { link, code: issued.code }, auth.mailLook),
  )
}

/** @param path of what redeems the token; by default the link itself */
export function buildLink(
  { siteUrl }: AuthContext,
  kind: MailKind,
  { token }: IssuedToken,
  redirectTo: string,
  path = '/auth/v1/verify',
): string {
  const link = new URL(path, siteUrl)
  // Both links of an address change have the same type, as in GoTrue.
  const type = kind === 'email_change_current' ? 'email_change' : kind
  link.search = String(new URLSearchParams({ token, type, redirect_to: redirectTo }))
  return link.href
}
