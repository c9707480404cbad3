/** The widths in which the site has a launch's picture, in pixels; the last is the picture's own. */
export const FEATURED_WIDTHS = [400, 800, 1200] as const

/** The widths in which the site has a person's or a company's picture, in pixels; none is uploaded wider. */
export const AVATAR_WIDTHS = [64, 128, 256, 512] as const
export const AVATAR_WIDTH_MAX = AVATAR_WIDTHS[3]

/** Pixels of a screen to one of a page's, at most. */
const DENSITY_MAX = 3

/** Whether it names an upload: its bucket, whose it is and its file. */
export const isStoredPicture = (path: string) =>
  /^(avatars|logos)\/[\w-]+\/[\w.-]+$/.test(path) && !path.includes('..')

/** Comes through the site's own address. @returns nothing for what does not lie in its own storage */
export function avatarAddress(url: string | null | undefined): string | undefined {
  const path = /\/storage\/v1\/object\/public\/(.+)$/.exec(url ?? '')?.[1]
  return path && isStoredPicture(path) ? `/pictures/stored/${path}` : undefined
}

/**
 * What a browser chooses from, as `srcset` says it: all widths that some screen needs.
 * @param size edge of the place, in pixels of the page
 */
export function avatarSources(address: string, size: number): string {
  const last = AVATAR_WIDTHS.find((width) => width >= size * DENSITY_MAX) ?? AVATAR_WIDTH_MAX
  return AVATAR_WIDTHS.filter((width) => width >= size && width <= last)
    .map((width) => `${address}?width=${width} ${width}w`)
    .join(', ')
}
