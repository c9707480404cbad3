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

/** What home shows of a category. */
export type TileCategory = Pick<Category, 'name' | 'icon' | 'color' | 'aliases' | 'toolCount'>

/** Reads the first categories, as home shows them. */
export async function readTileCategories(reader: Reader, count: number): Promise<TileCategory[]> {
  const categories = await readCategories(reader)
  return categories.slice(0, count).map(({ name, icon, color, aliases, toolCount }) => ({
    ...{ name, icon, color, toolCount },
    // The first is in its address.
    aliases: aliases.slice(0, 1),
  }))
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
