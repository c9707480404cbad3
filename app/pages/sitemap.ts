import { siteContext } from '../data/site.ts'
import type { Route } from './+types/sitemap'
import { ADDRESSES_A_PART, sitemapIndex, xml } from './sitemap-xml.ts'

/** The index of the sitemaps: the fixed pages, and tools and launches by the thousand. */
export async function loader({ context }: Route.LoaderArgs) {
  const { supabase, tag, siteUrl } = context.get(siteContext)
  tag('tools', 'launches')
  const [tools, launches] = await Promise.all([
    supabase.rpc('count_tools').throwOnError(),
    supabase.from('product_launches').select('id', { count: 'exact', head: true }).throwOnError(),
  ])
  const parts = (kind: string, count: number) =>
    Array.from(
      { length: Math.ceil(count / ADDRESSES_A_PART) },
      (_, index) => `${kind}-${index + 1}`,
    )
  const names = ['pages', ...parts('tools', tools.data), ...parts('launches', launches.count ?? 0)]
  return xml(sitemapIndex(names.map((name) => `${siteUrl}/sitemaps/${name}.xml`)))
}
