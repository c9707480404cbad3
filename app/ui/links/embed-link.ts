import type { MetaDescriptor } from 'react-router'

/**
 * The link by which other sites find how to show a page (https://oembed.com).
 * @param path that /oembed describes
 */
export function embedLink(
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[],
  path: string,
): MetaDescriptor {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as { siteUrl: string }
  const page = encodeURIComponent(root.siteUrl + path)
  return {
    tagName: 'link',
    rel: 'alternate',
    type: 'application/json+oembed',
    href: `${root.siteUrl}/oembed?url=${page}`,
  }
}
