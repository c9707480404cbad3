import type { MiddlewareHandler } from 'hono'

/** Headers of rendered pages and of the errors in their place; `securityHeaders` sets those of all responses. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=()',
}

export const HSTS = ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'] as const

// The policy of pages: app/document/content-security-policy.ts.
/** Responses other than pages load nothing and are shown in no frame. */
const NO_PAGE = "default-src 'none'; frame-ancestors 'none'"

/** @param siteUrl if it is https, browsers use https for a year */
export function securityHeaders(siteUrl: string): MiddlewareHandler {
  const isHttps = siteUrl.startsWith('https:')
  return async (c, next) => {
    await next()
    // `c.header` would copy the whole response.
    const { headers } = c.res
    headers.set('X-Content-Type-Options', 'nosniff')
    if (isHttps) headers.set(...HSTS)
    // The headers of a 304 replace the stored ones: the page's own policy stays.
    const isPage = c.res.status === 304 || headers.has('Content-Security-Policy')
    if (!isPage) headers.set('Content-Security-Policy', NO_PAGE)
  }
}
