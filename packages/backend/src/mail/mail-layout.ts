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
  /** The title in the mail, by default the subject. */
  heading?: string
  lead: string
  /** What the mail is about, in the order of the list. */
  facts?: readonly MailFact[]
  /** The link to follow, if there is one, with the code that can be entered instead. */
  callToAction?: { action: string; link: string; code?: string }
  /** Paragraphs with an empty line in between, or none; an address at the end of one becomes a link. */
  after: string
  /** Why the recipient gets this mail. */
  reason: string
  /** The address that stops mails of this kind, if its recipient may. It accepts RFC 8058's one click. */
  unsubscribe?: string
}

export interface MailFact {
  label: string
  /** May have several lines. */
  value: string
  /** Where the first line of the value leads. */
  link?: string
  /** Says the same as the value, which is its text; in pixels. */
  picture?: { url: string; width: number; height: number }
}

/** Renders a mail as plain text and as HTML. */
export function renderMail(content: MailContent, look = PLAIN): Mail {
  const {
    to,
    siteName,
    subject,
    lead,
    facts = [],
    callToAction,
    after,
    reason,
    unsubscribe,
  } = content
  const instructions = callToAction
    ? [`${callToAction.action}:\n${callToAction.link}`, ...listCodeLines(callToAction)]
    : []
  const parts = [
    toLine(lead),
    ...(facts.length > 0 ? [writeFacts(facts)] : []),
    ...instructions,
    ...(after ? [after] : []),
    ...(unsubscribe ? [`${UNSUBSCRIBE}:\n${unsubscribe}`] : []),
    `${reason}\n${siteName}\n`,
  ]
  return {
    to,
    subject,
    text: parts.join('\n\n'),
    html: renderHtml(content, look),
    ...(unsubscribe
      ? {
          headers: {
            'List-Unsubscribe': `<${unsubscribe}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          },
        }
      : {}),
  }
}

/** Those with a link are paragraphs. */
const writeFacts = (facts: readonly MailFact[]) =>
  facts
    .map(({ label, value, link }) => `${toLine(label)}: ${value}${link ? `\n${link}\n` : ''}`)
    .join('\n')
    .trimEnd()

/** A title of a member may have line breaks. */
const toLine = (text: string) => text.replaceAll(/\s+/g, ' ')

const UNSUBSCRIBE = 'Stop these emails'

const listCodeLines = ({ code }: { code?: string }) => (code ? [`Or enter this code: ${code}`] : [])

/** With tables, and styles on each element: many mail programs support nothing else. */
function renderHtml(content: MailContent, { light, dark }: MailLook): string {
  const { heading = content.subject } = content
  const [subject, lead, siteName] = [heading, content.lead, content.siteName].map(escapeHtml)
  const fonts = 'font-family:Figtree,system-ui,-apple-system,Segoe UI,Roboto,Arial,sans-serif'
  // The logo is a character: most mail programs do not load pictures.
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>:root{color-scheme:light dark}
@media (max-width:480px){.card{padding:24px 20px!important}}
@media (prefers-color-scheme:dark){
.paper{background:${dark.paper}!important}.card{background:${dark.card}!important;border-color:${dark.line}!important}
.ink{color:${dark.ink}!important}.soft{color:${dark.soft}!important}.link{color:${dark.link}!important}
.button{background:${dark.ink}!important}.button a{color:${dark['on-ink']}!important}}
</style></head>
<body class="paper" style="margin:0;padding:0;background:${light.paper};word-break:break-word;${fonts}">
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" style="background:${light.paper}"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;text-align:left">
<tr><td style="padding:0 0 20px"><table role="presentation" cellpadding="0" cellspacing="0"><tr>
<td aria-hidden="true" width="32" height="32" align="center" style="border-radius:8px;background:#151a2c;color:${light.marker};font-size:20px;font-weight:bold;line-height:32px">&#10003;</td>
<td class="ink" style="padding-left:10px;font-size:20px;font-weight:800;letter-spacing:-.5px;color:${light.ink}">${siteName}</td></tr></table></td></tr>
<tr><td class="card" style="padding:32px;border:1px solid ${light.line};border-radius:16px;background:${light.card}">
<h1 class="ink" style="margin:0 0 12px;font-size:24px;line-height:1.2;letter-spacing:-.5px;color:${light.ink}">${subject}</h1>
<p class="ink" style="margin:0 0 24px;font-size:16px;line-height:1.55;color:${light.ink}">${lead}</p>
${renderFacts(content.facts ?? [], light)}${content.callToAction ? renderCallToAction(content.callToAction, light) : ''}${content.after ? renderParagraphs(content.after, light) : ''}</td></tr>
<tr><td class="soft" style="padding:20px 4px;font-size:13px;line-height:1.5;color:${light.soft}">${escapeHtml(content.reason)}${renderUnsubscribe(content.unsubscribe, light)}</td></tr>
</table></td></tr></table></body></html>`
}

const smallTextStyle = ({ soft }: MailColors) =>
  `margin:0 0 12px;font-size:14px;line-height:1.5;color:${soft}`

function renderFacts(facts: readonly MailFact[], light: MailColors): string {
  if (facts.length === 0) return ''
  const rows = facts.map(({ label, value, link, picture }) => {
    const [first = '', ...rest] = value.split('\n')
    const lines = picture
      ? [renderPicture(picture, value)]
      : [link ? renderLink(link, light, first) : escapeHtml(first), ...rest.map(escapeHtml)]
    return `<p class="ink" style="margin:0 0 12px;font-size:16px;line-height:1.55;color:${light.ink}"><span class="soft" style="font-size:14px;color:${light.soft}">${escapeHtml(label)}</span><br>${lines.join('<br>')}</p>`
  })
  return `<div style="margin:0 0 24px">${rows.join('\n')}</div>
`
}

const renderPicture = ({ url, width, height }: NonNullable<MailFact['picture']>, text: string) =>
  `<img src="${escapeHtml(url)}" alt="${escapeHtml(text)}" width="${width}" height="${height}" style="border:0;max-width:100%">`

const renderParagraphs = (text: string, light: MailColors) =>
  text
    .split('\n\n')
    .map((paragraph, index, { length }) => {
      const margin = index === length - 1 ? ';margin:0' : ''
      return `<p class="soft" style="${smallTextStyle(light)}${margin}">${renderTextWithLink(paragraph, light)}</p>`
    })
    .join('\n')

function renderCallToAction(
  callToAction: NonNullable<MailContent['callToAction']>,
  light: MailColors,
): string {
  const { action, link, code } = callToAction
  const [shownAction, href] = [action, link].map(escapeHtml)
  const shownCode = code
    ? `<p class="soft" style="${smallTextStyle(light)}">Or enter this code: <strong class="ink" style="font-size:18px;letter-spacing:2px;color:${light.ink}">${escapeHtml(code)}</strong></p>
`
    : ''
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 24px"><tr><td class="button" style="border-radius:10px;background:${light.ink}">
<a href="${href}" style="display:inline-block;padding:12px 24px;font-size:16px;font-weight:600;color:${light['on-ink']};text-decoration:none">${shownAction}</a></td></tr></table>
${shownCode}<p class="soft" style="${smallTextStyle(light)}">Or open this address:<br><span style="word-break:break-all">${renderLink(link, light)}</span></p>
`
}

const renderUnsubscribe = (address: string | undefined, light: MailColors) =>
  address ? `<br>${renderLink(address, light, UNSUBSCRIBE)}` : ''

const renderLink = (address: string, { link }: MailColors, text = address) =>
  `<a class="link" href="${escapeHtml(address)}" style="color:${link}">${escapeHtml(text)}</a>`

/** Renders a text, with a link if it ends with an address. */
function renderTextWithLink(text: string, light: MailColors): string {
  const [words = '', address] = text.split(/(https?:\/\/\S+)$/)
  return `${escapeHtml(words)}${address ? renderLink(address, light) : ''}`
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escapeHtml = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign)
