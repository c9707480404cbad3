import { type MailLook, renderMail } from './mail-layout.ts'
import type { Mail } from './mailer.ts'

export type MailKind =
  | 'signup'
  | 'invite'
  | 'recovery'
  | 'magiclink'
  | 'email_change'
  | 'email_change_current'

const WORDS: Record<MailKind, { subject: string; lead: string; action: string; after: string }> = {
  signup: {
    subject: 'Confirm your email address',
    lead: 'Welcome. Please confirm that this address is yours, and your account is ready.',
    action: 'Confirm email address',
    after: 'If you did not sign up, you can ignore this message.',
  },
  invite: {
    subject: 'You have been invited',
    lead: 'You are invited to create an account with this address.',
    action: 'Accept the invitation',
    after: 'If you do not want an account, you can ignore this message.',
  },
  recovery: {
    subject: 'Reset your password',
    lead: 'Someone asked for a new password for your account.',
    action: 'Choose a new password',
    after: 'If it was not you, you can ignore this message. Your password stays the same.',
  },
  magiclink: {
    subject: 'Your sign-in link',
    lead: 'Someone asked to sign in with this address.',
    action: 'Sign in',
    after: 'If it was not you, you can ignore this message, and keep the code to yourself.',
  },
  email_change_current: {
    subject: 'Approve the change of your email address',
    lead: 'Someone asked to change the email address of your account.',
    action: 'Allow the change',
    after: 'If it was not you, do not open the link. Change your password: someone knows it.',
  },
  email_change: {
    subject: 'Confirm your new email address',
    lead: 'Please confirm that your account should use this address from now on.',
    action: 'Confirm new address',
    after: 'If you did not ask for this, you can ignore this message.',
  },
}

export type NoticeKind = 'password_changed' | 'email_changed' | 'email_change_requested'

const NOTICES: Record<NoticeKind, { subject: string; lead: string }> = {
  password_changed: {
    subject: 'Your password was changed',
    lead: 'The password of your account has just been changed.',
  },
  email_change_requested: {
    subject: 'A change of your email address was requested',
    lead: 'Someone who is signed in to your account asked to use a different email address. It changes once the new address is confirmed.',
  },
  email_changed: {
    subject: 'Your email address was changed',
    lead: 'Your account now uses a different email address. This one no longer signs in.',
  },
}

/**
 * A mail that asks for a confirmation.
 * @param link works once
 * @param code can be entered instead of the link
 */
export function createMail(
  kind: MailKind,
  to: string,
  siteName: string,
  { link, code }: { link: string; code: string },
  look?: MailLook,
): Mail {
  const { subject: heading, lead, action, after } = WORDS[kind]
  const subject = `${heading} – ${siteName}`
  const reason = `You get this message because someone entered this address at ${siteName}.`
  return renderMail(
    { to, siteName, subject, heading, lead, callToAction: { action, link, code }, after, reason },
    look,
  )
}

/**
 * A mail about a change that has happened, without a link that confirms anything.
 * @param contact the address of the site's staff; without it the mail names the site
 */
export function createNotice(
  kind: NoticeKind,
  to: string,
  siteName: string,
  siteUrl: string,
  look?: MailLook,
  contact?: string,
): Mail {
  const after = `If it was you, there is nothing to do. If it was not, someone else uses your account: please write to us now, at ${contact ?? siteUrl}`
  const reason = `You get this message because you have, or had, an account at ${siteName}.`
  const { subject: heading, lead } = NOTICES[kind]
  const subject = `${heading} – ${siteName}`
  return renderMail({ to, siteName, subject, heading, lead, after, reason }, look)
}
