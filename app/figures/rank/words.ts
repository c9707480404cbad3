import { formatCount } from '../../ui/format/numbers.ts'

export const missing = 'Position Not Found'
export const missingMore = 'The tool or launch is not in this list, or it no longer exists.'
export const pageDescription = 'Why an item has its position in a list.'
export const title = (name: string) => `Why ${name} has its position`
export const place = (name: string, rank: number) => `${name} is number ${formatCount(rank)}`
export const unranked = (name: string) => `${name} is not among the first 600`
export const inList = 'In the list <list>{name}</list>'
/** @param facts values of filters, such as `open_source` */
export const listTools = (
  order: string,
  search: string,
  category: string,
  stars: string,
  facts: readonly string[],
) =>
  [
    search ? `Tools found for “${search}”` : 'All tools',
    category && `in the category “${category}”`,
    stars && `with ${stars} or more stars`,
    facts.length > 0 &&
      `filtered by ${facts.map((fact) => `“${fact.replaceAll('_', ' ')}”`).join(', ')}`,
    `in the order “${order}”`,
  ]
    .filter(Boolean)
    .join(' ')
export const listFeatured = 'Featured tools'
export const listAlternatives = (name: string) => `Alternatives to ${name}`
export const listLaunches = (day: string) => `Launches of ${day}`

/** By the sort of search_tools. */
export const orders: Readonly<Record<string, string>> = {
  relevance: 'Best match',
  'name-asc': 'Name A-Z',
  'name-desc': 'Name Z-A',
  'rating-desc': 'Highest Rated',
  'rating-asc': 'Lowest Rated',
  'reviews-desc': 'Most Reviews',
  'reviews-asc': 'Fewest Reviews',
  'adjusted-desc': 'Adjusted rating',
}

export const terms = 'How its sort key is calculated'
export const termsNames = 'This list is ordered by name alone.'
export const termsTerm = 'Term'
export const termsValue = 'Value'
export const termsSum = 'Sort key'
/** By the tie-breaker. */
export const ties = {
  reviews: 'Tools with the same sort key are ordered by their number of reviews.',
  id: 'Entries with the same sort key are ordered by their id.',
} as const

export const neighbors = 'Before and after it'
export const neighborsPlace = 'Position'
export const neighborsName = 'Name'
