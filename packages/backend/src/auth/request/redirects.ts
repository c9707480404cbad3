/**
 * The redirect of a mailed link: the site itself, or an address that the settings allow.
 * @param wanted the request's `redirect_to`
 * @param siteUrl the result if `wanted` is not allowed
 * @param allowed addresses with `*` (within a path part or host label) and `**` (anything)
 */
export function sanitizeRedirect(
  wanted: string | undefined | null,
  siteUrl: string,
  allowed: readonly string[],
): string {
  if (!wanted || !URL.canParse(wanted)) return siteUrl
  // With a backslash, white space or a user name, people and programs read different hosts.
  if (/[\\\s@]|[^\x20-\x7e]/.test(wanted)) return siteUrl
  const url = new URL(wanted)
  if (!/^https?:$/.test(url.protocol) || url.username || url.password) return siteUrl
  if (url.origin === new URL(siteUrl).origin) return url.href
  url.hash = ''
  // Compares the address as the browser reads it: `https://3232235777?.site.example` is an IP address.
  // Patterns may omit the path `/`.
  const spellings = [url.href, ...(url.pathname === '/' && !url.search ? [url.origin] : [])]
  return allowed.some((pattern) => spellings.some((address) => matches(pattern, address)))
    ? url.href
    : siteUrl
}

function matches(pattern: string, address: string): boolean {
  const [, host = '', path = ''] = /^([a-z]+:\/\/[^/]*)(.*)$/i.exec(pattern) ?? ['', pattern, '']
  // In a host `**` matches labels only: a path must not match as a part of the host.
  const isOpenEnded = path === '' && host.endsWith('**')
  const source = isOpenEnded
    ? `${toPatternSource(host.slice(0, -2), '[^/]*')}.*`
    : toPatternSource(host, '[^/]*') + toPatternSource(path, '.*')
  return new RegExp(`^${source}$`).test(address)
}

function toPatternSource(pattern: string, anything: string): string {
  return pattern
    .split('**')
    .map((part) =>
      part
        .split('*')
        .map((text) => text.replaceAll(/[.+?^${}()|[\]\\/]/g, '\\$&'))
        .join('[^./]*'),
    )
    .join(anything)
}
