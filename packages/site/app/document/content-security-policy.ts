import { createHash } from 'node:crypto'

export interface SealedDocument {
  html: string
  /** The value of the header Content-Security-Policy. */
  policy: string
}

/**
 * Allows the inline scripts of a complete document by their hashes: the same bytes can be cached,
 * which a nonce would not allow.
 * @param nonce marks the document's own scripts and is removed
 * @param backendOrigin a hosted backend's origin, when it is not the site's own
 */
export function applyContentSecurityPolicy(
  html: string,
  nonce: string,
  backendOrigin?: string,
): SealedDocument {
  const [first = '', ...rest] = html.split(` nonce="${nonce}"`)
  const hashes = new Set<string>()
  let before = first
  for (const after of rest) {
    const tag = before.slice(before.lastIndexOf('<')) + after.slice(0, after.indexOf('>'))
    if (/^<script\b/i.test(tag) && !/\bsrc\s*=/i.test(tag)) hashes.add(toHash(extractScript(after)))
    before = after
  }
  return { html: first + rest.join(''), policy: buildPolicy([...hashes], backendOrigin) }
}

/** The text between the end of the opening tag and the end of its script. */
const extractScript = (text: string) =>
  text.slice(text.indexOf('>') + 1, text.search(/<\/script>/i))

function buildPolicy(hashes: readonly string[], backendOrigin?: string): string {
  const backend = backendOrigin ? ` ${backendOrigin}` : ''
  const socket = backendOrigin ? ` ${backendOrigin.replace(/^http/, 'ws')}` : ''
  return [
    "default-src 'self'",
    `script-src 'self'${hashes.map((hash) => ` '${hash}'`).join('')}`,
    // Menus and dialogs are placed by style attributes.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    `connect-src 'self'${backend}${socket}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

function toHash(script: string): string {
  return `sha256-${createHash('sha256').update(script).digest('base64')}`
}
