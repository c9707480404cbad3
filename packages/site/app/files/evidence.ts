import { z } from 'zod'
import type { Reader } from '../data/cache-tags.ts'
import { readHasDemoContent, type Site } from '../data/site.ts'
import { type ToolSummary, toToolPath } from '../tools/tool.ts'
import { today } from '../ui/format/day.ts'
import * as fileWords from './words.ts'

/** What each figure of a tool comes with. */
export const EVIDENCE = {
  url: z.string().describe(fileWords.DESCRIPTIONS.url),
  reviews: z.int().nullable().describe(fileWords.DESCRIPTIONS.reviews),
  mean: z.number().nullable().describe(fileWords.DESCRIPTIONS.mean),
  interval: z
    .object({ low: z.number(), high: z.number() })
    .nullable()
    .describe(fileWords.DESCRIPTIONS.interval),
  excluded_share: z.number().nullable().describe(fileWords.DESCRIPTIONS.excluded),
  day: z.string().describe(fileWords.DESCRIPTIONS.day),
  is_sample: z.boolean().describe(fileWords.DESCRIPTIONS.sample),
  sponsored: z.literal(false).describe(fileWords.DESCRIPTIONS.sponsored),
}

/** Texts that people wrote stand here and nowhere else. */
export const quote = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object(shape).describe(fileWords.quoteNote)

export const TOOL = z.object({
  ...EVIDENCE,
  slug: z.string(),
  quoted: quote({ name: z.string(), category: z.string(), description: z.string() }),
})

export type ToolEvidence = z.infer<typeof TOOL>

/** The members of EVIDENCE that are the same in one answer. */
export const readFrame = async (site: Site) => ({
  day: today(),
  is_sample: await readHasDemoContent(site),
  sponsored: false as const,
})

/** Of an answer that is not about one tool. */
export const NO_FIGURES = { reviews: null, mean: null, interval: null, excluded_share: null }

/** The most that `tool_evidence` returns. */
export const MAX_TOOLS = 25

type Named = Pick<ToolSummary, 'id' | 'slug' | 'name' | 'category' | 'description'>

/** Adds its figures to each of at most 25 tools. */
export async function describeTools(site: Site, tools: readonly Named[]): Promise<ToolEvidence[]> {
  if (tools.length === 0) return []
  const [frame, figures] = await Promise.all([readFrame(site), readFigures(site, tools)])
  return tools.map((tool) => ({
    url: site.siteUrl + toToolPath(tool),
    ...(figures.get(tool.id) ?? NO_FIGURES),
    ...frame,
    slug: tool.slug,
    quoted: {
      name: tool.name,
      category: tool.category,
      description: tool.description,
    },
  }))
}

async function readFigures({ supabase, tag }: Reader, tools: readonly Named[]) {
  tag(...tools.map(({ id }) => `reviews:${id}` as const))
  const { data } = await supabase
    .rpc('tool_evidence', { tools: tools.map(({ id }) => id) })
    .throwOnError()
  return new Map(
    data.map(({ id, reviews, counted, average, low, high }) => [
      id,
      {
        reviews,
        mean: average,
        interval: low === null || high === null ? null : { low, high },
        excluded_share: reviews > 0 ? round((reviews - counted) / reviews) : null,
      },
    ]),
  )
}

const round = (share: number) => Math.round(share * 10_000) / 10_000
