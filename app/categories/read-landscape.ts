import type { Reader } from '../data/cache-tags.ts'

/** A point of a category's plot. */
export interface PlottedTool {
  id: string
  name: string
  slug: string
  rating_average: number
  review_count: number
}

/** The most reviewed tools of a category, the most reviewed first. */
export async function readLandscape(
  { supabase, tag }: Reader,
  category: string,
): Promise<PlottedTool[]> {
  tag('tools', 'tool-ratings', 'categories')
  const { data } = await supabase
    .rpc('category_landscape', { in_category: category })
    .throwOnError()
  // It lists only what has reviews, and so a rating.
  return data.map((tool) => ({ ...tool, rating_average: tool.rating_average ?? 0 }))
}
