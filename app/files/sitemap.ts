import type { Site } from '../data/site.ts'
import { formatSitemapIndex, toXmlResponse, URLS_PER_PART } from './sitemap-part.ts'

/** The index of the sitemaps: one of the fixed pages, and one per thousand tools or launches. */
export async function writeSitemap({ supabase, tag, siteUrl }: Site): Promise<Response> {
  tag('tools', 'launches')
  const [tools, launches] = await Promise.all([
    supabase.rpc('count_tools').throwOnError(),
    supabase.from('product_launches').select('id', { count: 'exact', head: true }).throwOnError(),
  ])
  const listParts = (kind: string, count: number) =>
    Array.from({ length: Math.ceil(count / URLS_PER_PART) }, (_, index) => `${kind}-${index + 1}`)
  const names = [
    'pages',
    'capabilities',
    ...listParts('tools', tools.data),
    ...listParts('launches', launches.count ?? 0),
  ]
  return toXmlResponse(formatSitemapIndex(names.map((name) => `${siteUrl}/sitemaps/${name}.xml`)))
}
