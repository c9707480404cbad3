import { parse } from 'tldts'

/**
 * Whether strangers have hosts below that of a website: it is a public suffix such as "co.uk", or a hoster that the
 * Public Suffix List names, such as "github.io". A member of a hoster may have the host "www". The host is the one that is
 * fetched: "ｇｉｔｈｕｂ.io" is "github.io".
 */
export function isSharedHost(website: string | null): boolean {
  if (website === null || !URL.canParse(website)) return false
  const { hostname, publicSuffix, isIcann, isPrivate } = parse(
    new URL(website).hostname.replace(/^www\./, ''),
    { allowPrivateDomains: true },
  )
  return Boolean((isIcann || isPrivate) && hostname === publicSuffix)
}
