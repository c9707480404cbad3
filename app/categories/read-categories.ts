import type { Reader } from '../data/cache-tags.ts'

export interface Category {
  name: string
  description: string
  icon: string
  color: string
  trending: boolean
  subcategories: string[]
  aliases: string[]
  toolCount: number
}

/** The 20 categories in their order, with how many tools each has. */
export async function readCategories({ supabase, tag }: Reader): Promise<Category[]> {
  tag('categories', 'tools')
  const [rows, counts] = await Promise.all([
    supabase
      .from('categories')
      .select('name, description, icon, color, trending, subcategories, aliases')
      .order('position')
      .throwOnError(),
    supabase.rpc('category_counts').throwOnError(),
  ])
  const countOf = new Map(counts.data.map(({ name, tool_count }) => [name, tool_count]))
  return rows.data.map((row) => ({ ...row, toolCount: countOf.get(row.name) ?? 0 }))
}

/** What a choice of category needs of them, in their order. */
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

/** The category that an address means by name or alias, as it is called; else what it says. */
export const categoryMeant = (
  name: string,
  categories: readonly Pick<Category, 'name' | 'aliases'>[],
): string => categories.find(({ aliases }) => aliases.includes(name.toLowerCase()))?.name ?? name
