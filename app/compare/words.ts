import { whole } from '../ui/numbers.ts'
import { RATING } from '../ui/words.ts'

/** Spec 2 §2. */
export const COMPARE = {
  pageTitle: (names: readonly string[]) => names.join(' vs ') || 'Compare tools',
  description: 'Up to four software tools side by side: category, rating, reviews and more.',
  title: 'Compare Tools',
  text: (most: number) =>
    `Up to ${whole(most)} tools side by side. The address keeps your selection: share it.`,
  add: 'Add a tool to compare',
  selected: (count: number, most: number) => `${whole(count)} of ${whole(most)} tools selected`,
  full: (most: number) =>
    `${whole(most)} of ${whole(most)} tools selected. Remove one to add another.`,
  none: 'No tools selected',
  noneMore: 'Search for a tool above to begin.',
} as const

/** Spec 2 §2: five rows, each with what it says where there is nothing to say. */
export const TABLE = {
  label: 'Comparison',
  tool: 'Tool',

  category: 'Category',
  rating: 'Rating',
  reviews: 'Reviews',
  reviewCount: (count: number) => `${whole(count)} reviews`,
  description: 'Description',
  noDescription: 'No description available',
  website: 'Website',

  missing: 'N/A',
} as const

export const POINTS = {
  title: 'What people say',
  pro: 'Pro:',
  con: 'Con:',
} as const

export const CHART = {
  title: 'Ratings compared',
  /** @param counts how many gave so many stars, from five to one */
  spread: (name: string, counts: readonly { stars: number; count: number }[]) =>
    `${name}: ${counts.map(({ stars, count }) => `${RATING.stars(stars)}: ${whole(count)}`).join(', ')}`,
} as const
