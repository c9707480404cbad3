import { formatMonth } from '../../ui/format/day.ts'
import { isolate } from '../../ui/format/direction.ts'
import { formatCount, formatOneDecimal, pluralize } from '../../ui/format/numbers.ts'
import * as uiWords from '../../ui/words.ts'

/** Spec 4 §1. */
export const PRICES: Readonly<Record<string, string>> = {
  month: '{price} per month',
  year: '{price} per year',
  once: '{price} once',
}

/** @param day as "Mar 1, 2026" */
export const checked = (day: string) => `Checked ${day}`
export const checkedLongAgo = (day: string) => `Checked ${day}. It may have changed.`

export const title = 'Facts'
/** The company is a part of the text, and so is the place of the proof. */
export const managedBy = (method: string, day: string, hasProof: boolean) =>
  `Managed by {company}, verified by ${method} on ${day}${hasProof ? ' ({proof})' : ''}`
/** The tool has another website since the last proof. */
export const managedByPaused = 'Managed by {company}. The new website has no proof of it yet.'
export const METHODS: Readonly<Record<string, string>> = {
  dns: 'DNS',
  file: 'file',
  meta: 'meta tag',
  repository: 'repository',
  staff: 'staff',
}
export const claim = 'Do you make this tool?'
export const badge = 'Badge'

// What the maker does with reviews.
export const makerTitle = 'The maker and reviews'
export const makerReplies = 'Replied to'
export const makerShare = (share: string) => `${share} of reviews`
/** @param days a median with one decimal */
export const makerDays = (days: number) =>
  pluralize(days, { one: 'median: {n} day', other: 'median: {n} days' }, formatOneDecimal(days))
export const makerReports = 'Reported'
export const makerReported = (made: number, upheld: number) =>
  `${pluralize(made, { one: '{n} review', other: '{n} reviews' })}, ${formatCount(upheld)} with success`
export const makerReportedStars = (stars: number, made: number) =>
  `${pluralize(stars, { one: '{n} star', other: '{n} stars' })}: ${formatCount(made)}`
export const makerInvited = 'Invited'
export const makerOthers = 'Not invited'
export const makerMean = (reviews: number, mean: number) =>
  `${pluralize(reviews, { one: '{n} review', other: '{n} reviews' })}, average ${formatOneDecimal(mean)}`

export const factsNone = 'No facts yet.'
export const suggest = 'Suggest an edit'
export const history = 'History'

export const pricing = 'Pricing'
export const price = 'Price'
export const platforms = 'Platforms'
export const license = 'License'
export const repository = 'Repository'
export const yes = 'Yes'
export const no = 'No'
export const latestVersion = 'Latest version'
export const discontinued = 'Discontinued'

export const openSource = 'Open source'
export const proprietary = 'Proprietary'

export const PRICING: Readonly<Record<string, string>> = {
  free: 'Free',
  freemium: 'Freemium',
  paid: 'Paid',
}

/** On a card. @param price as "$12 per month" */
export const pricingFrom = (pricing: string, price: string) => `${pricing}, from ${price}`

export const PLATFORMS: Readonly<Record<string, string>> = {
  web: 'Web',
  windows: 'Windows',
  macos: 'macOS',
  linux: 'Linux',
  ios: 'iOS',
  android: 'Android',
  self_hosted: 'Self-hosted',
}

export const versionOn = (version: string, day: string) => `${version} (${day})`

export const discontinuedNotice = (tool: string, day: string) =>
  `${isolate(tool)} was discontinued on ${day}.`
export const discontinuedSuccessor = 'Its successor is {tool}.'

// Texts that the server alone composes.

/** Before the capabilities. */
export const usedFor = 'Used for'
/** How many of the tool's reviewers use it for this. */
export const usedForReviewers = (count: number) =>
  pluralize(
    count,
    { one: '×{n}<hidden> reviewer</hidden>', other: '×{n}<hidden> reviewers</hidden>' },
    formatCount(count),
  )
export const usesMore = (count: number) => `${formatCount(count)} more`
/** The menu of what one can do with the entry. */
export const aboutEntry = 'About this entry'
export const alsoIn = 'Also in'
export const alsoCalled = 'Also called'
export const formerly = 'Formerly'
export const website = 'Website'
export const listed = 'Listed since'
export const lastReview = 'Latest review'

/** @param months from the first to the last review; 0 if unknown */
export const basedOn = (reviews: number, months: number) =>
  [
    pluralize(reviews, { one: '{n} review', other: '{n} reviews' }),
    months === 1 && 'within one month',
    months > 1 && pluralize(months, { other: 'over {n} months' }),
  ]
    .filter(Boolean)
    .join(' ')

// The deviation of the ratings.
export const agreementTooFew = 'One review so far'
export const agreementClose = 'Reviewers agree'
export const agreementNear = 'Reviewers mostly agree'
export const agreementFar = 'Opinions are divided'

interface Point {
  month: string
  average: number
}

export const trendLabel = (first: Point, last: Point) =>
  `Average rating: ${formatOneDecimal(first.average)} in ${formatMonth(first.month)}, ${formatOneDecimal(last.average)} in ${formatMonth(last.month)}.`

export const alternativesPageTitle = (tool: string) => `Alternatives to ${tool}`
export const description = (tool: string) => `Software tools for the same uses as ${tool}.`
export const intro =
  'Tools that share the most specific uses come first, then other tools of the category by adjusted rating.'
export const othersNone = 'No other tool of this category has a review yet.'
/** Why a tool is in the list. */
export const sharedCapabilities = (capabilities: readonly string[]) =>
  `Also for ${capabilities.join(', ')}`
export const sharedCategory = (categories: readonly string[]) => `Also in ${categories.join(', ')}`

// Spec 2 §2.
export const pageTitle = (tool: string) => `${tool} reviews`
export const editReview = 'Edit your review'
export const writeReview = 'Write Review'
export const save = 'Save'
export const compare = 'Compare'
/** Shows the rest of the description. */
export const more = 'more'
export const missing = 'Tool Not Found'
export const missingMore = 'It may have a new address. Search for its name, or browse all tools.'
export const missingDescription = 'This tool does not exist.'
export const home = 'Return Home'

export const sections = 'Sections'
export const sectionOverview = 'Overview'
export const sectionReviews = 'Reviews'

export const informationTitle = 'Tool Information'

export const ratingPanelTitle = 'Rating'
// What the parts of the mark are (spec 3 §3.1).
export const keyDot = 'one review'
/** @param reason what connects its author with the maker */
export const keyUncountedOne = (reason: string) =>
  `not counted: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}`
export const keyUncounted = (count: number) =>
  `${formatCount(count)} not counted: with ties to the maker`
export const keyTick = 'average now'
export const keyBand = (low: string, high: string) => `average later, likely ${low} to ${high}`
/** The name of a dot. */
export const dot = (title: string, author: string, rating: number) =>
  `“${title}” · ${author}, ${formatCount(rating)} ★`
export const dotStars = (stars: number) => `${formatCount(stars)}★`
export const dotsOf = (stars: number, reviews: number) =>
  `${uiWords.ratingStars(stars)}: ${uiWords.ratingReviews(reviews)}`
/** The name of all dots. */
export const dots = 'Reviews, arrow keys move between them'
/** Beside the dot of the reader's new review. */
export const you = 'You'
/** Shows the links of all figures. */
export const figuresShow = 'Check these figures'
export const FIGURES: Readonly<Record<string, string>> = {
  average: 'Average',
  reviews: 'Reviews',
  low: 'Likely from',
  high: 'to',
  ...Object.fromEntries([1, 2, 3, 4, 5].map((stars) => [`reviews-${stars}`, `${stars} ★`])),
}

export const trendTitle = 'Average rating so far'

// Pros and cons (spec 2 §2).
export const pointsLabel = 'Pros and cons'
export const pointsPros = 'Pros'
export const pointsCons = 'Cons'
export const pointsAll = (count: number) => `All ${formatCount(count)}`
export const pointsNone = 'Nothing mentioned yet.'
export const pointsOfNewest = (reviews: number) =>
  `From the newest ${formatCount(reviews)} reviews.`

export const reviewersTitle = 'Who reviews it'
export const reviewersRole = 'Role'
export const reviewersSize = 'Company size'
export const reviewersOf = 'Of {n} reviewers'
/** Spec 2 §2. */
export const reviewersNote =
  'Reviewers who show it to visitors. Groups of fewer than five people are left out.'
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

export const listsTitle = 'In public lists'
export const listsTools = (count: number) =>
  count === 1 ? '1 tool' : `${formatCount(count)} tools`

// A tool without reviews.
export const writeFirst = 'Write the first review'
export const useInstead = 'What people use instead'
/** "Krita: Open source. Windows, macOS, Linux. GPL-3.0." */
export const factsSentence = (tool: string, facts: readonly { text: string }[]) =>
  `${isolate(tool)}: ${facts.map(({ text }) => `${text}.`).join(' ')}`
