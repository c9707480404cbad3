import { isRouteErrorResponse, type MetaDescriptor } from 'react-router'
import * as dataWords from '../data/words.ts'
import { isAreaOn } from '../shared/areas.ts'
import { IDENTITY } from '../shared/identity.ts'
import * as uiWords from './words.ts'

interface Match {
  id: string
  loaderData?: unknown
  error?: unknown
}

export interface PageMeta {
  /** Without the site's name, which is appended. */
  title: string
  description: string
  /** Path of the canonical URL; a page without a path has none. */
  path?: string
  /** Creates a schema.org object. */
  jsonLd?: (hasDemoContent: boolean) => Record<string, unknown>
  noIndex?: boolean
  /** The path of the picture that other sites show next to a link, a JPEG of 1200 by 630 pixels. */
  image?: string
  /** The path of its feed, without the extension. */
  feed?: string
  /** The path that /oembed describes, by which other sites find how to show the page (https://oembed.com). */
  embed?: string
  /** The path of the page as Markdown. */
  markdown?: string
}

const FAILED: PageMeta = {
  title: uiWords.brokenTitle,
  description: uiWords.brokenText,
  noIndex: true,
}

/** Title, description, canonical URL, Open Graph and JSON-LD of a page. */
export function pageMeta(
  matches: readonly (Match | undefined)[],
  described: PageMeta,
): MetaDescriptor[] {
  // Of a page that failed nothing is known, not even that it does not exist.
  const error = matches.find((match) => match?.error)?.error
  const hasFailed = error && !(isRouteErrorResponse(error) && error.status === 404)
  const page = hasFailed ? FAILED : described
  const root = matches.find((match) => match?.id === 'root')?.loaderData as
    | { siteUrl: string; hasDemoContent: boolean }
    | undefined
  const url = page.path === undefined ? undefined : `${root?.siteUrl ?? ''}${page.path}`
  const title = toDocumentTitle(page.title)
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
    ...(page.image
      ? [
          { property: 'og:image', content: `${root?.siteUrl ?? ''}${page.image}` },
          { property: 'og:image:type', content: 'image/jpeg' },
          { property: 'og:image:width', content: '1200' },
          { property: 'og:image:height', content: '630' },
          { property: 'og:image:alt', content: title },
          { name: 'twitter:card', content: 'summary_large_image' },
          { name: 'twitter:image', content: `${root?.siteUrl ?? ''}${page.image}` },
        ]
      : []),
    ...[
      ['text/markdown', isAreaOn('assistants') && page.markdown],
      ...(page.feed && isAreaOn('feeds')
        ? [
            ['application/atom+xml', `${page.feed}.atom`],
            ['application/feed+json', `${page.feed}.json`],
          ]
        : []),
      [
        'application/json+oembed',
        isAreaOn('badges') &&
          page.embed &&
          `${root?.siteUrl}/oembed?url=${encodeURIComponent(`${root?.siteUrl}${page.embed}`)}`,
      ],
    ].flatMap(([type, href]) => (href ? [{ tagName: 'link', rel: 'alternate', type, href }] : [])),
    ...(isHidden ? [{ name: 'robots', content: 'noindex' }] : []),
    ...(page.jsonLd ? [{ 'script:ld+json': page.jsonLd(root?.hasDemoContent === true) }] : []),
  ] as MetaDescriptor[]
}

/** Appends the site's name, unless the title contains it. */
export const toDocumentTitle = (title: string): string =>
  title.includes(IDENTITY.name) ? title : dataWords.titleWithSite(title)
