import { isAreaOn } from '../shared/areas.ts'
import { IDENTITY } from '../shared/identity.ts'

// Spec 2 §2.
export const title = 'Trust Center'
export const description = `How trustworthy the reviews on ${IDENTITY.name} are, in figures.`
export const trustedBy = 'Trusted by {people}+ Professionals'
/** In place of the heading while there is nothing to count. */
export const noReviews = 'No reviews yet'
export const soFar = '{people} professionals so far.'
export const firstReview = 'Write the first review'
export const averageRating = 'Average rating'
export const totalReviews = 'Total reviews'
export const trustScore = 'Trust score'
export const verifiedReviews = 'Verified reviews'
export const parts = 'Trust'

export const TABS = [
  ['overview', 'Overview'],
  ['reviews', 'Recent Reviews'],
  ['metrics', 'Trust Metrics'],
  ['verification', 'Verification'],
] as const

export const overviewDistribution = 'Rating Distribution'
export const overviewCountAndShare = '{count} ({share})'
export const overviewAssumed =
  'With fewer than 200 reviews here, we assume of a new tool what reviews of software usually give: {usual} stars.'
export const overviewUsual =
  'A usual review here gives {usual} stars. We assume that a new tool is like the others until its reviews say more.'
export const overviewIndicators = 'Trust Indicators'
export const overviewTransparency = 'Transparency score'
export const overviewSatisfaction = 'User satisfaction'
export const overviewSameAsScore = 'the trust score'
export const overviewTrend = 'Quality trend'

// Spec 2 §9.
export const recentTitle = 'Recent Reviews'
export const recentLoading = 'Loading reviews...'
export const recentAll = 'View All Reviews'
export const recentNone = 'No reviews found.'

export const metricsTitle = 'Trust Metrics'
export const metricsQuality = 'Quality score'
export const metricsOutOfHundred = '{score}/100'
/** Without reviews. */
export const metricsNoScore = '{score}'
export const metricsQualityHint = 'The average rating, out of 100.'
export const metricsSecurity = 'Security rating'
export const metricsSecurityHint = 'How accounts and data are kept.'
export const metricsGrowth = 'Growth trend'
export const metricsGrowthHint = 'Reviews of the last 30 days, against the 30 before.'

export const factsTitle = 'Facts of tools'
export const factsHint =
  'How many tools have a fact, of how many a source or a person confirmed it in time, and of how many a source cannot be read at present.'
export const factsFact = 'Fact'
/** By the number of fact_freshness. */
export const FACTS = { tools: 'Tools', confirmed: 'Confirmed', failed: 'Failing' } as const

/** Spec 2 §9: fixed figures, shown while demo content is loaded. */
export const FIXED = {
  transparency: '95%',
  trend: 'Improving',
  security: 'A+',
  growth: '+24%',
} as const

// Texts of measured figures.
export const measuredNotAssessed = 'Not assessed'
export const measuredTooEarly = 'Too early to tell'
export const measuredSteady = 'Steady'
export const measuredImproving = 'Improving'
export const measuredDeclining = 'Declining'

export const verificationTitle = 'Verification'
/** Spec 3 §1.2. */
export const verificationMore =
  (isAreaOn('ledger')
    ? 'How reviews are checked and what moderators decided: the <guidelines>guidelines</guidelines>, the <log>moderation log</log>, the <report>transparency report</report> and the <ledger>audit ledger</ledger>, which shows that entries were not altered.'
    : 'How reviews are checked and what moderators decided: the <guidelines>guidelines</guidelines>, the <log>moderation log</log> and the <report>transparency report</report>.') +
  (isAreaOn('open_data') ? ' To compute ratings yourself: the <data>open data</data>.' : '')
export const verificationLists = [
  {
    title: 'Identity',
    points: [
      'Every account confirms an email address before it can post.',
      'Usernames of the site itself are reserved.',
    ],
  },
  {
    title: 'Content quality',
    points: [
      'A review has a title, at least ten characters and at most a thousand.',
      'Reviews are shown as they were written; markup and scripts never run.',
      'Readers say which reviews helped them, never about their own.',
    ],
  },
  {
    title: 'Usage verification',
    points: [
      'One review per person per tool.',
      'Reviewers can show their role and company.',
      'An average is computed from its reviews and cannot be set.',
    ],
  },
  {
    title: 'Ongoing monitoring',
    points: [
      'Sign-ups, sign-ins and mails are limited per address and per person.',
      'Counts follow every change of a review, even when an account is deleted.',
      'The rules are published with the source code for anyone to check.',
    ],
  },
] as const
