/** The backend returns at most 1,000 rows per request. The format allows 50,000 URLs. */
export const URLS_PER_PART = 1000

export interface SitemapEntry {
  url: string
  /** A timestamp; the sitemap contains only its day. */
  changedAt?: string
}

export function formatSitemapIndex(urls: readonly string[]): string {
  const entries = urls.map((url) => `<sitemap><loc>${escapeXml(url)}</loc></sitemap>`)
  return `${HEAD}<sitemapindex ${NAMESPACE}>${entries.join('')}</sitemapindex>`
}

export function formatUrlSet(entries: readonly SitemapEntry[]): string {
  const urls = entries.map(({ url, changedAt }) => {
    const day = changedAt ? `<lastmod>${changedAt.slice(0, 10)}</lastmod>` : ''
    return `<url><loc>${escapeXml(url)}</loc>${day}</url>`
  })
  return `${HEAD}<urlset ${NAMESPACE}>${urls.join('')}</urlset>`
}

export const toXmlResponse = (text: string) =>
  new Response(text, { headers: { 'Content-Type': 'application/xml' } })

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
