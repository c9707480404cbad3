import type { MetaDescriptor } from 'react-router'

interface Match {
  id: string
  loaderData?: unknown
}

export interface PageMeta {
  title: string
  description: string
  /** Path of the canonical address; without one the page has none. */
  path?: string
  /** schema.org description of what the page is about. */
  jsonLd?: Record<string, unknown> | undefined
  noIndex?: boolean
}

/** Title, description, canonical address, Open Graph and JSON-LD of one page. */
export function pageMeta(
  matches: readonly (Match | undefined)[],
  page: PageMeta,
): MetaDescriptor[] {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as
    | { siteUrl: string; hasDemoContent: boolean }
    | undefined
  const url = page.path === undefined ? undefined : `${root?.siteUrl ?? ''}${page.path}`
  const isHidden = page.noIndex || root?.hasDemoContent
  return [
    { title: page.title },
    { name: 'description', content: page.description },
    { property: 'og:title', content: page.title },
    { property: 'og:description', content: page.description },
    { property: 'og:site_name', content: 'Toolmark' },
    { property: 'og:type', content: 'website' },
    ...(url
      ? [
          { tagName: 'link', rel: 'canonical', href: url },
          { property: 'og:url', content: url },
        ]
      : []),
    ...(isHidden ? [{ name: 'robots', content: 'noindex' }] : []),
    ...(page.jsonLd ? [{ 'script:ld+json': page.jsonLd }] : []),
  ] as MetaDescriptor[]
}
