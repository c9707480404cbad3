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
    c.header('X-Content-Type-Options', 'nosniff')
    if (isHttps) c.header(...HSTS)
    // "As it was" changes what the browser has kept: a page's own policy stays.
    const isPage = c.res.status === 304 || c.res.headers.has('Content-Security-Policy')
    if (!isPage) c.header('Content-Security-Policy', NO_PAGE)
  }
}

/**
 * The Content-Security-Policy of one finished page: its inline scripts run by their hash, so that
 * the same bytes can be cached, which a nonce would not allow.
 * @param html the whole document, in UTF-8
 * @param backendOrigin a hosted backend's origin, when it is not the site's own
 */
export function contentSecurityPolicy(html: Uint8Array, backendOrigin?: string): string {
  const backend = backendOrigin ? ` ${backendOrigin}` : ''
  const socket = backendOrigin ? ` ${backendOrigin.replace(/^http/, 'ws')}` : ''
  const hashes = [
    ...new Set(inlineScripts(Buffer.from(html.buffer, html.byteOffset, html.length)).map(hashOf)),
  ]
  return [
    "default-src 'self'",
    `script-src 'self'${hashes.map((hash) => ` '${hash}'`).join('')}`,
    // Menus and dialogs are placed by style attributes.
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob:${backend}`,
    `connect-src 'self'${backend}${socket}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/**
 * Scripts that execute; data blocks such as JSON-LD do not and need no permission. Each byte is read
 * as a letter of its own: what is looked for is ASCII, and nothing needs to be decoded.
 */
function inlineScripts(html: Buffer): string[] {
  return [...html.toString('latin1').matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/gi)]
    .filter(([, attributes = '']) => !/\bsrc\s*=/i.test(attributes) && !isData(attributes))
    .map(([, , content = '']) => content)
}

function isData(attributes: string): boolean {
  return /\btype\s*=\s*["']?application\/(ld\+)?json/i.test(attributes)
}

function hashOf(script: string): string {
  return `sha256-${createHash('sha256').update(script, 'latin1').digest('base64')}`
}
