import { z } from 'zod'
import type { Site } from '../data/site.ts'
import {
  findFigure,
  formatFigure,
  readAnswer,
  readSource,
  readTopic,
  readValue,
  toPage,
  toRequest,
} from '../figures/figure/read-figure.ts'
import { toAuthorName } from '../people/profile.ts'
import { readReviewQuery, readReviews } from '../reviews/read-reviews.ts'
import { listInterests, type Review, toReviewPath } from '../reviews/review.ts'
import { readAlternatives } from '../tool-page/insight.ts'
import {
  type ChangeKind,
  type ChangesQuery,
  readChangeRows,
} from '../tools/changes/read-changes.ts'
import { describeFacts } from '../tools/describe-facts.ts'
import { readSummary, readTool } from '../tools/read-tool.ts'
import { toToolPath } from '../tools/tool.ts'
import { KINDS } from '../tools/words/changes.ts'
import {
  describeTools,
  EVIDENCE,
  MAX_TOOLS,
  NO_FIGURES,
  quote,
  readFrame,
  TOOL,
} from './evidence.ts'
import * as fileWords from './words.ts'

const FOUND = TOOL.extend({
  matches: z.array(z.string()).describe(fileWords.DESCRIPTIONS.matches),
  facets: z.array(z.string()).describe(fileWords.DESCRIPTIONS.facets),
})

export const SEARCH = z.object({
  ...EVIDENCE,
  understood_as: z.string().describe(fileWords.DESCRIPTIONS.understoodAs),
  alternatives_to: z.string().nullable().describe(fileWords.DESCRIPTIONS.alternativesTo),
  compare: z.array(z.string()).describe(fileWords.DESCRIPTIONS.compare),
  without: z.array(z.string()).describe(fileWords.DESCRIPTIONS.without),
  ignored: z.array(z.string()).describe(fileWords.DESCRIPTIONS.ignored),
  unknown: z.array(z.string()).describe(fileWords.DESCRIPTIONS.unknown),
  unmet: z.array(z.string()).describe(fileWords.DESCRIPTIONS.unmet),
  total: z.int().describe(fileWords.DESCRIPTIONS.total),
  tools: z.array(FOUND),
  part: z
    .array(FOUND.extend({ lacks: z.array(z.string()).describe(fileWords.DESCRIPTIONS.lacks) }))
    .describe(fileWords.DESCRIPTIONS.part),
})

interface SearchInput {
  query: string
  category?: string | undefined
  pricing?: string | undefined
  platform?: string | undefined
  license?: string | undefined
  alive?: string | undefined
  limit?: number | undefined
}

export async function searchTools(
  site: Site,
  { query, limit = 10, category, ...facets }: SearchInput,
): Promise<z.infer<typeof SEARCH>> {
  const search = query.trim()
  const wanted = Object.fromEntries(Object.entries(facets).filter(([, value]) => value))
  const { data: page } = await site.supabase
    .rpc('search_page', {
      query: search,
      sort: search ? 'relevance' : 'adjusted-desc',
      page_size: limit,
      ...(category ? { in_category: category } : {}),
      ...wanted,
    })
    .throwOnError()
  const parameters = new URLSearchParams({ search, ...(category ? { category } : {}), ...wanted })
  const { text, corrected, ignored, unknown, alternatives_to, compare, without } = page.understood
  const found = [...page.tools, ...page.parts.slice(0, MAX_TOOLS - page.tools.length)]
  const [frame, tools, facetsOf] = await Promise.all([
    readFrame(site),
    describeTools(site, found),
    readFacetsOf(site, found),
  ])
  const described = tools.map((tool, index) => ({
    ...tool,
    matches: found[index]?.matches ?? [],
    facets: facetsOf.get(tool.slug) ?? [],
  }))
  return {
    url: `${site.siteUrl}/tools?${parameters}`,
    ...NO_FIGURES,
    ...frame,
    understood_as: corrected ?? text,
    alternatives_to,
    compare,
    without,
    ignored,
    unknown,
    unmet: page.unmet,
    total: page.total,
    tools: described.slice(0, page.tools.length),
    part: described
      .slice(page.tools.length)
      .map((tool, index) => ({ ...tool, lacks: page.parts[index]?.lacks ?? [] })),
  }
}

/** What lists filter by of each tool, by its slug, as `license:open_source`. */
async function readFacetsOf({ supabase }: Site, tools: readonly { id: string }[]) {
  const ids = tools.map(({ id }) => id)
  const { data } = ids.length
    ? await supabase.from('tools').select('slug, facets').in('id', ids).throwOnError()
    : { data: [] }
  return new Map(data.map(({ slug, facets }) => [slug, facets]))
}

const POINTS = z.array(z.object({ text: z.string(), mentions: z.int() }))

export const TOOL_DETAIL = z.object({
  ...TOOL.shape,
  capabilities: z.array(z.object({ slug: z.string(), name: z.string() })),
  distribution: z.record(z.string(), z.int()).describe(fileWords.DESCRIPTIONS.distribution),
  said_by: z.int().describe(fileWords.DESCRIPTIONS.saidBy),
  quoted: TOOL.shape.quoted.extend({
    aliases: z.array(z.string()),
    facts: z.array(
      z.object({ name: z.string(), value: z.string(), source: z.string().optional() }),
    ),
    pros: POINTS,
    cons: POINTS,
  }),
})

export async function getTool(
  site: Site,
  slug: string,
): Promise<z.infer<typeof TOOL_DETAIL> | null> {
  const tool = await readTool(site, slug)
  if (!tool) return null
  const [[described], summary] = await Promise.all([
    describeTools(site, [tool]),
    readSummary(site, tool.id),
  ])
  if (!described) return null
  const { distribution, said_by, pros, cons } = summary
  return {
    ...described,
    capabilities: tool.capabilities,
    distribution,
    said_by,
    quoted: {
      ...described.quoted,
      aliases: tool.aliases,
      facts: describeFacts(tool).map(({ term, text, more, href }) => ({
        name: term,
        value: more ? `${text} (${more})` : text,
        ...(href ? { source: href } : {}),
      })),
      pros,
      cons,
    },
  }
}

export const ORDERS = ['newest', 'oldest', 'helpful', 'highest', 'lowest'] as const

const REVIEW = z.object({
  url: z.string(),
  rating: z.int(),
  day: z.string(),
  helpful_votes: z.int(),
  interests: z.array(z.string()).describe(fileWords.DESCRIPTIONS.interests),
  is_sample: z.boolean(),
  quoted: quote({
    author: z.string(),
    title: z.string(),
    content: z.string(),
    pros: z.array(z.string()),
    cons: z.array(z.string()),
    reply: z.string().nullable().describe(fileWords.DESCRIPTIONS.reply),
  }),
})

export const REVIEWS = z.object({
  ...TOOL.shape,
  list: z.array(REVIEW),
  next: z.string().nullable().describe(fileWords.DESCRIPTIONS.next),
})

interface ReviewsInput {
  slug: string
  rating?: number | undefined
  order?: (typeof ORDERS)[number] | undefined
  after?: string | undefined
}

export async function getReviews(
  site: Site,
  { slug, rating = 0, order = 'newest', after }: ReviewsInput,
): Promise<z.infer<typeof REVIEWS> | null> {
  const tool = await readTool(site, slug)
  if (!tool) return null
  const query = readReviewQuery(tool.id, new URLSearchParams())
  const [[described], page] = await Promise.all([
    describeTools(site, [tool]),
    readReviews(site, { ...query, rating, order, after: after ?? null }),
  ])
  if (!described) return null
  const list = page.reviews.map((review) => describeReview(site, review))
  return { ...described, list, next: page.next }
}

export const describeReview = (
  { siteUrl }: Pick<Site, 'siteUrl'>,
  review: Review,
): z.infer<typeof REVIEW> => ({
  url: siteUrl + toReviewPath(review),
  rating: review.rating,
  day: review.created_at.slice(0, 10),
  helpful_votes: review.helpful_count,
  interests: listInterests(review),
  is_sample: review.is_sample,
  quoted: {
    author: toAuthorName(review),
    title: review.title,
    content: review.content,
    pros: review.pros,
    cons: review.cons,
    reply: review.review_replies?.content ?? null,
  },
})

export const COMPARISON = z.object({
  ...EVIDENCE,
  tools: z.array(TOOL_DETAIL),
  pairs: z.array(
    z.object({
      a: z.string(),
      b: z.string(),
      probability: z.number().nullable().describe(fileWords.DESCRIPTIONS.probability),
      too_few: z.boolean().describe(fileWords.DESCRIPTIONS.tooFew),
    }),
  ),
})

/** @returns null if one of the tools does not exist, `same` if all slugs, present or former, are of one */
export async function compareTools(
  site: Site,
  slugs: readonly string[],
): Promise<z.infer<typeof COMPARISON> | 'same' | null> {
  const found = await Promise.all([...new Set(slugs)].map((slug) => getTool(site, slug)))
  if (found.includes(null)) return null
  const tools = [...new Map(found.flatMap((tool) => (tool ? [[tool.slug, tool]] : []))).values()]
  if (tools.length < 2) return 'same'
  const names = tools.map(({ slug }) => slug)
  const [{ data: pairs }, frame] = await Promise.all([
    site.supabase.rpc('compare_probabilities', { slugs: names }).throwOnError(),
    readFrame(site),
  ])
  const url = `${site.siteUrl}/compare?tools=${names.join(',')}`
  return { url, ...NO_FIGURES, ...frame, tools, pairs }
}

export const ALTERNATIVES = z.object({ ...TOOL.shape, alternatives: z.array(TOOL) })

/** The most that the page shows. */
export const ALTERNATIVES_SHOWN = 24

export async function listAlternatives(
  site: Site,
  slug: string,
  limit: number = ALTERNATIVES_SHOWN,
): Promise<z.infer<typeof ALTERNATIVES> | null> {
  const tool = await readTool(site, slug)
  if (!tool) return null
  const [[described], alternatives] = await Promise.all([
    describeTools(site, [tool]),
    readAlternatives(site, tool, { how_many: limit }).then((found) => describeTools(site, found)),
  ])
  if (!described) return null
  return { ...described, url: `${described.url}/alternatives`, alternatives }
}

export const CHANGE_KIND = z.enum(Object.keys(KINDS) as ChangeKind[])

/** The most that one answer has. */
export const CHANGES_MAX = 50

/** A fact before and after. */
const FACT = z.union([z.string(), z.number(), z.boolean(), z.null()])

export const CHANGES = z.object({
  ...EVIDENCE,
  changes: z.array(
    z.object({
      url: z.string(),
      slug: z.string(),
      kind: CHANGE_KIND,
      field: z.string(),
      changed_at: z.string().describe(fileWords.DESCRIPTIONS.changedAt),
      by_source: z.string().nullable().describe(fileWords.DESCRIPTIONS.bySource),
      quoted: quote({
        name: z.string(),
        before: FACT,
        after: FACT,
        source_url: z.string().nullable(),
      }),
    }),
  ),
  next: z.string().nullable().describe(fileWords.DESCRIPTIONS.nextChanges),
})

type ChangesInput = Omit<ChangesQuery, 'howMany'> & { limit?: number | undefined }

export async function trackChanges(
  site: Site,
  { limit = CHANGES_MAX, ...query }: ChangesInput,
): Promise<z.infer<typeof CHANGES>> {
  const [{ rows, next }, frame] = await Promise.all([
    readChangeRows(site, { ...query, howMany: limit }),
    readFrame(site),
  ])
  const changes = rows.map(({ name, slug, kind, field, before, after, ...change }) => ({
    ...{ url: site.siteUrl + toToolPath({ name, slug }), slug, kind, field },
    ...{ changed_at: change.changed_at, by_source: change.by_source },
    quoted: {
      name,
      before: FACT.parse(before),
      after: FACT.parse(after),
      source_url: change.source_url,
    },
  }))
  return { url: `${site.siteUrl}/changes`, ...NO_FIGURES, ...frame, changes, next }
}

export const EXPLANATION = z.object({
  ...EVIDENCE,
  key: z.string(),
  of: z.string().describe(fileWords.DESCRIPTIONS.of),
  description: z.string(),
  value: z.number().nullable().describe(fileWords.DESCRIPTIONS.value),
  shown: z.string().describe(fileWords.DESCRIPTIONS.shown),
  request: z.object({ path: z.string(), body: z.record(z.string(), z.unknown()) }),
  pointer: z.string().describe(fileWords.DESCRIPTIONS.pointer),
  source: z.string().describe(fileWords.DESCRIPTIONS.source),
})

/** @returns null for an unknown key or subject */
export async function explainFigure(
  site: Site,
  key: string,
  of: string,
): Promise<z.infer<typeof EXPLANATION> | null> {
  const figure = findFigure(key)
  const topic = figure && (await readTopic(site, figure.subject, of))
  if (!topic) return null
  const [answer, source, frame, tool] = await Promise.all([
    readAnswer(site, figure, topic),
    readSource(site, figure.function),
    readFrame(site),
    figure.subject === 'tool' ? getTool(site, topic.of) : null,
  ])
  const value = readValue(answer, figure)
  const { reviews, mean, interval, excluded_share } = tool ?? NO_FIGURES
  return {
    url: site.siteUrl + toPage(figure, topic),
    ...{ reviews, mean, interval, excluded_share },
    ...frame,
    key,
    of: topic.of,
    description: figure.description,
    value,
    shown: formatFigure(value, figure),
    request: toRequest(figure, topic),
    pointer: figure.pointer,
    source,
  }
}
