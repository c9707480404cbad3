import { findRow } from '../data/command-error.ts'
import { readPresentSlugs } from '../data/present-slugs.ts'
import { readHasDemoContent, type Site } from '../data/site.ts'
import { IDENTITY } from '../shared/identity.ts'
import { isToolId } from '../shared/initials.ts'
import { BADGE_FIGURE_MIN } from '../shared/limits.ts'
import { RATED_COLUMNS, type RatedTool } from '../shared/rated.ts'
import { formatCount, formatOneDecimal } from '../ui/format/numbers.ts'
import * as fileWords from './words.ts'

/** What a badge says. */
export interface Badge {
  /** The id of the tool or the launch, and the path of its page. */
  id: string
  path: string
  /** The name of the tool, or the tagline of the launch. */
  title: string
  /** Such as "4.3 (27)". */
  message: string
  /** Of a badge with a rating. */
  rated?: RatedTool
  /** The same for screen readers. */
  alt: string
}

/** @returns undefined if no tool has, or had, the slug or id */
export async function readToolBadge(
  reader: Site,
  slug: string,
  kind: 'rating' | 'reviews' = 'rating',
): Promise<Badge | undefined> {
  const [present = ''] = await readPresentSlugs(reader, [slug.toLowerCase()])
  const tools = reader.supabase.from('tools').select(`id, name, slug, ${RATED_COLUMNS}` as const)
  const tool = await findRow(
    (isToolId(present) ? tools.eq('id', present) : tools.eq('slug', present)).maybeSingle(),
  )
  reader.tag(tool ? `tool:${tool.id}` : 'tools')
  if (!tool) return undefined
  const figures = (await readHasDemoContent(reader)) ? SAMPLE : describeReviews(tool, kind)
  const alt = [`${tool.name} on ${IDENTITY.name}`, figures.alt].filter(Boolean).join(': ')
  return { id: tool.id, path: `/tool/${tool.slug}`, title: tool.name, ...figures, alt }
}

/** @returns undefined if no launch has the id */
export async function readLaunchBadge(reader: Site, id: string): Promise<Badge | undefined> {
  if (!isToolId(id)) return undefined
  const { data: launch } = await reader.supabase
    .from('product_launches')
    .select('id, tagline, upvotes_count, tools(name)')
    .eq('id', id)
    .maybeSingle()
    .throwOnError()
  reader.tag(launch ? `launch:${id.toLowerCase()}` : 'launches', 'tools')
  if (!launch?.id) return undefined
  const title = launch.tagline ?? ''
  const figures = (await readHasDemoContent(reader))
    ? SAMPLE
    : describeUpvotes(launch.upvotes_count ?? 0)
  const named = fileWords.launchBadge(launch.tools?.name ?? title)
  const alt = [named, figures.alt].filter(Boolean).join(': ')
  return { id: launch.id, path: `/launch/${launch.id}`, title, ...figures, alt }
}

type Figures = Pick<Badge, 'message' | 'rated' | 'alt'>

/** The figures of demo content are invented. */
const SAMPLE: Figures = { message: 'Sample', alt: 'sample' }

function describeReviews(tool: RatedTool, kind: 'rating' | 'reviews'): Figures {
  const { rating_average: rating, review_count: count } = tool
  if (count < BADGE_FIGURE_MIN || rating === null) return { message: 'Reviews', alt: '' }
  const stars = formatOneDecimal(rating)
  const reviews = formatCount(count)
  const alt = `${stars} out of 5 stars, ${reviews} reviews`
  return kind === 'rating'
    ? { message: `${stars} (${reviews})`, rated: tool, alt }
    : { message: `${reviews} reviews`, alt }
}

function describeUpvotes(count: number): Figures {
  if (count < BADGE_FIGURE_MIN) return { message: 'Launched', alt: '' }
  const message = `${formatCount(count)} upvotes`
  return { message, alt: message }
}
