import type { Reader } from '../data/cache-tags.ts'
import { type CardTool, cardOf } from '../tools/tool.ts'
import { sampleTools } from './sample-tools.ts'

/** Spec 2 §9. */
export const FEATURED = 6

/**
 * The best rated tools, most reviewed first among equals (spec 2 §9), or samples where none
 * qualifies.
 */
export async function readFeaturedTools({ supabase, tag }: Reader): Promise<CardTool[]> {
  tag('tools', 'featured-tools')
  const { data } = await supabase.rpc('featured_tools', { how_many: FEATURED }).throwOnError()
  return data.length > 0 ? data.map(cardOf) : sampleTools()
}
