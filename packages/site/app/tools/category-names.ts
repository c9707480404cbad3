import type { Reader } from '../data/cache-tags.ts'

/** A category as a selection needs it. */
export interface CategoryName {
  name: string
  slug: string
  aliases: string[]
}

/** Reads the fields that a selection of categories needs, in their order. */
export async function readCategoryNames({ supabase, tag }: Reader): Promise<CategoryName[]> {
  tag('categories')
  const { data } = await supabase
    .from('categories')
    .select('name, slug, aliases')
    .order('position')
    .throwOnError()
  return data
}

/**
 * Finds the name of a category, as `private.find_category` does.
 * @param text a name, slug or alias in any case; an unknown one is returned unchanged
 */
export function resolveCategory(text: string, categories: readonly CategoryName[]): string {
  const key = text.toLowerCase()
  const isMeant = ({ name, slug, aliases }: CategoryName) =>
    [name.toLowerCase(), slug, ...aliases].includes(key)
  return categories.find(isMeant)?.name ?? text
}
