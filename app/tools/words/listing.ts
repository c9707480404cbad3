import { plural, whole } from '../../ui/numbers.ts'

export const CARD = {
  /** Spec 2 §3 and §9: the same for every tool, so they show only beside sample figures. */
  pricing: 'Freemium',
  pricingOfFeatured: 'Freemium, from $10 per month',
  sample: 'Sample',
  loading: 'Loading tools...',
} as const

/** Spec 2 §2. */
export const ALL_TOOLS = {
  title: 'All Tools',
  description: 'Browse software tools by category and rating, with reviews by professionals.',
  count: (total: number) => plural(total, { one: '{n} tool', other: '{n} tools' }),
  clear: 'Clear Filters',
  add: 'Add Tool',
  search: 'Search tools...',
  none: 'No tools found matching your criteria.',
} as const

export const SORTS = [
  ['name', 'Name'],
  ['rating', 'Rating'],
  ['reviews', 'Reviews'],
] as const

export const RATINGS = [
  ['', 'Any Rating'],
  ['3', '3+ Stars'],
  ['4', '4+ Stars'],
  ['4.5', '4.5+ Stars'],
] as const

export const LIST = {
  title: 'Tools',
  /** Spec 2 §2. */
  showing: (shown: number, total: number) => `Showing ${whole(shown)} of ${whole(total)} tools`,
} as const

export const FILTERS = {
  label: 'Filters',
  search: 'Search',
  category: 'Category',
  /** Spec 1 §2. */
  allCategories: 'All Categories',
  rating: 'Minimum rating',
  sort: 'Sort by',
  bestMatch: 'Best match',
  apply: 'Apply filters',
} as const
