import { IDENTITY } from '../shared/identity.ts'
import { formatCountOrMore, pluralize } from '../ui/format/numbers.ts'

// Spec 1 §2.
export const landingTitle = `${IDENTITY.name} – ${IDENTITY.tagline}`
export const landingDescription =
  'Find, compare and review software tools. Ratings with the evidence: how many people, what they like and what they would change.'
export const landingText =
  'Verified reviews by professionals: see who recommends a tool, and what they would change.'
export const landingSearch = 'Search tools'
export const landingExplore = 'Start Exploring Tools'
export const landingShare = 'Share Your Experience'
export const landingFeatured = 'Featured Tools & Reviews'
export const landingAllTools = 'View All Tools'
export const landingByCategory = 'Browse by Category'
export const landingAllCategories = 'View All Categories'

export const freshReviews = 'Just reviewed'
export const freshAllReviews = 'All reviews'
export const freshLaunches = 'Launching today'
export const freshAllLaunches = 'All launches'

/** The names of the buttons beside cards that scroll sideways. */
export const railButtons = { 'data-back': 'Previous cards', 'data-on': 'Next cards' } as const

/** For members (spec 7 §6). */
export const sinceTitle = 'Since your last visit'
export const sinceCount = (count: number) =>
  pluralize(count, { one: '{n} thing is new.', other: '{n} things are new.' })
export const sinceNothing = 'Nothing is new. This was the latest.'
export const sinceFirst = 'The latest of what you follow.'
export const sinceNone = 'Follow tools, people and companies to see here what is new.'
export const sinceNew = 'New'
export const sinceAll = (count: number) => `Show all ${count}`
export const sinceReview = 'Review'
export const sinceReply = 'Reply'
export const sinceLaunch = 'Launch'
export const sinceFacts = 'Changed facts'

export const useOfTheDayYellow = 'Yellow: where the average is likely to end up.'

export const whyTrustTitle = `Why Trust ${IDENTITY.name}`
export const whyTrustVerified = {
  title: 'Verified reviews',
  text: 'Every reviewer confirmed an email address before posting.',
} as const
export const whyTrustGenuine = {
  title: 'No fake content',
  text: 'One review per person per tool. No rating without a review.',
} as const
export const whyTrustProfessionals = {
  title: 'Professionals',
  text: 'Reviewers can show their role and company, so you can weigh what they say.',
} as const
export const whyTrustBothSides = {
  title: 'Both sides',
  text: 'Pros next to cons, with how many people said each.',
} as const
export const whyTrustOpen = {
  title: 'Open to inspection',
  text: 'The rules behind the reviews are published with the source code.',
} as const
export const whyTrustOwnWords = {
  title: 'In their own words',
  text: 'Shown in full, newest first. Only the author can edit or delete.',
} as const

/** In place of figures while there is nothing to count. */
export const figuresNone = 'Nothing to count yet. <link>Add the first tool</link> and review it.'
export const figuresTools = 'Tools'
export const figuresReviews = 'Reviews'
export const figuresReviewers = 'Reviewers'
export const figuresAccuracy = 'Review accuracy'
export const figuresProfessionals = 'Verified professionals'
export const figuresExperts = 'Experts'

/** Spec 1 §1: fixed figures, shown while demo content is loaded. */
export const FIXED_FIGURES = {
  hero: [
    { figure: 'home-tools', value: '500+', label: figuresTools },
    { figure: 'home-reviews', value: '25,000+', label: figuresReviews },
    { figure: 'home-reviewers', value: '10,000+', label: figuresReviewers },
  ],
  trust: [
    { figure: 'home-accuracy', value: '99.8%', label: figuresAccuracy },
    { figure: 'home-professionals', value: '80%', label: figuresProfessionals },
    { figure: 'home-experts', value: '500+', label: figuresExperts },
    { figure: 'home-reviewers', value: '10,000+', label: figuresReviewers },
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
export const resultsNoneMore = 'Try fewer or different words, or browse a category.'

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
  ['adjusted', 'Adjusted rating'],
] as const
