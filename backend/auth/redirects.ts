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
  url.hash = ''
  // As the browser will read it, never as it was spelt: `https://3232235777?.site.example` is an
  // address of numbers. An address without a path has one of `/`, which patterns may leave out.
  const spellings = [url.href, ...(url.pathname === '/' && !url.search ? [url.origin] : [])]
  return allowed.some((pattern) => spellings.some((address) => matches(pattern, address)))
    ? url.href
    : siteUrl
}

function matches(pattern: string, address: string): boolean {
  const [, host = '', path = ''] = /^([a-z]+:\/\/[^/]*)(.*)$/i.exec(pattern) ?? ['', pattern, '']
  // Within a host `**` stands for labels alone: a path must not pass for a host.
  const isOpenEnded = path === '' && host.endsWith('**')
  const source = isOpenEnded
    ? `${regexOf(host.slice(0, -2), '[^/]*')}.*`
    : regexOf(host, '[^/]*') + regexOf(path, '.*')
  return new RegExp(`^${source}$`).test(address)
}

function regexOf(pattern: string, anything: string): string {
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
