import { isAreaOn } from '../shared/areas.ts'
import { IDENTITY } from '../shared/identity.ts'
import { isolate } from '../ui/format/direction.ts'
import { formatCount, formatList, formatNumber, pluralize } from '../ui/format/numbers.ts'
import * as uiWords from '../ui/words.ts'

export const rankMissing = 'Position Not Found'
export const rankMissingMore = 'The tool or launch is not in this list, or it no longer exists.'
export const rankPageDescription = 'Why an item has its position in a list.'
export const rankTitle = (name: string) => `Why ${name} has its position`
export const place = (name: string, rank: number) =>
  `${isolate(name)} is number ${formatCount(rank)}`
export const unranked = (name: string) => `${isolate(name)} is not among the first 600`
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

export const terms = 'How its position is calculated'
export const termsNames = 'This list is ordered by name alone.'
export const termsTerm = 'Term'
export const termsValue = 'Value'
export const termsSum = 'Sum'
/** By the tie-breaker. */
export const ties = {
  reviews: 'Tools with the same sum are ordered by their number of reviews.',
  id: 'Entries with the same sum are ordered by their id.',
} as const

export const neighbors = 'Before and after it'
export const neighborsPlace = 'Position'
export const neighborsName = 'Name'
export const neighborsRating = 'Rating'
/** By the column of the order. */
export const neighborsOwn = {
  rating_average: (own: number, name: string, other: number) =>
    `Its average is ${formatNumber(own, 2)}; ${name} has ${formatNumber(other, 2)}.`,
  adjusted_rating: (own: number, name: string, other: number) =>
    `The low end of its range is ${formatNumber(own, 2)}; ${name} has ${formatNumber(other, 2)}.`,
  review_count: (own: number, name: string, other: number) =>
    `It has ${formatCount(own)} reviews; ${name} has ${formatCount(other)}.`,
} as const

export const apiTitle = 'Public API'
export const description = `Read what ${IDENTITY.name} shows: tools, reviews, launches, figures and decisions, with requests to copy.`
export const intro =
  'Everything that visitors see on this site comes from a public API. It answers as Supabase does, so the official clients work.'

export const keysTitle = 'Keys'
export const keysText =
  'Every request needs the public key, in the header <code>apikey</code> or as the parameter <code>?apikey=</code>. It gives the rights of a visitor, and it is in every page of the site.'
export const keysLabel = 'Public key'
export const keysMember =
  'A member’s access token in the header <code>Authorization</code> adds the rights of that member. There are no other keys for clients.'

export const requestsTitle = 'Ten requests'
export const requestsText =
  'Each is a link that opens its answer as JSON. The address of the link has the key, so that you can copy it.'
export const requestsTools = 'Tools that a search finds, the best match first'
export const requestsTool = 'One tool, by its slug'
export const requestsReviews = 'The newest reviews of a tool'
export const requestsFigures = 'The figures of the site, which the Trust Center shows'
export const requestsCategories = 'The categories, and how many tools each has'
export const requestsAdjusted = 'The tools with the highest adjusted rating'
export const requestsCompare = 'The probability that one tool is rated higher than another'
export const requestsLaunches = 'The newest launches, with their upvotes'
export const requestsDecisions = 'The newest moderation decisions'
export const requestsAdministration = 'The newest changes of categories and attributes'
export const requestsSource = 'The source of a function'

export const clientTitle = 'With supabase-js'
export const clientText =
  'The client needs the address and the key. It runs in browsers, Node, Deno and Bun; the API allows requests from every origin.'
export const clientLabel = 'Example for supabase-js'

export const limitsTitle = 'Limits'
export const limitsPoints = [
  'An answer has at most 1,000 rows. The parameters limit and offset read the next ones.',
  'Embedded relations: at most four levels and twenty in one request.',
  'A statement may run for one second (on PostgreSQL three); then the answer is 400 with the code 57014.',
  'The database time of one network is limited to 10 seconds a minute (on PostgreSQL 20). More than that answers 429 until the minute is over.',
  'On a hosted Supabase project, the limits of the project apply instead.',
] as const

export const openTitle = 'OpenAPI'
export const openText =
  'A description of all tables, views and functions in OpenAPI 2.0, for tools that read it: <link>{url}</link>'
export const feedsTitle = 'Feeds'
export const feedsText = `Add .atom or .json to ${formatList([
  '/feeds/reviews',
  '/feeds/tools',
  ...(isAreaOn('launches') ? ['/feeds/launches'] : []),
  '/feeds/changes',
  '/feeds/moderation-log',
  '/tool/{slug}/reviews',
  ...(isAreaOn('profiles') ? ['/user/{username}/reviews'] : []),
  ...(isAreaOn('lists') ? ['/list/{id}/tools'] : []),
])}.`
export const assistantsTitle = 'Assistants'
export const assistantsText =
  'Programs that speak the Model Context Protocol connect to this address, without an account and over Streamable HTTP. They can search, read tools and reviews, compare, list alternatives, track changes and explain figures. {list} and the pages of tools and uses with .md at the end are for programs that read pages.'
export const assistantsLabel = 'Address for assistants'
export const figuresTitle = 'Figures'
export const figuresText =
  'Every figure that the site shows, with the request that returns it: <list>figures.json</list>. A click on a figure opens its explanation.'

export const dataTitle = 'All of it at once'
export const dataText =
  'Each night the site writes its <link>open data</link>: all tools, ratings, replies and decisions as compressed JSON lines.'

export const missing = 'Figure Not Found'
export const missingMore =
  'It may belong to a tool or a profile that no longer exists, or to a private profile.'
export const pageDescription = 'What this figure counts, its value now, and the request for it.'
export const title = {
  site: 'Figure of the site',
  tool: 'Figure of {name}',
  profile: 'Figure of {name}',
  pair: '{name}',
} as const
export const pair = (a: string, b: string) => `${isolate(a)} and ${isolate(b)}`
export const valueNow = 'Value now'
export const measuredNow = 'Measured now'
export const fixed =
  'While demo content is loaded, the page shows a fixed sample. This is the measured value.'
export const notMeasured = 'There is nothing to measure yet.'
export const tooFew = 'One of the tools has fewer than 3 counted reviews. Compare shows no number.'
export const shownOn = 'Shown on'
/** About both ends of the interval that probably contains a rating. */
export const assumed = 'We assume that a new tool is like the others until its reviews say more.'
/** About the lower end of that interval. */
export const adjusted = 'The order “Adjusted rating” ranks tools by this value.'
export const counted = (counted: number, reviews: number) =>
  `${formatCount(counted)} of ${uiWords.ratingReviews(reviews)} are counted.`
export const excludedRelationship = (count: number) =>
  pluralize(count, {
    one: 'Not counted: {n} review by a person with a relationship to the maker.',
    other: 'Not counted: {n} reviews by people with a relationship to the maker.',
  })
export const excludedIncentive = (count: number) =>
  pluralize(count, {
    one: 'Not counted: {n} review for which its author got a reward.',
    other: 'Not counted: {n} reviews for which their authors got a reward.',
  })
export const pages: Readonly<Record<string, string>> = {
  '/': 'Home',
  '/about': 'About',
  '/trust': 'Trust Center',
  '/trust?tab=metrics': 'Trust Metrics',
}
export const allFigures = 'All figures of the site: <list>figures.json</list>'

// Sentences that say what a figure counts.
export const tools = 'The number of tools that are listed.'
export const reviews = 'The number of all reviews.'
export const reviewers = 'The number of people who have written a review.'
export const signedReviews =
  'The number of reviews whose author still has an account; each account has a confirmed address.'
export const signedPercent = 'The share of reviews whose author still has an account.'
export const jobPercent =
  'The share of people with a public profile who show a job title, of at least five people.'
export const toolRoles =
  'The number of authors of its newest 1,000 reviews who show their role to visitors.'
export const toolSizes =
  'The number of authors of its newest 1,000 reviews who show visitors a company with a size.'
export const experts = 'The number of people who have written at least 20 reviews.'
/** @param place from 1 */
export const toolsInCategory = (place: number) =>
  `The number of tools in a category, here number ${place} in the order of the categories.`
export const years = 'The years since the first review.'
export const average = 'The average rating of all reviews.'
export const positivePercent = 'The share of reviews with 4 or 5 stars.'
export const reviewsWithStars = (stars: number) =>
  `The number of reviews with ${uiWords.ratingStars(stars)}.`
export const percentWithStars = (stars: number) =>
  `The share of reviews with ${uiWords.ratingStars(stars)}.`
export const quality = 'The average rating of all reviews, times 20.'
export const growth =
  'The change in the number of reviews: the last 30 days against the 30 days before.'

export const toolAverage = 'The average rating of all reviews of the tool.'
export const toolReviews = 'The number of reviews of the tool.'
export const toolReviewsWithStars = (stars: number) =>
  `The number of reviews of the tool with ${uiWords.ratingStars(stars)}.`
export const toolLow =
  'The lower end of the range in which the long-run average of the tool lies with a probability of 95%.'
export const toolHigh =
  'The upper end of the range in which the long-run average of the tool lies with a probability of 95%.'

export const profileReviews = 'The number of reviews that this person has written.'
export const profileHelpful = 'The number of helpful votes for this person’s reviews.'
export const profileViews = 'How often members have viewed this profile, each at most once a day.'
export const profileFollowers = 'The number of members who follow this person.'
export const profileFollowing = 'The number of members whom this person follows.'
export const profileTrust = '85 and two more for each review, at most 100.'
export const profileHelpfulness =
  'Four and the average number of helpful votes per review, at most 5.'
export const profileResponses = 'A response rate, which the site does not measure.'

/** By the number of fact_freshness. @param fact a label */
export const FACTS = {
  tools: (fact: string) => `Tools whose fact “${fact}” is known.`,
  confirmed: (fact: string) =>
    `Tools whose fact “${fact}” a source or a person confirmed within its due time: 7 days, licenses 30, prices 90.`,
  failed: (fact: string) =>
    `Tools with a source of the fact “${fact}” that cannot be read at present.`,
} as const
export const prior =
  'The stars of a usual review: the mean of the distribution of all counted reviews that were written before this month. Every estimate begins with it, with the weight of five reviews. A site with fewer than 200 counted reviews takes what reviews of software usually give.'

export const probability =
  'The probability that the first tool is rated higher than the second, from 0 to 1, by their counted reviews.'

// A request with its answer and the source of its function.
export const request = 'The request'
export const requestLink = 'As a link. It opens the answer as JSON.'
export const requestPointer = 'The value is at {pointer}, {rounding}.'
export const requestRounding = (decimals: number) =>
  decimals === 0
    ? 'rounded to a whole number'
    : pluralize(decimals, { one: 'rounded to {n} decimal', other: 'rounded to {n} decimals' })
/** What is behind it: the command with the key. */
export const requestShow = 'Show the command with its key'
export const requestCommand = 'Command'
export const sourceLanguage = 'SQL'
export const source = (name: string) => `The source of the function ${name}`
