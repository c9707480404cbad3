import { formatCount } from '../../ui/format/numbers.ts'

// Spec 2 §2.
export const pageTitle = (tool: string) => `${tool} reviews`
export const editReview = 'Edit your review'
export const writeReview = 'Write Review'
export const compare = 'Compare'
export const missing = 'Tool Not Found'
export const missingMore = 'It may have a new address. Search for its name, or browse all tools.'
export const missingDescription = 'This tool does not exist.'
export const home = 'Return Home'

export const sections = 'Sections'
export const sectionOverview = 'Overview'
export const sectionReviews = 'Reviews'
export const sectionAlternatives = 'Alternatives'

export const informationTitle = 'Tool Information'

export const ratingPanelTitle = 'Rating'
/** Spec 3 §3.1. */
export const ratingPanelLikely = 'likely between {low} and {high}'

export const trendTitle = 'Average rating so far'

// Pros and cons (spec 2 §2).
export const pointsLabel = 'Pros and cons'
export const pointsPros = 'Pros'
export const pointsCons = 'Cons'
export const pointsNone = 'Nothing mentioned yet.'
export const pointsOfNewest = (reviews: number) =>
  `From the newest ${formatCount(reviews)} reviews.`

export const reviewersTitle = 'Who reviews it'
export const reviewersRole = 'Role'
export const reviewersSize = 'Company size'
export const reviewersPeople = (size: string) => `${size} people`

export const ROLES: Readonly<Record<string, string>> = {
  developer: 'Developers',
  manager: 'Managers',
  admin: 'Administrators',
  member: 'Other roles',
}

export const alternativesTitle = 'Alternatives'
export const alternativesAll = 'All alternatives'
export const alternativesCompare = 'Compare them'
