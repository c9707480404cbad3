import { html } from 'hono/html'
import type { SentMail } from '../mail/mailer.ts'

const URLS = /(https?:\/\/\S+)/

/** The page of unsent mails, the newest first, with links that can be clicked. It has no style. */
export function renderOutboxPage(mails: readonly SentMail[]) {
  return html`<!doctype html><html lang="en"><title>Outbox</title>
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<h1>Outbox</h1>
${mails.length === 0 ? html`<p>No mail yet.` : mails.map(renderMail)}`
}

function renderMail({ to, subject, text, sent_at }: SentMail) {
  // `split` keeps what the group matches: parts with an odd index are addresses.
  const parts = text
    .split(URLS)
    .map((part, index) => (index % 2 === 0 ? part : html`<a href="${part}">${part}</a>`))
  return html`<h2>${subject}</h2><p>To ${to}, ${sent_at}</p><pre>${parts}</pre><hr>`
}
