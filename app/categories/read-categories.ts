import type { Reader } from '../data/cache-tags.ts'

export interface Category {
  name: string
  description: string
  icon: string
  color: string
  trending: boolean
  /** `slug` of the capability with this name, if there is one. */
  subcategories: { name: string; slug?: string }[]
  aliases: string[]
  toolCount: number
}

/** Reads the categories in their order, with their numbers of tools. */
export async function readCategories({ supabase, tag }: Reader): Promise<Category[]> {
  tag('categories', 'tools', 'capabilities')
  const [rows, counts] = await Promise.all([
    supabase
      .from('categories')
      .select(
        'name, description, icon, color, trending, subcategories, aliases, capabilities(slug, name)',
      )
      .order('position')
      .throwOnError(),
    supabase.rpc('category_counts').throwOnError(),
  ])
  const toolCounts = new Map(counts.data.map(({ name, tool_count }) => [name, tool_count]))
  return rows.data.map(({ capabilities, ...row }) => ({
    ...row,
    subcategories: row.subcategories.map((name) => ({
      name,
      slug: capabilities.find((capability) => capability.name === name)?.slug,
    })),
    toolCount: toolCounts.get(row.name) ?? 0,
  }))
}

/** Reads the fields that a selection of categories needs, in their order. */
export async function readCategoryNames({
  supabase,
  tag,
}: Reader): Promise<Pick<Category, 'name' | 'aliases'>[]> {
  tag('categories')
  const { data } = await supabase
    .from('categories')
    .select('name, aliases')
    .order('position')
    .throwOnError()
  return data
}

/** Returns the name of a category. @param name or alias; an unknown one is returned unchanged */
export const resolveCategory = (
  name: string,
  categories: readonly Pick<Category, 'name' | 'aliases'>[],
): string => categories.find(({ aliases }) => aliases.includes(name.toLowerCase()))?.name ?? name

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
