import { IDENTITY } from '../identity.ts'
import { plural } from '../ui/numbers.ts'

/** Spec 1 §2. */
export const LANDING = {
  title: `${IDENTITY.name} – software tools, reviewed by professionals`,
  description:
    'Find, compare and review software tools. Ratings with their evidence: how many people, what they liked and what they did not.',
  heading: 'Software tools, with the <marked>evidence</marked>',
  text: 'Verified reviews by professionals, no fake content. Find the right tool, see who recommends it and what they would change.',
  search: 'Search tools',
  explore: 'Start Exploring Tools',
  share: 'Share Your Experience',
  featured: 'Featured Tools & Reviews',
  allTools: 'View All Tools',
  byCategory: 'Browse by Category',
  allCategories: 'View All Categories',
} as const

export const EVIDENCE = {
  title: 'Most reviewed',
  liked: 'Liked:',
  disliked: 'Disliked:',
} as const

export const WHY_TRUST = {
  title: `Why Trust ${IDENTITY.name}`,
  verified: {
    title: 'Verified reviews',
    text: 'Every reviewer confirmed an e-mail address before the first word.',
  },
  genuine: {
    title: 'No fake content',
    text: 'One review a person and tool, and no way to write a rating but to review.',
  },
  professionals: {
    title: 'Professionals',
    text: 'Reviewers can show what they do and where, so that you can weigh their words.',
  },
  bothSides: {
    title: 'Both sides',
    text: 'What people like stands beside what they do not, with how many said so.',
  },
  open: {
    title: 'Open to look into',
    text: 'The rules that guard the reviews are published with the rest of the software.',
  },
  ownWords: {
    title: 'In their own words',
    text: 'Reviews are shown whole, newest first, and stay their writer’s to edit or remove.',
  },
} as const

export const FIGURES = {
  tools: 'Tools',
  reviews: 'Reviews',
  reviewers: 'Reviewers',
  accuracy: 'Review accuracy',
  professionals: 'Verified professionals',
  experts: 'Experts',
} as const

/** The specification's fixed display text (spec 1 §1), shown while demo content is loaded. */
export const FIXED_FIGURES = {
  hero: [
    { value: '500+', label: FIGURES.tools },
    { value: '25,000+', label: FIGURES.reviews },
    { value: '10,000+', label: FIGURES.reviewers },
  ],
  trust: [
    { value: '99.8%', label: FIGURES.accuracy },
    { value: '80%', label: FIGURES.professionals },
    { value: '500+', label: FIGURES.experts },
    { value: '10,000+', label: FIGURES.reviewers },
  ],
}

/** Tools that there are none of, with their categories. */
export const SAMPLES = [
  ['Paperboat', 'Productivity', 'Notes that find their own folder.'],
  ['Inkwell Studio', 'Design & Creative', 'Draw together, on one endless sheet.'],
  ['Lanternlog', 'DevOps & Infrastructure', 'Logs that say what went wrong first.'],
  ['Tallyfield', 'Finance & Business', 'Invoices and books for small teams.'],
  ['Chorusdesk', 'Customer Support', 'One inbox for all that customers ask.'],
  ['Orbitmail', 'Marketing & Sales', 'Newsletters that people ask for.'],
] as const

/** Spec 1 §2. */
export const RESULTS = {
  pageTitle: (search: string) => `Search: ${search}`,
  description: (search: string) => `Software tools that match ${search}.`,
  title: 'Search Results',
  count: (total: number, search: string) =>
    `${plural(total, { one: '{n} tool found', other: '{n} tools found' })} for “${search}”`,
  clear: 'Clear Search',
  none: 'No tools found',
  browse: 'Browse All Tools',
} as const

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
