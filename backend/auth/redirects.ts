/**
 * Where a mailed link may lead: the site itself, or an address that the settings allow.
 * @param wanted as the request said it
 * @param siteUrl where it leads when `wanted` is not allowed
 * @param allowed addresses with `*` (within a path part or host label) and `**` (anything)
 */
export function safeRedirect(
  wanted: string | undefined | null,
  siteUrl: string,
  allowed: readonly string[],
): string {
  if (!wanted || !URL.canParse(wanted)) return siteUrl
  // A backslash, white space or user name makes people and programs read different hosts.
  if (/[\\\s@]|[^\x20-\x7e]/.test(wanted)) return siteUrl
  const url = new URL(wanted)
  if (!/^https?:$/.test(url.protocol) || url.username || url.password) return siteUrl
  if (url.origin === new URL(siteUrl).origin) return url.href
  return allowed.some((pattern) => matches(pattern, url.href) || matches(pattern, wanted))
    ? url.href
    : siteUrl
}

function matches(pattern: string, address: string): boolean {
  const source = pattern
    .split('**')
    .map((part) =>
      part
        .split('*')
        .map((text) => text.replaceAll(/[.+?^${}()|[\]\\/]/g, '\\$&'))
        .join('[^./]*'),
    )
    .join('.*')
  return new RegExp(`^${source}$`).test(address)
}
