// Limits of which the schema has a copy, or which several screens and the server need. limits.test.ts compares them
// with the schema.

/** Tools in a comparison (spec 2 §4). */
export const COMPARED_MAX = 4

/** Below so many reviews or upvotes a badge has no figure. */
export const BADGE_FIGURE_MIN = 5

/** Of an uploaded picture (spec 1 §5 and §9). */
export const PICTURE_MEGABYTES_MAX = 2
export const PICTURE_BYTES_MAX = PICTURE_MEGABYTES_MAX * 1024 * 1024
