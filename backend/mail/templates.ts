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
): Mail {
  const { subject, lead, action, after } = WORDS[kind]
  const href = escaped(link)
  return letter(to, siteName, subject, {
    text: `${lead}\n\n${action}:\n${link}\n\nOr enter this code: ${code}\n\n${after}`,
    html: `<p>${lead}</p>
<p><a href="${href}" style="display:inline-block;padding:.75rem 1.25rem;border-radius:.5rem;background:#1d4ed8;color:#fff;text-decoration:none">${action}</a></p>
<p style="font-size:.875rem">Or open this address: <a href="${href}">${href}</a></p><p style="font-size:.875rem">Or enter this code: <strong>${code}</strong></p><p style="font-size:.875rem">${after}</p>`,
  })
}

/** What has happened already: there is nothing to confirm, and so no link that does anything. */
export function noticeOf(kind: NoticeKind, to: string, siteName: string, siteUrl: string): Mail {
  const { subject, lead } = NOTICES[kind]
  const after = 'If it was you, there is nothing to do. If it was not, somebody has your account:'
  const href = escaped(siteUrl)
  return letter(to, siteName, subject, {
    text: `${lead}\n\n${after} write to us at once, at ${siteUrl}`,
    html: `<p>${lead}</p><p>${after} write to us at once, at <a href="${href}">${href}</a></p>`,
  })
}

const escaped = (address: string) => address.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

function letter(
  to: string,
  siteName: string,
  subject: string,
  { text, html }: { text: string; html: string },
): Mail {
  return {
    to,
    subject: `${subject} – ${siteName}`,
    text: `${text}\n\n${siteName}\n`,
    html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${subject}</title></head>
<body style="font-family:system-ui,sans-serif;line-height:1.5;max-width:32rem;margin:2rem auto;padding:0 1rem">
<h1 style="font-size:1.25rem">${siteName}</h1>${html}</body></html>`,
  }
}
