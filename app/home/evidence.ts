import type { Site } from '../data/site.ts'
import { type ReviewSummary, readSummary } from '../tools/read-tool.ts'
import type { ToolSummary } from '../tools/tool.ts'

/** A tool and what stands behind its rating. */
export interface Evidence {
  tool: ToolSummary
  summary: ReviewSummary
}

/** The most reviewed tool; null where there is no review yet. */
export async function readEvidence(supabase: Site['supabase']): Promise<Evidence | null> {
  const { data, error } = await supabase.rpc('search_tools', { sort: 'reviews-desc', page_size: 1 })
  if (error) throw new Error(error.message)
  const tool = data[0]
  if (!tool || tool.review_count === 0) return null
  const { after_row: _mark, ...summary } = tool
  return { tool: summary, summary: await readSummary(supabase, tool.id) }
}
