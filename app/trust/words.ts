import { IDENTITY } from '../identity.ts'
import { whole } from '../ui/numbers.ts'

/** Spec 2 §2. */
export const TRUST = {
  title: 'Trust Center',
  description: `How far the reviews on ${IDENTITY.name} can be trusted, in figures.`,
  trustedBy: 'Trusted by <marked>{people}+</marked> Professionals',
  averageRating: 'Average rating',
  totalReviews: 'Total reviews',
  trustScore: 'Trust score',
  verifiedReviews: 'Verified reviews',
  parts: 'Trust',
} as const

export const TABS = [
  ['overview', 'Overview'],
  ['reviews', 'Recent Reviews'],
  ['metrics', 'Trust Metrics'],
  ['verification', 'Verification'],
] as const

export const OVERVIEW = {
  distribution: 'Rating Distribution',
  countAndShare: (count: number, share: string) => `${whole(count)} (${share})`,
  indicators: 'Trust Indicators',
  transparency: 'Transparency score',
  satisfaction: 'User satisfaction',
  trend: 'Quality trend',
} as const

/** Spec 2 §9. */
export const RECENT = {
  title: 'Recent Reviews',
  loading: 'Loading reviews...',
  all: 'View All Reviews',
  none: 'No reviews found.',
} as const

export const METRICS = {
  title: 'Trust Metrics',
  quality: 'Quality score',
  outOfHundred: (score: number) => `${whole(score)}/100`,
  qualityHint: 'The average rating, out of 100.',
  security: 'Security rating',
  securityHint: 'How accounts and data are kept.',
  growth: 'Growth trend',
  growthHint: 'Reviews of the last 30 days, against the 30 before.',
} as const

/** Spec 2 §9: fixed, while demo content is loaded. */
export const FIXED = {
  transparency: '95%',
  trend: 'Improving',
  security: 'A+',
  growth: '+24%',
} as const

/** What is measured, in words. */
export const MEASURED = {
  notAssessed: 'Not assessed',
  tooEarly: 'Too early to tell',
  steady: 'Steady',
  improving: 'Improving',
  declining: 'Declining',
} as const

export const VERIFICATION = {
  title: 'Verification',
  lists: [
    {
      title: 'Identity',
      points: [
        'Every account confirms an e-mail address before it can write.',
        'Work addresses can be tied to a company.',
        'Usernames of the site itself cannot be taken.',
      ],
    },
    {
      title: 'Content quality',
      points: [
        'A review has a title, at least ten characters and at most a thousand.',
        'Markup and scripts are taken out before anything is kept.',
        'Readers say which reviews helped them, never about their own.',
      ],
    },
    {
      title: 'Usage verification',
      points: [
        'One review a person and tool.',
        'Reviewers can show what they do and where.',
        'An average is computed from its reviews, and cannot be written.',
      ],
    },
    {
      title: 'Ongoing monitoring',
      points: [
        'Sign-ups, sign-ins and mails are limited per address and per person.',
        'Counts follow every change of a review, also when an account goes.',
        'The rules are published with the software: anyone may check them.',
      ],
    },
  ],
} as const
