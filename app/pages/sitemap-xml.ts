/** The backend returns at most 1,000 rows per request; the format allows 50,000. */
export const ADDRESSES_A_PART = 1000

export interface Entry {
  address: string
  /** A timestamp; the sitemap has only its day. */
  changed?: string
}

export function sitemapIndex(addresses: readonly string[]): string {
  const entries = addresses.map((address) => `<sitemap><loc>${escaped(address)}</loc></sitemap>`)
  return `${HEAD}<sitemapindex ${NAMESPACE}>${entries.join('')}</sitemapindex>`
}

export function urlSet(entries: readonly Entry[]): string {
  const urls = entries.map(({ address, changed }) => {
    const day = changed ? `<lastmod>${changed.slice(0, 10)}</lastmod>` : ''
    return `<url><loc>${escaped(address)}</loc>${day}</url>`
  })
  return `${HEAD}<urlset ${NAMESPACE}>${urls.join('')}</urlset>`
}

export const xml = (text: string) =>
  new Response(text, { headers: { 'Content-Type': 'application/xml' } })

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
