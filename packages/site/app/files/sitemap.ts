import type { Reader } from '../data/cache-tags.ts'
import { type Site, siteContext } from '../data/site.ts'
import { isAreaOn } from '../shared/areas.ts'
import { escapeXml } from '../shared/escape-xml.ts'
import { listSitemapPaths } from '../shared/page-table.ts'
import { toCapabilityPath, toToolPath } from '../tools/tool.ts'
import type { Route } from './+types/sitemap'
import { notFound } from './not-found.ts'

/** The backend returns at most 1,000 rows per request. The format allows 50,000 URLs. */
const URLS_PER_PART = 1000

/** /sitemap.xml and its parts. */
export async function loader({ context, params }: Route.LoaderArgs): Promise<Response> {
  const site = context.get(siteContext)
  const part = params['*']
  return part === undefined ? writeIndex(site) : ((await writePart(site, part)) ?? notFound())
}

interface SitemapEntry {
  url: string
  /** A timestamp; the sitemap contains only its day. */
  changedAt?: string
}

function formatSitemapIndex(urls: readonly string[]): string {
  const entries = urls.map((url) => `<sitemap><loc>${escapeXml(url)}</loc></sitemap>`)
  return `${HEAD}<sitemapindex ${NAMESPACE}>${entries.join('')}</sitemapindex>`
}

function formatUrlSet(entries: readonly SitemapEntry[]): string {
  const urls = entries.map(({ url, changedAt }) => {
    const day = changedAt ? `<lastmod>${changedAt.slice(0, 10)}</lastmod>` : ''
    return `<url><loc>${escapeXml(url)}</loc>${day}</url>`
  })
  return `${HEAD}<urlset ${NAMESPACE}>${urls.join('')}</urlset>`
}

const toXmlResponse = (text: string) =>
  new Response(text, { headers: { 'Content-Type': 'application/xml' } })

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

/** An entry with a path in place of the complete URL. */
type PathEntry = Omit<SitemapEntry, 'url'> & { path: string }

/** @param part such as "tools-1.xml" @returns null if there is no such part */
async function writePart(site: Site, part: string): Promise<Response | null> {
  const { siteUrl } = site
  if (part === 'pages.xml') {
    const pages = listSitemapPaths().filter((path) => path !== '/imprint' || site.texts.imprint)
    const documents = site.documents.list().map(({ path }) => `/docs/${path}`)
    const paths = [...pages, ...documents]
    return toXmlResponse(formatUrlSet(paths.map((path) => ({ url: siteUrl + path }))))
  }
  if (part === 'capabilities.xml') {
    const paths = await readCapabilityPaths(site)
    return toXmlResponse(formatUrlSet(paths.map((path) => ({ url: siteUrl + path }))))
  }
  const [, kind, number] = /^(tools|launches)-([1-9]\d{0,5})\.xml$/.exec(part) ?? []
  if (!kind || (kind === 'launches' && !isAreaOn('launches'))) return null
  const first = (Number(number) - 1) * URLS_PER_PART
  const read = kind === 'tools' ? readTools : readLaunches
  const entries = await read(site, first, first + URLS_PER_PART - 1)
  if (entries.length === 0) return null
  return toXmlResponse(
    formatUrlSet(entries.map(({ path, ...entry }) => ({ ...entry, url: siteUrl + path }))),
  )
}

/** Of capabilities that have enough tools to compare. */
async function readCapabilityPaths({ supabase, tag }: Reader): Promise<string[]> {
  tag('capabilities', 'tools')
  const { data: rows } = await supabase
    .from('capabilities')
    .select('slug')
    .gte('tool_count', 3)
    .order('slug')
    .limit(URLS_PER_PART)
    .throwOnError()
  return rows.map(({ slug }) => toCapabilityPath(slug))
}

async function readTools(
  { supabase, tag }: Reader,
  first: number,
  last: number,
): Promise<PathEntry[]> {
  tag('tools')
  const { data: rows } = await supabase
    .from('tools')
    .select('name, slug, updated_at')
    .order('id')
    .range(first, last)
    .throwOnError()
  return rows.map((tool) => ({ path: toToolPath(tool), changedAt: tool.updated_at }))
}

async function readLaunches(
  { supabase, tag }: Reader,
  first: number,
  last: number,
): Promise<PathEntry[]> {
  tag('launches')
  const { data: rows } = await supabase
    .from('product_launches')
    .select('id, created_at')
    .order('id')
    .range(first, last)
    .throwOnError()
  return rows.map(({ id, created_at }) => ({
    path: `/launch/${id}`,
    ...(created_at ? { changedAt: created_at } : {}),
  }))
}

/** The index of the sitemaps: one of the fixed pages, and one per thousand tools or launches. */
async function writeIndex({ supabase, tag, siteUrl }: Site): Promise<Response> {
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
