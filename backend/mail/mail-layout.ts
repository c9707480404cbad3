import type { Mail } from './mailer.ts'

/** The site's colors in mail, as "#rrggbb". */
export interface MailLook {
  light: MailColors
  dark: MailColors
}

export interface MailColors {
  paper: string
  card: string
  line: string
  ink: string
  soft: string
  link: string
  'on-ink': string
  marker: string
}

/** The default. */
const PLAIN: MailLook = {
  light: {
    paper: '#f6f6f6',
    card: '#ffffff',
    line: '#dddddd',
    ink: '#1a1a1a',
    soft: '#555555',
    link: '#1d4ed8',
    'on-ink': '#ffffff',
    marker: '#ffffff',
  },
  dark: {
    paper: '#121212',
    card: '#1c1c1c',
    line: '#3a3a3a',
    ink: '#f2f2f2',
    soft: '#b5b5b5',
    link: '#9dbbff',
    'on-ink': '#121212',
    marker: '#ffffff',
  },
}

/** The text of a mail. */
export interface MailContent {
  to: string
  siteName: string
  subject: string
  lead: string
  /** The link and code to follow, if there is one. */
  callToAction?: { action: string; link: string; code: string }
  after: string
  /** Why the recipient gets this mail. */
  reason: string
}

/** Renders a mail as plain text and as HTML. */
export function renderMail(content: MailContent, look = PLAIN): Mail {
  const { to, siteName, subject, lead, callToAction, after, reason } = content
  const instructions = callToAction
    ? `${callToAction.action}:\n${callToAction.link}\n\nOr enter this code: ${callToAction.code}\n\n`
    : ''
  return {
    to,
    subject: `${subject} – ${siteName}`,
    text: `${lead}\n\n${instructions}${after}\n\n${reason}\n${siteName}\n`,
    html: renderHtml(content, look),
  }
}

/** With tables, and styles on each element: many mail programs support nothing else. */
function renderHtml(content: MailContent, { light, dark }: MailLook): string {
  const [subject, lead, siteName] = [content.subject, content.lead, content.siteName].map(
    escapeHtml,
  )
  const fonts = 'font-family:Figtree,system-ui,-apple-system,Segoe UI,Roboto,Arial,sans-serif'
  // The logo is a character: most mail programs do not load pictures.
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){
.paper{background:${dark.paper}!important}.card{background:${dark.card}!important;border-color:${dark.line}!important}
.ink{color:${dark.ink}!important}.soft{color:${dark.soft}!important}.link{color:${dark.link}!important}
.button{background:${dark.ink}!important}.button a{color:${dark['on-ink']}!important}}
</style></head>
<body class="paper" style="margin:0;padding:0;background:${light.paper};${fonts}">
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" style="background:${light.paper}"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;text-align:left">
<tr><td style="padding:0 0 20px"><table role="presentation" cellpadding="0" cellspacing="0"><tr>
<td aria-hidden="true" width="32" height="32" align="center" style="border-radius:8px;background:#151a2c;color:${light.marker};font-size:20px;font-weight:bold;line-height:32px">&#10003;</td>
<td class="ink" style="padding-left:10px;font-size:20px;font-weight:800;letter-spacing:-.5px;color:${light.ink}">${siteName}</td></tr></table></td></tr>
<tr><td class="card" style="padding:32px;border:1px solid ${light.line};border-radius:16px;background:${light.card}">
<h1 class="ink" style="margin:0 0 12px;font-size:24px;line-height:1.2;letter-spacing:-.5px;color:${light.ink}">${subject}</h1>
<p class="ink" style="margin:0 0 24px;font-size:16px;line-height:1.55;color:${light.ink}">${lead}</p>
${content.callToAction ? renderCallToAction(content.callToAction, light) : ''}<p class="soft" style="${smallTextStyle(light)};margin:0">${linkAddress(content.after, light)}</p></td></tr>
<tr><td class="soft" style="padding:20px 4px;font-size:13px;line-height:1.5;color:${light.soft}">${escapeHtml(content.reason)}</td></tr>
</table></td></tr></table></body></html>`
}

const smallTextStyle = ({ soft }: MailColors) =>
  `margin:0 0 12px;font-size:14px;line-height:1.5;color:${soft}`

function renderCallToAction(
  callToAction: NonNullable<MailContent['callToAction']>,
  light: MailColors,
): string {
  const { action, link, code } = callToAction
  const [shownAction, href, shownCode] = [action, link, code].map(escapeHtml)
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 24px"><tr><td class="button" style="border-radius:10px;background:${light.ink}">
<a href="${href}" style="display:inline-block;padding:12px 24px;font-size:16px;font-weight:600;color:${light['on-ink']};text-decoration:none">${shownAction}</a></td></tr></table>
<p class="soft" style="${smallTextStyle(light)}">Or enter this code: <strong class="ink" style="font-size:18px;letter-spacing:2px;color:${light.ink}">${shownCode}</strong></p>
<p class="soft" style="${smallTextStyle(light)}">Or open this address:<br>${renderLink(link, light)}</p>
`
}

const renderLink = (address: string, { link }: MailColors) =>
  `<a class="link" href="${escapeHtml(address)}" style="color:${link};word-break:break-all">${escapeHtml(address)}</a>`

/** Renders a text, with a link if it ends with an address. */
function linkAddress(text: string, light: MailColors): string {
  const [words = '', address] = text.split(/(https?:\/\/\S+)$/)
  return `${escapeHtml(words)}${address ? renderLink(address, light) : ''}`
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escapeHtml = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign)
