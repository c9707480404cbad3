import { formatCount, pluralize } from '../ui/format/numbers.ts'
import * as uiWords from '../ui/words.ts'

// Spec 2 §2.
export const pageTitle = (names: readonly string[]) => names.join(' vs ') || 'Compare tools'
export const description =
  'Up to four software tools side by side: category, rating, reviews and more.'
export const title = 'Compare Tools'
export const text = (most: number) =>
  `Up to ${formatCount(most)} tools side by side. The address of this page keeps your selection, so you can share it.`
export const add = 'Add a tool to compare'
export const selected = (count: number, most: number) =>
  `${formatCount(count)} of ${formatCount(most)} tools selected`
export const full = (most: number) =>
  `${formatCount(most)} of ${formatCount(most)} tools selected. Remove one to add another.`
export const none = 'No tools selected'
export const noneMore = 'Search for a tool above to begin.'

// Spec 2 §2: five rows, each with a text for a missing value.
export const tableLabel = 'Comparison'
export const tableTool = 'Tool'
export const tableCategory = 'Category'
export const tableRating = 'Rating'
export const tableReviews = 'Reviews'
export const tableReviewCount = uiWords.ratingReviews
export const tableDescription = 'Description'
export const tableNoDescription = 'No description available'
export const tableWebsite = 'Website'

export const tableUsedFor = 'Used for {name}'
/** @param reviewers that use the tool for this */
export const tableYes = (reviewers: number) =>
  reviewers > 0
    ? pluralize(
        reviewers,
        { one: 'Yes, {n} reviewer', other: 'Yes, {n} reviewers' },
        formatCount(reviewers),
      )
    : 'Yes'
export const tableNotListed = 'Not listed'
export const tableOnlyDifferences = 'Show only differences'

export const higherTitle = 'Which is rated higher?'
/** Spec 3 §3.1. */
export const higher = '{a} is rated higher than {b}: {probability}'
export const higherPercent = (share: number) => `${formatCount(share * 100)} %`
export const higherTooFew = 'too few reviews to compare'

export const pointsTitle = 'What people say'
export const pointsPro = 'Pro:'
export const pointsCon = 'Con:'

export const chartTitle = 'Ratings compared'
/** @param counts the number of ratings by stars, from five to one */
export const chartSpread = (name: string, counts: readonly { stars: number; count: number }[]) =>
  `${name}: ${counts.map(({ stars, count }) => `${uiWords.ratingStars(stars)}: ${formatCount(count)}`).join(', ')}`
export const needsScript =
  'Adding tools here needs JavaScript. The page of each tool has a link that compares it.'
