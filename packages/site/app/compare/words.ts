import { COMPARED_MAX } from '../shared/limits.ts'
import { formatCount, formatList, pluralize } from '../ui/format/numbers.ts'

// Spec 2 §2.
export const pageTitle = (names: readonly string[]) => names.join(' vs ') || 'Compare tools'
export const description = `Up to ${COMPARED_MAX} software tools side by side: category, rating, reviews and more.`
export const title = 'Compare Tools'
export const text = (most: number) =>
  `Up to ${formatCount(most)} tools side by side. The address of this page keeps your selection, so you can share it.`
export const add = 'Add a tool to compare'
export const selected = (count: number, most: number) =>
  `${formatCount(count)} of ${formatCount(most)} tools selected`
export const full = (most: number) =>
  `${formatCount(most)} of ${formatCount(most)} tools selected. Remove one to add another.`
export const noToolsSelected = 'No tools selected'
export const noToolsSelectedMore = 'Search for a tool above to begin.'
export const examples = 'Popular comparisons'
export const versus = 'vs'

// Spec 2 §2: five rows, each with a text for a missing value.
export const tableLabel = 'Comparison'
export const tableTool = 'Tool'
export const tableCategory = 'Category'
export const tableRating = 'Rating'
export const tableReviews = 'Reviews'
export const tableDescription = 'Description'
export const tableNoDescription = 'No description available'
export const tableWebsite = 'Website'

export const tableUsedFor = 'Used for {name}'
/** The uses that one tool alone has. */
export const tableUsedAlso = 'Also used for'
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
/** What is seen of a use. @param reviewers undefined if it is not listed */
export const tableDot = (reviewers: number | undefined) =>
  reviewers === undefined ? '○' : reviewers > 0 ? `● ${formatCount(reviewers)}` : '●'
export const tableDots = '● used, and by how many. ○ not listed.'
export const tableYours = 'Your review'
export const tableHideEqual = 'Hide equal rows'
/** @param rows that are hidden */
export const tableHidden = (rows: number) =>
  pluralize(rows, { one: '{n} row is hidden', other: '{n} rows are hidden' }, formatCount(rows))
/** In how many reviews a pro or con is. */
export const tableTimes = (mentions: number) => `×${formatCount(mentions)}`
export const tablePros = 'Pros'
export const tableCons = 'Cons'
// Spec 3 §3.1: the verdict comes first.
export const higherTitle = 'Which is rated higher?'
export const higher = (name: string, others: string) => `${name} is rated higher than ${others}`
export const higherProbably = (name: string, others: string) =>
  `${name} is probably rated higher than ${others}`
/** @param probability 0.8 to 1 */
export const higherSure = (probability: number) =>
  probability > 0.99 ? 'over 99 % sure' : `${formatCount(Math.round(probability * 100))} % sure`
export const higherEqual = (name: string, others: readonly string[]) =>
  others.length === 1
    ? `${name} and ${formatList(others)} cannot be told apart`
    : `${name} cannot be told apart from ${formatList(others)}`
export const higherFew = (names: readonly string[]) =>
  names.length === 1
    ? `${formatList(names)} has too few reviews to tell`
    : `${formatList(names)} have too few reviews to tell`
export const higherNone = (names: readonly string[]) =>
  names.length === 1
    ? `${formatList(names)} has no reviews`
    : `${formatList(names)} have no reviews`

// The verdict of a list, of at most 20 words.
export const verdictNone = 'No tool here has reviews yet.'
export const verdictFew = 'No tool here has enough reviews for a verdict.'
export const verdictOnly = (name: string) => `Only ${name} has enough reviews for a verdict.`
/** @param shown how many of the names */
export const verdictLead = (names: readonly string[], shown: number) => {
  const more = names.length - shown
  const listed = [...names.slice(0, shown), ...(more > 0 ? [`${formatCount(more)} more`] : [])]
  return `${formatList(listed)} ${names.length === 1 ? 'leads' : 'lead and cannot be told apart'}.`
}
export const verdictThen = (names: readonly string[]) => `Then ${formatList(names)}.`
export const verdictMany = (tools: number) =>
  pluralize(tools, { one: 'One tool leads.', other: '{n} tools lead and cannot be told apart.' })

export const needsScript =
  'Adding tools here needs JavaScript. The page of each tool has a link that compares it.'
