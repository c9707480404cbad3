import type { Reader } from '../data/cache-tags.ts'

/** Two tools by their slugs. */
export interface RatedPair {
  a: string
  b: string
  /** That `a` is rated higher than `b`; 0 to 1. */
  probability: number
  /** One of them has too few counted reviews for a number. */
  too_few: boolean
}

/** @param slugs of tools that the page has the tags of */
export async function readPairs(
  { supabase }: Pick<Reader, 'supabase'>,
  slugs: string[],
): Promise<RatedPair[]> {
  if (slugs.length < 2) return []
  const { data } = await supabase.rpc('compare_probabilities', { slugs }).throwOnError()
  return data
}
