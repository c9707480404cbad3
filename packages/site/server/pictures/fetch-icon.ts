import { type FetchOptions, fetchFile } from '../outbound/fetch-bytes.ts'
import { listHeadTags } from '../outbound/list-head-tags.ts'

type Options = Pick<FetchOptions, 'limit' | 'testHosts' | 'testOrigin' | 'timeoutMs'>

/** In bytes: icons are in the head of a page. */
const PAGE_LIMIT = 256 * 1024
const ICONS_MAX = 2
/** Of icons without a size, in pixels. */
const TOUCH_SIZE = 180
const TAB_SIZE = 16
/** A page here has the icon of the host; the picture of an owner is at `/owner.png`. */
const REPOSITORY = /^https?:\/\/(?:www\.)?(github\.com|codeberg\.org)\/([\w.-]+)/i

/**
 * Fetches the icon that the website of a tool names, or the picture of the owner of a repository.
 * @param website that members typed
 * @param read of the bytes of an icon; if it throws, the next one is fetched
 * @throws {Error} if there is none
 */
export async function fetchIcon<T>(
  website: string,
  options: Options,
  read: (bytes: Buffer) => Promise<T>,
): Promise<T> {
  const [, host, owner] = REPOSITORY.exec(website) ?? []
  const icons = owner ? [`https://${host}/${owner}.png`] : await listIcons(website, options)
  for (const icon of icons) {
    try {
      const { bytes } = await fetchFile(icon, { ...options, isTyped: true, accept: 'image/*' })
      return await read(bytes)
    } catch {}
  }
  throw new Error('no icon')
}

/** Addresses of the icons that a page names, the largest first. */
async function listIcons(website: string, options: Options): Promise<string[]> {
  const { bytes, url } = await fetchFile(website, {
    ...options,
    limit: PAGE_LIMIT,
    isCut: true,
    isTyped: true,
    accept: 'text/html',
  })
  return listHeadTags(bytes.toString(), 'link')
    .flatMap((attributes) => {
      const rel = attributes.get('rel') ?? ''
      const isTouchIcon = /(^|\s)apple-touch-icon(-precomposed)?(\s|$)/i.test(rel)
      if (!isTouchIcon && !/(^|\s)icon(\s|$)/i.test(rel)) return []
      const address = URL.parse(attributes.get('href') ?? '', url)
      // Neither can be decoded; a data address has no host.
      if (!address?.host || /\.(ico|svg)$/i.test(address.pathname)) return []
      const size = Number.parseInt(attributes.get('sizes') ?? '', 10)
      return { address: address.href, size: size || (isTouchIcon ? TOUCH_SIZE : TAB_SIZE) }
    })
    .sort((a, b) => b.size - a.size)
    .slice(0, ICONS_MAX)
    .map(({ address }) => address)
}
