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
