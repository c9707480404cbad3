import type { Site } from '../data/site.ts'
import type { ToolSummary } from '../tools/tool.ts'
import { SAMPLE_TOOLS } from './sample-tools.ts'

/** Spec 2 §9. */
export const FEATURED = 6

/**
 * The best rated tools, most reviewed first among equals (spec 2 §9), or samples where none
 * qualifies. That they cannot be had is logged; the section then shows the samples (spec 1 §8).
 */
export async function readFeaturedTools(supabase: Site['supabase']): Promise<ToolSummary[]> {
  const { data, error } = await supabase.rpc('featured_tools', { how_many: FEATURED })
  if (error) console.error(error.message)
  return data?.length ? data : [...SAMPLE_TOOLS]
}
