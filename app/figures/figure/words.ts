import { formatCount, pluralize } from '../../ui/format/numbers.ts'
import * as uiWords from '../../ui/words.ts'

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
export const pair = (a: string, b: string) => `${a} and ${b}`
export const now = 'Value now'
export const measuredNow = 'Measured now'
export const fixed =
  'While demo content is loaded, the page shows a fixed sample. This is the measured value.'
export const notMeasured = 'There is nothing to measure yet.'
export const tooFew = 'One of the tools has fewer than 10 counted reviews. Compare shows no number.'
export const shownOn = 'Shown on'
/** Of the lower end. */
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
export const all = 'All figures of the site: <list>figures.json</list>'

// Sentences that say what a figure counts.
export const tools = 'The number of tools that are listed.'
export const reviews = 'The number of all reviews.'
export const reviewers = 'The number of people who have written a review.'
export const signedReviews =
  'The number of reviews whose author still has an account; each account has a confirmed address.'
export const signedPercent = 'The share of reviews whose author still has an account.'
export const jobPercent = 'The share of people who show a job title.'
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
  'The lower end of the interval in which the rating of the tool lies with a probability of 95%.'
export const toolHigh =
  'The upper end of the interval in which the rating of the tool lies with a probability of 95%.'

export const profileReviews = 'The number of reviews that this person has written.'
export const profileHelpful = 'The number of helpful votes for this person’s reviews.'
export const profileViews = 'How often members have viewed this profile, each at most once a day.'
export const profileFollowers = 'The number of members who follow this person.'
export const profileFollowing = 'The number of members whom this person follows.'
export const profileTrust = '85 and two more for each review, at most 100.'
export const profileHelpfulness =
  'Four and the average number of helpful votes per review, at most 5.'
export const profileResponses = 'A response rate, which the site does not measure.'

export const probability =
  'The probability that the first tool is rated higher than the second, from 0 to 1, by their counted reviews.'
