import type { Reader } from '../data/cache-tags.ts'
import type { ReviewSummary } from '../data/rpc-results.ts'
import { readSummary } from '../tools/read-tool.ts'
import type { ToolSummary } from '../tools/tool.ts'

/** A tool and the summary of its reviews. */
export interface Evidence {
  tool: ToolSummary
  summary: ReviewSummary
}

/** Reads the most reviewed tool; null if no tool has a review. */
export async function readEvidence(reader: Reader): Promise<Evidence | null> {
  reader.tag('tools', 'throttled:tool-ratings')
  const { data } = await reader.supabase
    .rpc('search_tools', { sort: 'reviews-desc', page_size: 1 })
    .throwOnError()
  const tool = data[0]
  if (!tool || tool.review_count === 0) return null
  reader.tag(`tool:${tool.id}`)
  const { after_row: _cursor, ...summary } = tool
  return { tool: summary, summary: await readSummary(reader, tool.id) }
}
