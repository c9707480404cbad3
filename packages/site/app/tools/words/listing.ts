import * as dataWords from '../../data/words.ts'
import { formatDay } from '../../ui/format/day.ts'
import {
  formatCount,
  formatCountOrMore,
  formatList,
  formatNumber,
  formatOneDecimal,
  pluralize,
} from '../../ui/format/numbers.ts'
import * as uiWords from '../../ui/words.ts'
import { isLikelyName } from '../tool.ts'

// Spec 2 §2.
export const addPageTitle = 'Add a tool'
export const addDescription = 'Add a software tool that is not listed yet.'
export const addNamed = (search: string) =>
  isLikelyName(search) ? `Add “${search}”` : addPageTitle
export const addTool = 'Add Tool'
export const addText =
  'Missing a tool? Add it and it’s live right away, ready for its first review.'
export const addSignedOut = '<link>Sign in</link> to add a tool. What you type here is kept.'
export const addSubmitting = 'Adding...'

export const fieldName = 'Tool Name *'
export const fieldDescription = 'Description *'
export const fieldCategory = 'Category *'
export const fieldChooseCategory = 'Choose a category'
export const fieldWebsite = 'Website URL'
export const fieldLogo = 'Logo URL'
export const fieldLogoHint = "Without one, the website's icon or initials are shown."

// Results of adding a tool (spec 2 §5 and §8).
export const outcomeSignedOutMore = 'Please sign in to add a tool'
export const outcomeShow = 'Show it'
export const outcomeAdded = 'Tool added successfully!'
export const outcomeLacksUses =
  'What it is used for could not be saved. You can suggest it on the page of the tool.'
export const outcomeFailed = 'Failed to add tool. Please try again.'
export const outcomeMissing = 'Missing fields'

// Validation of a tool.
export const nameRequired = 'Tool name is required'
export const descriptionRequired = 'Description is required'
export const categoryRequired = 'Category is required'
export const nameLabel = 'Name'
export const descriptionLabel = 'Description'
export const alreadyListed = 'Already listed: {tool}'

export const failed = `${dataWords.failureSearch} <again>${uiWords.tryAgain}</again>` as const
export const toolsNone = 'No tools found.'
export const found = 'Tools found'

/** Spec 2 §3 and §9: for tools whose pricing is not known, and only with demo content (0025). */
export const cardPricing = 'Freemium'
export const cardPricingOfFeatured = 'Freemium, from $10 per month'
export const cardLoading = 'Loading tools...'

// Spec 2 §2.
export const allToolsTitle = 'All Tools'
export const allToolsDescription =
  'Browse software tools by category and rating, with reviews by professionals.'
export const allToolsCount = (total: number, isMore: boolean) =>
  pluralize(total, { one: '{n} tool', other: '{n} tools' }, formatCountOrMore(total, isMore))
export const allToolsClear = 'Clear Filters'
export const allToolsNoneMore = 'Try other words, another category or a lower rating.'
export const allToolsNoneYet = 'No tools yet. Sign in to add the first.'
export const allToolsNone = 'No tools found matching your criteria.'

export const SORTS = [
  ['name', 'Name'],
  ['rating', 'Rating'],
  ['reviews', 'Reviews'],
  ['adjusted', 'Adjusted rating'],
] as const

export const RATINGS = [
  ['', 'Any Rating'],
  ['3', '3+ Stars'],
  ['4', '4+ Stars'],
  ['4.5', '4.5+ Stars'],
] as const

/** Filters by facts (spec 4 §1). */
export const FACETS = [
  {
    name: 'pricing',
    label: 'Pricing',
    options: [
      ['', 'Any pricing'],
      ['free', 'Free'],
      ['freemium', 'Freemium'],
      ['paid', 'Paid'],
    ],
  },
  {
    name: 'platform',
    label: 'Platform',
    options: [
      ['', 'Any platform'],
      ['web', 'Web'],
      ['windows', 'Windows'],
      ['macos', 'macOS'],
      ['linux', 'Linux'],
      ['ios', 'iOS'],
      ['android', 'Android'],
      ['self_hosted', 'Self-hosted'],
    ],
  },
  {
    name: 'license',
    label: 'License',
    options: [
      ['', 'Any license'],
      ['open_source', 'Open source'],
      ['proprietary', 'Proprietary'],
    ],
  },
] as const

/** The filter by whether a tool is alive (spec 10 §2). */
export const ALIVE = {
  name: 'alive',
  label: 'Alive',
  options: [
    ['', 'Alive or not'],
    ['active', 'Active'],
    ['quiet', 'Quiet'],
    ['dormant', 'Dormant'],
    ['archived', 'Archived'],
    ['discontinued', 'Discontinued'],
    ['abandoned', 'Abandoned'],
  ],
} as const

export const listTitle = 'Tools'
/** Spec 2 §2. */
export const listShowing = (shown: number, total: number, isMore: boolean) =>
  `Showing ${formatCount(shown)} of ${formatCountOrMore(total, isMore)} tools`

export const filtersLabel = 'Filters'
export const filtersSearch = 'Search'
export const filtersCategory = 'Category'
/** Spec 1 §2. */
export const filtersAllCategories = 'All Categories'
export const filtersRating = 'Minimum rating'
export const filtersSort = 'Sort by'
export const filtersBestMatch = 'Best match'
const count = (name: string, chosen: number) =>
  chosen === 0 ? name : `${name} (${formatCount(chosen)})`
/** @param chosen the number of filters that are set */
export const filtersButton = (chosen: number) => count(filtersLabel, chosen)
/** Of the attributes that the operator has added. */
export const filtersDetails = (chosen: number) => (chosen > 0 ? `Details (${chosen})` : 'Details')
export const anyOf = (label: string) => `${label}: any`
/** @param value the first of a number's or a date's ranges ends or begins with it */
export const attributeOption = (label: string, kind: string, value: string, unit: string) =>
  `${label}: ${
    kind === 'number'
      ? `up to ${formatNumber(Number(value), value.split('.')[1]?.length ?? 0)} ${unit}`.trim()
      : kind === 'date'
        ? `since ${formatDay(value)}`
        : value
  }`
/** Of a value in the address that is none of the options. */
export const attributeChosen = (label: string, value: string) => `${label}: ${value}`
export const filtersMore = (chosen: number) => count('More filters', chosen)
export const filtersShow = (total: number, isMore: boolean) =>
  pluralize(
    total,
    { one: 'Show {n} tool', other: 'Show {n} tools' },
    formatCountOrMore(total, isMore),
  )
export const filtersShowAny = 'Show tools'
/** The filters that are set, as a list. */
export const filtersChosen = 'Chosen filters'
export const filtersRemove = 'Remove filter: '

/** How a search was understood. */
export const noteAlternatives = (tool: string) => `Alternatives to ${tool}`
export const noteCompare = (names: readonly string[]) => `Compare ${formatList(names)}`
export const noteCorrected = (words: string) => `Showing results for ${words}`
export const noteIgnored = (word: string) => `Ignored: ${word}`
export const noteWithout = (word: string) => `Without: ${word}`
/** @param words that no tool has */
export const noteUnknown = (words: readonly string[]) =>
  `No tool here is known for ${words.map((word) => `“${word}”`).join(' or ')}.`
export const noteNotAll = 'No tool here has all of this.'
/** Above tools with a part of the search. */
export const partsTitle = 'Close, but not all of it'
export const cardParts = (matches: readonly string[], lacks: readonly string[]) =>
  `Has: ${matches.join(', ')}. Not: ${lacks.join(', ')}.`
export const noteRemove = 'Search for the words as typed instead: '
export const labelOfFact = (name: string, value: string) =>
  [...FACETS, ALIVE]
    .find((facet) => facet.name === name)
    ?.options.find(([option]) => option === value)?.[1] ?? value
/** In a field that adds uses. */
export const searchUses = 'Search uses...'
/** When a search finds nothing. */
export const nearestUses = 'Are you looking for one of these?'
/** @param labels of facts that the search names and no result has */
export const noteMissing = (labels: readonly string[]) =>
  `No result is marked ${labels.map((label) => `“${label}”`).join(' or ')}.`
/** An option in place of "Any pricing", and a chip: the search names the fact. */
export const factFirst = (label: string) => `${label} first`
// Choosing tools of a list for a comparison.
export const compare = 'Compare'
export const compareAdd = (name: string) => `Compare ${name}`
export const compareRemove = (name: string) => `Do not compare ${name}`
export const compareChosen = (count: number) =>
  pluralize(count, { one: '{n} tool', other: '{n} tools' })
export const compareClear = 'Clear the comparison'

/** The head of a list with ranks. */
export const rowsOrder = 'How this order is made'
export const rowsAverage = 'average'
/** Why a tool is in the results of a search. */
export const cardMatches = (matches: readonly string[]) => `Matches: ${matches.join(', ')}`

// The scatter plot of a category.
export const landscapeTitle = (category: string) => `${category} at a glance`
export const landscapeText = (tools: number) =>
  `Average rating and number of reviews of its ${formatCount(tools)} most reviewed tools.`
export const landscapeSpoken = (lowest: number, highest: number, best: string) =>
  ` Ratings from ${formatOneDecimal(lowest)} to ${formatOneDecimal(highest)}; the most reviewed and best rated: ${best}.`
/** The label of a horizontal line. */
export const landscapeStars = (count: number) => `${formatCount(count)}★`
export const landscapeTool = (name: string, rating: number, reviews: number) =>
  `${name}: ${formatOneDecimal(rating)}, ${uiWords.ratingReviews(reviews)}`
