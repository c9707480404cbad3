import type { Mail } from './mailer.ts'

/** How the site looks, as far as mail can show it; colours as "#rrggbb". */
export interface MailLook {
  light: MailColours
  dark: MailColours
}

export interface MailColours {
  paper: string
  card: string
  line: string
  ink: string
  soft: string
  link: string
  'on-ink': string
  marker: string
}

/** Ink on paper, where nobody says otherwise. */
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

/** What a letter says, in plain words. */
export interface Letter {
  to: string
  siteName: string
  subject: string
  lead: string
  /** What the reader is asked to do, if something. */
  offer?: { action: string; link: string; code: string }
  after: string
  /** Why it came. */
  reason: string
}

/** The same as text and as a page. */
export function letter(said: Letter, look = PLAIN): Mail {
  const { to, siteName, subject, lead, offer, after, reason } = said
  const asked = offer
    ? `${offer.action}:\n${offer.link}\n\nOr enter this code: ${offer.code}\n\n`
    : ''
  return {
    to,
    subject: `${subject} – ${siteName}`,
    text: `${lead}\n\n${asked}${after}\n\n${reason}\n${siteName}\n`,
    html: page(said, look),
  }
}

/** Tables and styles on each element: many mail programs know nothing else. */
function page(said: Letter, { light, dark }: MailLook): string {
  const [subject, lead, siteName] = [said.subject, said.lead, said.siteName].map(escaped)
  const fonts = 'font-family:Figtree,system-ui,-apple-system,Segoe UI,Roboto,Arial,sans-serif'
  // The mark is drawn of letters: a picture would be asked for, and mostly not shown.
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
${said.offer ? offered(said.offer, light) : ''}<p class="soft" style="${small(light)};margin:0">${linked(said.after, light)}</p></td></tr>
<tr><td class="soft" style="padding:20px 4px;font-size:13px;line-height:1.5;color:${light.soft}">${escaped(said.reason)}</td></tr>
</table></td></tr></table></body></html>`
}

const small = ({ soft }: MailColours) =>
  `margin:0 0 12px;font-size:14px;line-height:1.5;color:${soft}`

function offered(offer: NonNullable<Letter['offer']>, light: MailColours): string {
  const [action, link, code] = [offer.action, offer.link, offer.code].map(escaped)
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 24px"><tr><td class="button" style="border-radius:10px;background:${light.ink}">
<a href="${link}" style="display:inline-block;padding:12px 24px;font-size:16px;font-weight:600;color:${light['on-ink']};text-decoration:none">${action}</a></td></tr></table>
<p class="soft" style="${small(light)}">Or enter this code: <strong class="ink" style="font-size:18px;letter-spacing:2px;color:${light.ink}">${code}</strong></p>
<p class="soft" style="${small(light)}">Or open this address:<br>${linkTo(offer.link, light)}</p>
`
}

const linkTo = (address: string, { link }: MailColours) =>
  `<a class="link" href="${escaped(address)}" style="color:${link};word-break:break-all">${escaped(address)}</a>`

/** A text that ends with an address, which is then a link. */
function linked(text: string, light: MailColours): string {
  const [words = '', address] = text.split(/(https?:\/\/\S+)$/)
  return `${escaped(words)}${address ? linkTo(address, light) : ''}`
}

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** None of it can be markup. */
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign)
