import type { MailColors } from '@toolmark/backend/mail/mail-layout.ts'
import { html } from 'hono/html'
import { MAIL_LOOK } from '../emails/site-mailer.ts'

/** Without `form-action`: after a confirmation GoTrue's rules decide where the account leads. */
export const PLAIN_PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"

const toVariables = ({ paper, card, line, ink, soft, 'on-ink': onInk }: MailColors) =>
  `--paper:${paper};--card:${card};--line:${line};--ink:${ink};--soft:${soft};--on-ink:${onInk}`

/** A page with a title and one card, without the site's script and styles. */
export function renderPlainPage(title: string, content: ReturnType<typeof html>) {
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<style>:root{${toVariables(MAIL_LOOK.light)}}
@media(prefers-color-scheme:dark){:root{${toVariables(MAIL_LOOK.dark)}}}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--paper);color:var(--ink);font:1rem/1.5 Figtree,system-ui,sans-serif}
main{box-sizing:border-box;width:min(30rem,100% - 2rem);padding:2rem;border:1px solid var(--line);border-radius:1rem;background:var(--card)}
h1{margin:0 0 .5rem;font-size:1.75rem;line-height:1.2}p{margin:0;color:var(--soft)}
button{min-height:2.75rem;margin-top:1.5rem;padding:0 1.5rem;border:1px solid transparent;border-radius:.625rem;background:var(--ink);color:var(--on-ink);font:inherit;font-weight:600;cursor:pointer}
</style></head><body><main>
<h1>${title}</h1>
${content}
</main></body></html>`
}
