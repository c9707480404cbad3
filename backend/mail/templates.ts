import { letter, type MailLook } from './mail-layout.ts'
import type { Mail } from './mailer.ts'

export type MailKind = 'signup' | 'recovery' | 'magiclink' | 'email_change' | 'email_change_current'

const WORDS: Record<MailKind, { subject: string; lead: string; action: string; after: string }> = {
  signup: {
    subject: 'Confirm your e-mail address',
    lead: 'Welcome. Please confirm that this address is yours, and your account is ready.',
    action: 'Confirm e-mail address',
    after: 'If you did not sign up, you can ignore this message.',
  },
  recovery: {
    subject: 'Reset your password',
    lead: 'Someone asked for a new password for your account.',
    action: 'Choose a new password',
    after: 'If it was not you, you can ignore this message: your password stays as it is.',
  },
  magiclink: {
    subject: 'Your sign-in link',
    lead: 'Someone asked to sign in with this address.',
    action: 'Sign in',
    after: 'If it was not you, you can ignore this message, and tell nobody the code.',
  },
  email_change_current: {
    subject: 'Confirm the change of your e-mail address',
    lead: 'Someone asked that your account should use another address from now on.',
    action: 'Allow the change',
    after: 'If it was not you, do not open the link, and change your password: somebody has it.',
  },
  email_change: {
    subject: 'Confirm your new e-mail address',
    lead: 'Please confirm that your account should use this address from now on.',
    action: 'Confirm new address',
    after: 'If you did not ask for this, you can ignore this message.',
  },
}

export type NoticeKind = 'password_changed' | 'email_changed'

const NOTICES: Record<NoticeKind, { subject: string; lead: string }> = {
  password_changed: {
    subject: 'Your password was changed',
    lead: 'The password of your account has just been changed.',
  },
  email_changed: {
    subject: 'Your e-mail address was changed',
    lead: 'Your account uses another e-mail address from now on; this one no longer signs in.',
  },
}

/**
 * @param link works once
 * @param code stands for the link where somebody types instead
 */
export function mailOf(
  kind: MailKind,
  to: string,
  siteName: string,
  { link, code }: { link: string; code: string },
  look?: MailLook,
): Mail {
  const { subject, lead, action, after } = WORDS[kind]
  const reason = `You get this message because somebody gave this address at ${siteName}.`
  return letter({ to, siteName, subject, lead, offer: { action, link, code }, after, reason }, look)
}

/** What has happened already: there is nothing to confirm, and so no link that does anything. */
export function noticeOf(
  kind: NoticeKind,
  to: string,
  siteName: string,
  siteUrl: string,
  look?: MailLook,
): Mail {
  const after = `If it was you, there is nothing to do. If it was not, somebody has your account: write to us at once, at ${siteUrl}`
  const reason = `You get this message because you have, or had, an account at ${siteName}.`
  return letter({ to, siteName, ...NOTICES[kind], after, reason }, look)
}
