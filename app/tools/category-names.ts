import type { Reader } from '../data/cache-tags.ts'

/** A category as a selection needs it. */
export interface CategoryName {
  name: string
  aliases: string[]
}

/** Reads the fields that a selection of categories needs, in their order. */
export async function readCategoryNames({ supabase, tag }: Reader): Promise<CategoryName[]> {
  tag('categories')
  const { data } = await supabase
    .from('categories')
    .select('name, aliases')
    .order('position')
    .throwOnError()
  return data
}

/** Returns the name of a category. @param name or alias; an unknown one is returned unchanged */
export const resolveCategory = (name: string, categories: readonly CategoryName[]): string =>
  categories.find(({ aliases }) => aliases.includes(name.toLowerCase()))?.name ?? name
