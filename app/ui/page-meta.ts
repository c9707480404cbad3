import type { MetaDescriptor } from 'react-router'
import * as dataWords from '../data/words.ts'
import { IDENTITY } from '../shared/identity.ts'

interface Match {
  id: string
  loaderData?: unknown
}

export interface PageMeta {
  /** The site's name follows, unless it is in it. */
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
  const title = titleOf(page.title)
  const isHidden = page.noIndex || root?.hasDemoContent
  return [
    { title },
    { name: 'description', content: page.description },
    { property: 'og:title', content: title },
    { property: 'og:description', content: page.description },
    { property: 'og:site_name', content: IDENTITY.name },
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

/** As it stands in the window's bar. */
export const titleOf = (words: string): string =>
  words.includes(IDENTITY.name) ? words : dataWords.titleWithSite(words)
