import { createHash } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'

/** Headers that every answer of the site carries. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=()',
}

export const HSTS = ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'] as const

/** What no page is has nothing to load, and is shown in no frame. */
const NO_PAGE = "default-src 'none'; frame-ancestors 'none'"

/** The service worker asks this site for its pages, and loads nothing else. */
export const WORKER_POLICY = "default-src 'none'; connect-src 'self'"

/** @param siteUrl over https, browsers are told to stay there for a year */
export function securityHeaders(siteUrl: string): MiddlewareHandler {
  const isHttps = siteUrl.startsWith('https:')
  return async (c, next) => {
    await next()
    // By `c.header` the whole answer would be copied.
    const { headers } = c.res
    headers.set('X-Content-Type-Options', 'nosniff')
    if (isHttps) headers.set(...HSTS)
    // "As it was" changes what the browser has kept: a page's own policy stays.
    const isPage = c.res.status === 304 || headers.has('Content-Security-Policy')
    if (!isPage) headers.set('Content-Security-Policy', NO_PAGE)
  }
}

/**
 * A finished page and its Content-Security-Policy: its own inline scripts run by their hash, so that
 * the same bytes can be cached, which a nonce would not allow.
 * @param html the whole document
 * @param mark the nonce by which the page's own scripts are known, and which does not leave
 * @param backendOrigin a hosted backend's origin, when it is not the site's own
 */
export function sealed(
  html: string,
  mark: string,
  backendOrigin?: string,
): { html: Uint8Array<ArrayBuffer>; policy: string } {
  const [first = '', ...marked] = html.split(` nonce="${mark}"`)
  const own = new Set<string>()
  let before = first
  for (const after of marked) {
    const tag = before.slice(before.lastIndexOf('<')) + after.slice(0, after.indexOf('>'))
    if (/^<script\b/i.test(tag) && !/\bsrc\s*=/i.test(tag)) own.add(hashOf(contentOf(after)))
    before = after
  }
  return {
    html: Buffer.from(first + marked.join('')),
    policy: contentSecurityPolicy([...own], backendOrigin),
  }
}

/** What stands between a tag that is being opened and the end of its script. */
const contentOf = (text: string) => text.slice(text.indexOf('>') + 1, text.search(/<\/script>/i))

function contentSecurityPolicy(hashes: readonly string[], backendOrigin?: string): string {
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

function hashOf(script: string): string {
  return `sha256-${createHash('sha256').update(script).digest('base64')}`
}
