/** The widths of a launch's picture, in pixels; the last is the picture's own. */
export const FEATURED_WIDTHS = [400, 800, 1200] as const

/** The edges of a launch's picture, in pixels. */
export const FEATURED_SIZE = { width: 1200, height: 630 } as const

/** An uploaded picture of a launch, in `pictures`: the prefix and its path in the bucket `launches`. */
export const UPLOADED = 'uploaded/'

/** The widths of avatars and company logos, in pixels; an upload is at most as wide as the last. */
export const AVATAR_WIDTHS = [64, 128, 256, 512] as const
export const AVATAR_WIDTH_MAX = AVATAR_WIDTHS[3]

/** Device pixels for each CSS pixel, at most. */
const DENSITY_MAX = 3

/** Whether a path is that of an upload: bucket, owner and file. */
export const isStoredPicture = (path: string) =>
  /^(avatars|logos|launches)\/[\w-]+\/[\w.-]+$/.test(path) && !path.includes('..')

/** The path that serves the picture. @returns undefined for a picture outside of the site's storage */
export function toAvatarUrl(url: string | null | undefined): string | undefined {
  const path = /\/storage\/v1\/object\/public\/(.+)$/.exec(url ?? '')?.[1]
  return path && isStoredPicture(path) ? `/pictures/stored/${path}` : undefined
}

/**
 * The `srcset` of an avatar: all widths that some screen needs.
 * @param size edge in CSS pixels
 */
export function toAvatarSrcSet(path: string, size: number): string {
  const last = AVATAR_WIDTHS.find((width) => width >= size * DENSITY_MAX) ?? AVATAR_WIDTH_MAX
  return AVATAR_WIDTHS.filter((width) => width >= size && width <= last)
    .map((width) => `${path}?width=${width} ${width}w`)
    .join(', ')
}
