import type { Reader } from '../data/cache-tags.ts'
import { addPricing } from '../tools/describe-facts.ts'
import { type CardTool, toCardTool } from '../tools/tool.ts'
import * as homeWords from './words.ts'

/** Invented tools without ratings, shown if no tool qualifies as featured (spec 2 §4). */
const createSampleTools = (): CardTool[] =>
  homeWords.SAMPLES.map(([name, category, description]) => ({
    id: name,
    name,
    slug: '',
    description,
    category,
    rating_average: null,
    review_count: 0,
  }))

/** Spec 2 §9. */
export const FEATURED_MAX = 6

/** Reads the best rated tools, by rating and reviews (spec 2 §9); samples if there are none. */
export async function readFeaturedTools(reader: Reader): Promise<CardTool[]> {
  const { supabase, tag } = reader
  tag('tools', 'throttled:tool-ratings')
  const { data } = await supabase.rpc('featured_tools', { how_many: FEATURED_MAX }).throwOnError()
  return data.length > 0 ? addPricing(reader, data.map(toCardTool)) : createSampleTools()
}
