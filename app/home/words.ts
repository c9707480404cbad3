import { IDENTITY } from '../shared/identity.ts'
import { formatCountOrMore, pluralize } from '../ui/format/numbers.ts'

// Spec 1 §2.
export const landingTitle = `${IDENTITY.name} – software tools, reviewed by professionals`
export const landingDescription =
  'Find, compare and review software tools. Ratings with their evidence: how many people, what they liked and what they did not.'
export const landingHeading = 'Software tools, with the <marked>evidence</marked>'
export const landingText =
  'Verified reviews by professionals, no fake content. Find the right tool, see who recommends it and what they would change.'
export const landingSearch = 'Search tools'
export const landingExplore = 'Start Exploring Tools'
export const landingShare = 'Share Your Experience'
export const landingFeatured = 'Featured Tools & Reviews'
export const landingAllTools = 'View All Tools'
export const landingByCategory = 'Browse by Category'
export const landingAllCategories = 'View All Categories'

export const evidenceTitle = 'Most reviewed'
export const evidenceLiked = 'Liked:'
export const evidenceDisliked = 'Disliked:'

export const whyTrustTitle = `Why Trust ${IDENTITY.name}`
export const whyTrustVerified = {
  title: 'Verified reviews',
  text: 'Every reviewer confirmed an e-mail address before the first word.',
} as const
export const whyTrustGenuine = {
  title: 'No fake content',
  text: 'One review a person and tool, and no way to write a rating but to review.',
} as const
export const whyTrustProfessionals = {
  title: 'Professionals',
  text: 'Reviewers can show what they do and where, so that you can weigh their words.',
} as const
export const whyTrustBothSides = {
  title: 'Both sides',
  text: 'What people like stands beside what they do not, with how many said so.',
} as const
export const whyTrustOpen = {
  title: 'Open to look into',
  text: 'The rules that guard the reviews are published with the rest of the software.',
} as const
export const whyTrustOwnWords = {
  title: 'In their own words',
  text: 'Reviews are shown whole, newest first, and stay their writer’s to edit or remove.',
} as const

export const figuresTools = 'Tools'
export const figuresReviews = 'Reviews'
export const figuresReviewers = 'Reviewers'
export const figuresAccuracy = 'Review accuracy'
export const figuresProfessionals = 'Verified professionals'
export const figuresExperts = 'Experts'

/** Spec 1 §1: fixed figures, shown while demo content is loaded. */
export const FIXED_FIGURES = {
  hero: [
    { value: '500+', label: figuresTools },
    { value: '25,000+', label: figuresReviews },
    { value: '10,000+', label: figuresReviewers },
  ],
  trust: [
    { value: '99.8%', label: figuresAccuracy },
    { value: '80%', label: figuresProfessionals },
    { value: '500+', label: figuresExperts },
    { value: '10,000+', label: figuresReviewers },
  ],
}

/** Names, categories and descriptions of invented tools. */
export const SAMPLES = [
  ['Paperboat', 'Productivity', 'Notes that find their own folder.'],
  ['Inkwell Studio', 'Design & Creative', 'Draw together, on one endless sheet.'],
  ['Lanternlog', 'DevOps & Infrastructure', 'Logs that say what went wrong first.'],
  ['Tallyfield', 'Finance & Business', 'Invoices and books for small teams.'],
  ['Chorusdesk', 'Customer Support', 'One inbox for all that customers ask.'],
  ['Orbitmail', 'Marketing & Sales', 'Newsletters that people ask for.'],
] as const

// Spec 1 §2.
export const resultsPageTitle = (search: string) => `Search: ${search}`
export const resultsDescription = (search: string) => `Software tools that match ${search}.`
export const resultsTitle = 'Search Results'
export const resultsCount = (total: number, isMore: boolean) =>
  pluralize(
    total,
    { one: '{n} tool found for “{search}”', other: '{n} tools found for “{search}”' },
    formatCountOrMore(total, isMore),
  )
export const resultsClear = 'Clear Search'
export const resultsNone = 'No tools found'
export const resultsNoneMore = 'Try fewer or other words, or look through a category.'

export const RATINGS = [
  ['', 'Any'],
  ['4', '4+ stars'],
  ['3', '3+ stars'],
  ['2', '2+ stars'],
] as const

export const SORTS = [
  ['name-asc', 'Name A-Z'],
  ['name-desc', 'Name Z-A'],
  ['rating-desc', 'Highest Rated'],
  ['rating-asc', 'Lowest Rated'],
  ['reviews-desc', 'Most Reviews'],
  ['reviews-asc', 'Fewest Reviews'],
] as const
