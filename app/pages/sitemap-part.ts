import { data } from 'react-router'
import type { Reader } from '../data/cache-tags.ts'
import { siteContext } from '../data/site.ts'
import { sitemapPaths } from '../shared/page-table.ts'
import { toolPath } from '../tools/tool.ts'
import type { Route } from './+types/sitemap-part'
import { ADDRESSES_A_PART, type Entry, urlSet, xml } from './sitemap-xml.ts'

export async function loader({ context, params }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  const { siteUrl } = site
  if (params.part === 'pages.xml') {
    return xml(urlSet(sitemapPaths().map((path) => ({ address: `${siteUrl}${path}` }))))
  }
  const [, kind, number] = /^(tools|launches)-([1-9]\d{0,5})\.xml$/.exec(params.part) ?? []
  if (!kind) throw data(null, { status: 404 })
  const first = (Number(number) - 1) * ADDRESSES_A_PART
  const read = kind === 'tools' ? readTools : readLaunches
  const entries = await read(site, first, first + ADDRESSES_A_PART - 1)
  if (entries.length === 0) throw data(null, { status: 404 })
  return xml(urlSet(entries.map((entry) => ({ ...entry, address: siteUrl + entry.address }))))
}

async function readTools({ supabase, tag }: Reader, first: number, last: number): Promise<Entry[]> {
  tag('tools')
  const { data: rows } = await supabase
    .from('tools')
    .select('name, slug, updated_at')
    .order('id')
    .range(first, last)
    .throwOnError()
  return rows.map((tool) => ({ address: toolPath(tool), changed: tool.updated_at }))
}

async function readLaunches(
  { supabase, tag }: Reader,
  first: number,
  last: number,
): Promise<Entry[]> {
  tag('launches')
  const { data: rows } = await supabase
    .from('product_launches')
    .select('id, created_at')
    .order('id')
    .range(first, last)
    .throwOnError()
  return rows.map(({ id, created_at }) => ({
    address: `/launch/${id}`,
    ...(created_at ? { changed: created_at } : {}),
  }))
}
