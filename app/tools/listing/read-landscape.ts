import type { Reader } from '../../data/cache-tags.ts'

/** A point of the scatter plot. */
export interface PlottedTool {
  id: string
  name: string
  slug: string
  rating_average: number
  review_count: number
}

/** Reads the most reviewed tools of a category, in descending order. */
export async function readLandscape(
  { supabase, tag }: Reader,
  category: string,
): Promise<PlottedTool[]> {
  tag('tools', 'tool-ratings', 'categories')
  const { data } = await supabase
    .rpc('category_landscape', { in_category: category })
    .throwOnError()
  // The function returns only tools with reviews, and they have a rating.
  return data.map((tool) => ({ ...tool, rating_average: tool.rating_average ?? 0 }))
}
