/** The widths in which the site has a launch's picture, in pixels; the last is the picture as it is. */
export const FEATURED_WIDTHS = [400, 800, 1200] as const
