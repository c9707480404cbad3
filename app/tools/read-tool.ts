import type { Reader } from '../data/cache-tags.ts'
import { findNothing } from '../data/invalid-value.ts'
import { isToolId } from '../shared/tool-id.ts'
import { TOOL_WITH_FACTS_COLUMNS, type ToolDetail } from './tool.ts'

export interface ReviewPoint {
  text: string
  mentions: number
}

/** The summary of a tool's reviews. */
export interface ReviewSummary {
  /** Number of reviews by stars, '1' to '5'. */
  distribution: Record<string, number>
  /** The number of reviews that pros and cons are taken from: the newest, at most 1,000. */
  said_by: number
  pros: ReviewPoint[]
  cons: ReviewPoint[]
}

/** @param idOrSlug a part of the URL; a slug is converted to lower case */
export async function readTool(
  { supabase, tag }: Reader,
  idOrSlug: string,
): Promise<ToolDetail | null> {
  const query = supabase
    .from('tools')
    .select(`${TOOL_WITH_FACTS_COLUMNS}, categories, subcategories, created_at` as const)
  const { data } = await (isToolId(idOrSlug)
    ? query.eq('id', idOrSlug)
    : query.eq('slug', idOrSlug.toLowerCase())
  )
    .maybeSingle()
    .throwOnError()
    .then(null, findNothing)
  tag(data ? `tool:${data.id}` : 'tools')
  return data
}

export async function readSummary(
  { supabase, tag }: Reader,
  toolId: string,
): Promise<ReviewSummary> {
  tag(`reviews:${toolId}`)
  const { data } = await supabase.rpc('tool_review_summary', { tool: toolId }).throwOnError()
  return data as unknown as ReviewSummary
}
