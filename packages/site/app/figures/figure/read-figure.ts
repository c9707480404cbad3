import type { Site } from '../../data/site.ts'
import { readProfileByName, toDisplayName } from '../../people/profile.ts'
import { isAreaOn } from '../../shared/areas.ts'
import type { RatedTool } from '../../shared/rated.ts'
import { readTool } from '../../tools/read-tool.ts'
import type { ToolDetail } from '../../tools/tool.ts'
import { FRESH_FIELDS, FRESHNESS } from '../../tools/words/facts.ts'
import { formatMeasured } from '../../ui/format/measured.ts'
import { formatChange, formatNumber, formatPercent } from '../../ui/format/numbers.ts'
import { type ApiRequest, createRequest } from '../request-panel.tsx'
import * as figureWords from '../words.ts'

/** What figures are about, and the argument of the functions that return them. */
export interface Topic {
  /** The part of the page's address. */
  of: string
  /** Empty for the site. */
  name: string
  body: ApiRequest['body']
  /** The tools. */
  rated: readonly (RatedTool & { name: string })[]
}

/** Without what the page does not show. */
function toRated(tool: ToolDetail) {
  const { name, rating_average, review_count, counted_reviews, adjusted_rating, rating_high } = tool
  return { name, rating_average, review_count, counted_reviews, adjusted_rating, rating_high }
}

/** @param of from the URL @returns null if there is none, or visitors may not see it */
export async function readTopic(site: Site, subject: Subject, of: string): Promise<Topic | null> {
  if (subject === 'site') {
    site.tag('reviews', 'profiles', 'tools', 'facts', 'changes')
    return { of: '', name: '', body: {}, rated: [] }
  }
  if (subject === 'profile') {
    const profile = await readProfileByName(site, of)
    if (!profile || profile.profile_visibility === 'private') return null
    site.tag(`user:${profile.user_id}`)
    const { username } = profile
    return { of: username, name: toDisplayName(profile), body: { username }, rated: [] }
  }
  const slugs = of.split(',').slice(0, subject === 'pair' ? 2 : 1)
  const tools = await Promise.all(slugs.map((slug) => readTool(site, slug)))
  const [tool, other] = tools
  if (!tool) return null
  site.tag(`reviews:${tool.id}`)
  if (subject === 'tool') {
    return { of: tool.slug, name: tool.name, body: { tool: tool.id }, rated: [toRated(tool)] }
  }
  if (!other || other.id === tool.id) return null
  const pair = [tool.slug, other.slug]
  return {
    of: pair.join(','),
    name: figureWords.pair(tool.name, other.name),
    body: { slugs: pair },
    rated: [toRated(tool), toRated(other)],
  }
}

/** Sends the request of a figure. Several figures of one topic may share an answer. */
export async function readAnswer(site: Site, figure: Figure, topic: Topic): Promise<unknown> {
  const name = figure.function as 'trust_figures'
  const { data } = await site.supabase.rpc(name, topic.body as never).throwOnError()
  return data
}

export const toRequest = (figure: Figure, topic: Topic): ApiRequest =>
  createRequest(figure.function, topic.body)

export const toPage = (figure: Figure, topic: Topic) => figure.page.replace('{of}', topic.of)

/** @returns null if there is nothing to measure */
export function readValue(answer: unknown, { pointer }: Figure): number | null {
  const value = followPointer(answer, pointer)
  return typeof value === 'number' ? value : null
}

/** The definition of a function, in SQL. */
export async function readSource({ supabase }: Site, name: string): Promise<string> {
  const { data } = await supabase.rpc('function_source', { name }).throwOnError()
  return data
}

/** The backend's address for requests from elsewhere, and the public key. */
export const getBackend = (site: Site) => ({
  url: site.public.supabaseUrl || site.siteUrl,
  anonKey: site.public.supabaseAnonKey,
})

/** @returns the part of a JSON value at an RFC 6901 pointer; undefined if it has none */
export function followPointer(value: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(
      (part, name) =>
        part !== null && typeof part === 'object' && Object.hasOwn(part, name)
          ? (part as Record<string, unknown>)[name]
          : undefined,
      value,
    )
}

/** What a figure is about: the site, one tool, one profile, or two tools. */
type Subject = 'site' | 'tool' | 'profile' | 'pair'

export interface Figure {
  key: string
  subject: Subject
  /** The page that shows it. `{of}` is a slug or a username. */
  page: string
  description: string
  /** Of the public API; its argument is that of the subject. */
  function: string
  /** RFC 6901, into the answer. */
  pointer: string
  /** Number of decimals. */
  rounding: number
  format: 'number' | 'percent' | 'change'
  /** While demo content is loaded the page shows a fixed value (docs/decisions/0005). */
  isFixed?: true
  /** Without a value the page leaves it out. */
  isOptional?: true
  /** The page shows it only while demo content is loaded. */
  isSampleOnly?: true
}

const site = (
  key: string,
  page: string,
  pointer: string,
  description: string,
  more: Partial<Figure> = {},
): Figure => ({
  key,
  subject: 'site',
  page,
  description,
  function: 'trust_figures',
  pointer,
  rounding: 0,
  format: 'number',
  ...more,
})

const tool = (
  name: string,
  description: string,
  [source, pointer]: readonly [source: string, pointer: string],
  rounding = 0,
): Figure => ({
  key: `tool-${name}`,
  subject: 'tool',
  page: '/tool/{of}',
  description,
  function: source,
  pointer,
  rounding,
  format: 'number',
  isOptional: true,
})

const profile = (
  name: string,
  pointer: string,
  description: string,
  more: Partial<Figure> = {},
): Figure => ({
  key: `profile-${name}`,
  subject: 'profile',
  page: '/user/{of}',
  description,
  function: 'profile_figures',
  pointer,
  rounding: 0,
  format: 'number',
  ...more,
})

const FIXED = { isFixed: true } as const
const PERCENT = { format: 'percent' } as const
const STARS = [5, 4, 3, 2, 1]
/** The categories on home. */
const CATEGORIES = [1, 2, 3, 4, 5, 6, 7, 8]

const ALL_FIGURES: readonly Figure[] = [
  site('home-tools', '/', '/tools', figureWords.tools, FIXED),
  site('home-reviews', '/', '/reviews', figureWords.reviews, FIXED),
  site('home-reviewers', '/', '/reviewers', figureWords.reviewers, FIXED),
  site('home-accuracy', '/', '/signed_percent', figureWords.signedPercent, {
    ...PERCENT,
    ...FIXED,
  }),
  site('home-professionals', '/', '/job_percent', figureWords.jobPercent, { ...PERCENT, ...FIXED }),
  site('home-experts', '/', '/experts', figureWords.experts, FIXED),
  ...CATEGORIES.map((place) =>
    site(
      `home-category-${place}`,
      '/',
      `/${place - 1}/tool_count`,
      figureWords.toolsInCategory(place),
      {
        function: 'category_counts',
      },
    ),
  ),

  site('about-tools', '/about', '/tools', figureWords.tools, FIXED),
  site('about-reviews', '/about', '/reviews', figureWords.reviews, FIXED),
  site('about-people', '/about', '/reviewers', figureWords.reviewers, FIXED),
  site('about-years', '/about', '/years', figureWords.years, {
    rounding: 1,
    isSampleOnly: true,
    ...FIXED,
  }),

  site('trust-professionals', '/trust', '/reviewers', figureWords.reviewers, FIXED),
  site('trust-average', '/trust', '/average', figureWords.average, { rounding: 1 }),
  site('trust-reviews', '/trust', '/reviews', figureWords.reviews),
  site('trust-score', '/trust', '/positive_percent', figureWords.positivePercent, PERCENT),
  site('trust-verified', '/trust', '/signed_reviews', figureWords.signedReviews, FIXED),
  ...STARS.flatMap((stars) => [
    site(
      `trust-reviews-${stars}`,
      '/trust',
      `/distribution/${stars}`,
      figureWords.reviewsWithStars(stars),
    ),
    site(
      `trust-percent-${stars}`,
      '/trust',
      `/distribution_percent/${stars}`,
      figureWords.percentWithStars(stars),
      { rounding: 1, ...PERCENT },
    ),
  ]),
  site('trust-transparency', '/trust', '/signed_percent', figureWords.signedPercent, {
    ...PERCENT,
    ...FIXED,
  }),
  site('trust-quality', '/trust?tab=metrics', '/quality', figureWords.quality),
  site('rating-prior', '/trust', '/mean', figureWords.prior, {
    function: 'rating_prior',
    rounding: 1,
  }),
  site('trust-growth', '/trust?tab=metrics', '/growth_percent', figureWords.growth, {
    format: 'change',
    ...FIXED,
  }),

  ...Object.entries(FRESH_FIELDS).flatMap(([field, label]) =>
    FRESHNESS.map((count) =>
      site(
        `facts-${count}-${field}`,
        '/trust?tab=metrics',
        `/${field}/${count}`,
        figureWords.FACTS[count](label),
        { function: 'fact_freshness', isOptional: true },
      ),
    ),
  ),

  tool('average', figureWords.toolAverage, ['tool_figures', '/average'], 1),
  tool('reviews', figureWords.toolReviews, ['tool_rating_estimate', '/reviews']),
  tool('low', figureWords.toolLow, ['tool_rating_estimate', '/low'], 1),
  tool('high', figureWords.toolHigh, ['tool_rating_estimate', '/high'], 1),
  ...STARS.map((stars) =>
    tool(`reviews-${stars}`, figureWords.toolReviewsWithStars(stars), [
      'tool_review_summary',
      `/distribution/${stars}`,
    ]),
  ),
  tool('roles', figureWords.toolRoles, ['tool_insight', '/counted/roles']),
  tool('sizes', figureWords.toolSizes, ['tool_insight', '/counted/sizes']),

  profile('reviews', '/reviews', figureWords.profileReviews),
  profile('helpful', '/helpful_votes', figureWords.profileHelpful),
  profile('views', '/profile_views', figureWords.profileViews),
  profile('followers', '/followers', figureWords.profileFollowers),
  profile('following', '/following', figureWords.profileFollowing),
  profile('trust', '/trust_score', figureWords.profileTrust),
  profile('helpfulness', '/helpfulness', figureWords.profileHelpfulness, { rounding: 1 }),
  profile('responses', '/response_rate', figureWords.profileResponses, { ...PERCENT, ...FIXED }),

  {
    key: 'compare-probability',
    subject: 'pair',
    page: '/compare?tools={of}',
    description: figureWords.probability,
    function: 'compare_probabilities',
    pointer: '/0/probability',
    rounding: 2,
    format: 'number',
  },
]

export const FIGURES = ALL_FIGURES.filter(
  ({ subject }) =>
    (subject !== 'profile' || isAreaOn('profiles')) && (subject !== 'pair' || isAreaOn('compare')),
)

export const findFigure = (key: string | undefined) => FIGURES.find((one) => one.key === key)

/** Formats a value as the pages do. @param value null if there is nothing to measure */
export function formatFigure(value: number | null, { format, rounding }: Figure): string {
  return formatMeasured(value, (measured) => {
    if (format === 'percent') return formatPercent(measured / 100, rounding)
    return format === 'change' ? formatChange(measured / 100) : formatNumber(measured, rounding)
  })
}
