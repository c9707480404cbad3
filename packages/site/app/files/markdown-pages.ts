import type { BlockContent, Paragraph, PhrasingContent, RootContent } from 'mdast'
import { toMarkdown } from 'mdast-util-to-markdown'
import { readCapability } from '../capabilities/read-capabilities.ts'
import { type Site, siteContext } from '../data/site.ts'
import { isAreaOn } from '../shared/areas.ts'
import { IDENTITY } from '../shared/identity.ts'
import { readListing } from '../tools/listing/read-listing.ts'
import { toCapabilityPath } from '../tools/tool.ts'
import { formatNumber, formatPercent } from '../ui/format/numbers.ts'
import type { Route } from './+types/markdown-pages'
import type { ToolEvidence } from './evidence.ts'
import { describeTools } from './evidence.ts'
import { notFound } from './not-found.ts'
import { getReviews, getTool, listAlternatives } from './read-subjects.ts'
import * as fileWords from './words.ts'

export async function loader({ context, params }: Route.LoaderArgs): Promise<Response> {
  const site = context.get(siteContext)
  const { tool, capability } = params
  const text = tool
    ? await writeTool(site, tool)
    : capability
      ? await writeCapability(site, capability)
      : await writeSummary(site)
  if (text === null) return notFound()
  return new Response(text, {
    headers: {
      'Content-Type': `text/${tool || capability ? 'markdown' : 'plain'}; charset=utf-8`,
      // Programs on other sites may read these, as they may read the API.
      'Access-Control-Allow-Origin': '*',
    },
  })
}

// The library escapes texts, so that one by a member cannot be markup.

const text = (value: string): PhrasingContent => ({ type: 'text', value })

const paragraph = (...children: PhrasingContent[]): Paragraph => ({ type: 'paragraph', children })

const heading = (depth: 1 | 2 | 3, value: string): RootContent => ({
  type: 'heading',
  depth,
  children: [text(value)],
})

const link = (url: string, value: string): PhrasingContent => ({
  type: 'link',
  url,
  children: [text(value)],
})

/** What people wrote, inside a line. No text of theirs ends the quote or the line. */
const quoteWords = (value: string) => `“${value.replaceAll(/[“”]/g, '"').replaceAll(/\s+/g, ' ')}”`

/** What people wrote: each line is a paragraph of a quote. */
const quoteLines = (...lines: string[]): BlockContent => ({
  type: 'blockquote',
  children: lines
    .flatMap((line) => line.split(/\n+/))
    .filter((line) => line.trim())
    .map((line) => paragraph(text(line))),
})

const list = (items: readonly PhrasingContent[][], ordered = false): RootContent => ({
  type: 'list',
  ordered,
  spread: false,
  children: items.map((children) => ({ type: 'listItem', children: [paragraph(...children)] })),
})

/** @param items none: the section is left out */
const listSection = (
  title: string,
  items: readonly PhrasingContent[][],
  ordered = false,
): RootContent[] => (items.length > 0 ? [heading(2, title), list(items, ordered)] : [])

const write = (children: RootContent[]): string =>
  toMarkdown({ type: 'root', children }, { bullet: '-' })

/** Such as "4.3 of 5 stars from 27 reviews, between 4.1 and 4.6 with 95 %, as of 2026-11-28". */
function describeFigures({ mean, reviews, interval, excluded_share, day }: ToolEvidence): string {
  if (!reviews || mean === null) return fileWords.noReviews
  return [
    fileWords.rated(formatNumber(mean, 1), reviews),
    interval && fileWords.interval(formatNumber(interval.low, 1), formatNumber(interval.high, 1)),
    excluded_share && fileWords.excluded(formatPercent(excluded_share)),
    fileWords.asOf(day),
  ]
    .filter(Boolean)
    .join(', ')
}

const describeSite = ({ is_sample }: { is_sample: boolean }): RootContent =>
  paragraph(
    text(
      [fileWords.notSponsored, is_sample && fileWords.sample, fileWords.quoteNote]
        .filter(Boolean)
        .join(' '),
    ),
  )

const toRankedItem = (tool: ToolEvidence): PhrasingContent[] => [
  link(tool.url, quoteWords(tool.quoted.name)),
  text(`: ${describeFigures(tool)}`),
]

/** @returns null if no tool has the slug */
async function writeTool(site: Site, slug: string): Promise<string | null> {
  const tool = await getTool(site, slug)
  if (!tool) return null
  const [reviews, alternatives] = await Promise.all([
    getReviews(site, { slug: tool.slug }),
    listAlternatives(site, tool.slug),
  ])
  const { name, category, facts, pros, cons } = tool.quoted
  const toItem = ({ text: point, mentions }: (typeof pros)[number]) => [
    text(`${quoteWords(point)} (${fileWords.mentions(mentions)})`),
  ]
  return write([
    heading(1, fileWords.toolTitle(quoteWords(name))),
    quoteLines(tool.quoted.description),
    paragraph(
      text(`${quoteWords(category)}. ${describeFigures(tool)}. ${fileWords.page}: `),
      link(tool.url, tool.url),
    ),
    describeSite(tool),
    ...listSection(
      fileWords.factsTitle,
      facts.map(({ name: term, value, source }) => [
        text(`${term}: `),
        source ? link(source, quoteWords(value)) : text(quoteWords(value)),
      ]),
    ),
    ...listSection(
      fileWords.usesTitle,
      tool.capabilities.map((use) => [
        link(`${site.siteUrl}${toCapabilityPath(use.slug)}`, use.name),
      ]),
    ),
    ...listSection(fileWords.prosTitle, pros.map(toItem)),
    ...listSection(fileWords.consTitle, cons.map(toItem)),
    ...(reviews && reviews.list.length > 0
      ? [
          heading(2, fileWords.reviewsTitle),
          paragraph(text(fileWords.newest(reviews.list.length, tool.reviews ?? 0))),
          ...reviews.list.flatMap(({ url, rating, day, interests, quoted }) => [
            heading(3, [fileWords.stars(rating), day, ...interests].join(', ')),
            quoteLines(
              `${quoted.title} (${quoted.author})`,
              quoted.content,
              quoted.pros.length > 0 ? fileWords.pros(quoted.pros.join('; ')) : '',
              quoted.cons.length > 0 ? fileWords.cons(quoted.cons.join('; ')) : '',
            ),
            paragraph(link(url, url)),
          ]),
        ]
      : []),
    ...listSection(
      fileWords.alternativesTitle,
      (alternatives?.alternatives ?? []).map(toRankedItem),
      true,
    ),
  ])
}

/** @returns null if no capability has the slug */
async function writeCapability(site: Site, slug: string): Promise<string | null> {
  const capability = await readCapability(site, slug)
  if (!capability) return null
  const listing = await readListing(site, {
    ...{ search: '', category: '', minRating: 0, after: null },
    sort: 'adjusted-desc',
    capability: slug,
  })
  const tools = await describeTools(site, listing.tools)
  const url = site.siteUrl + toCapabilityPath(slug)
  return write([
    heading(1, fileWords.best(capability.name)),
    ...(capability.description ? [quoteLines(capability.description)] : []),
    paragraph(text(`${fileWords.ranking} ${fileWords.page}: `), link(url, url)),
    ...(tools[0] ? [describeSite(tools[0]), list(tools.map(toRankedItem), true)] : []),
  ])
}

/** The uses that /llms.txt names. */
const USES_SHOWN = 40

/** `/llms.txt` (https://llmstxt.org). */
async function writeSummary({ supabase, tag, siteUrl }: Site): Promise<string> {
  tag('capabilities', 'tools')
  const { data: uses } = await supabase
    .from('capabilities')
    .select('slug, name')
    .gt('tool_count', 0)
    .order('tool_count', { ascending: false })
    .order('slug')
    .limit(USES_SHOWN)
    .throwOnError()
  const toItem = (path: string, [name, meaning]: readonly [string, string]) => [
    link(siteUrl + path, name),
    text(`: ${meaning}`),
  ]
  const { summaryLinks: links, pageLinks: pages } = fileWords
  return write([
    heading(1, IDENTITY.name),
    quoteLines(IDENTITY.about),
    paragraph(text(`${fileWords.notSponsored} ${fileWords.pagesText}`)),
    heading(2, fileWords.summaryTitle),
    list([
      toItem('/mcp', links.mcp),
      toItem('/api', links.api),
      toItem('/figures.json', links.figures),
      ...(isAreaOn('open_data') ? [toItem('/data', links.data)] : []),
      toItem('/sitemap.xml', links.sitemap),
    ]),
    heading(2, fileWords.pagesTitle),
    list([
      toItem('/tools', pages.tools),
      toItem('/capabilities', pages.capabilities),
      toItem('/guidelines', pages.guidelines),
      toItem('/trust', pages.trust),
    ]),
    ...listSection(
      fileWords.usedMost,
      uses.map(({ slug, name }) => [link(`${siteUrl}${toCapabilityPath(slug)}.md`, name)]),
    ),
  ])
}
