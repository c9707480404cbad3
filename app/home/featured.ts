import type { Site } from '../data/site.ts'
import type { ToolSummary } from '../tools/tool.ts'

/** The best rated tools, most reviewed first among equals (spec 2 §9). */
export async function readFeaturedTools(supabase: Site['supabase']): Promise<ToolSummary[]> {
  const { data, error } = await supabase.rpc('featured_tools', { how_many: 6 })
  if (error) throw new Error(error.message)
  return data
}
