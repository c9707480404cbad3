import type { Reader } from '../data/cache-tags.ts'
import { isNoValue } from '../data/no-value.ts'
import { isToolId } from '../shared/tool-id.ts'
import { TOOL_COLUMNS, type ToolDetail } from './tool.ts'

export interface ReviewPoint {
  text: string
  mentions: number
}

/** What the reviews of a tool say together. */
export interface ReviewSummary {
  /** Number of reviews by stars, '1' to '5'. */
  distribution: Record<string, number>
  /** From how many reviews pros and cons are: the newest, 1,000 at the most. */
  said_by: number
  pros: ReviewPoint[]
  cons: ReviewPoint[]
}

export const NO_SUMMARY: ReviewSummary = { distribution: {}, said_by: 0, pros: [], cons: [] }

/** @param idOrSlug an address part; the slug is matched in lower case */
export async function readTool(
  { supabase, tag }: Reader,
  idOrSlug: string,
): Promise<ToolDetail | null> {
  const query = supabase.from('tools').select(`${TOOL_COLUMNS}, categories` as const)
  const { data, error } = await (isToolId(idOrSlug)
    ? query.eq('id', idOrSlug)
    : query.eq('slug', idOrSlug.toLowerCase())
  ).maybeSingle()
  tag(data ? `tool:${data.id}` : 'tools')
  if (isNoValue(error)) return null
  if (error) throw new Error(error.message)
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
