import { isNoValue } from '../data/plain-message.ts'
import type { Site } from '../data/site.ts'
import { isToolId, TOOL_COLUMNS, type ToolSummary } from './tool.ts'

export interface Said {
  text: string
  mentions: number
}

/** What the reviews of a tool say together. */
export interface ReviewSummary {
  /** Number of reviews by stars, '1' to '5'. */
  distribution: Record<string, number>
  /** From how many reviews pros and cons are: the newest, 1,000 at the most. */
  said_by: number
  pros: Said[]
  cons: Said[]
}

export const NO_SUMMARY: ReviewSummary = { distribution: {}, said_by: 0, pros: [], cons: [] }

/** @param idOrSlug an address part; the slug is matched in lower case */
export async function readTool(
  supabase: Site['supabase'],
  idOrSlug: string,
): Promise<ToolSummary | null> {
  const query = supabase.from('tools').select(TOOL_COLUMNS)
  const { data, error } = await (isToolId(idOrSlug)
    ? query.eq('id', idOrSlug)
    : query.eq('slug', idOrSlug.toLowerCase())
  ).maybeSingle()
  if (isNoValue(error)) return null
  if (error) throw new Error(error.message)
  return data
}

export async function readSummary(
  supabase: Site['supabase'],
  toolId: string,
): Promise<ReviewSummary> {
  const { data, error } = await supabase.rpc('tool_review_summary', { tool: toolId })
  if (error) throw new Error(error.message)
  return data as unknown as ReviewSummary
}
