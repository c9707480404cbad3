import * as dataWords from '../../data/words.ts'
import { getSupabase } from '../session.ts'

/**
 * The text of a success message: that a moderator checks the post follows if visitors do not see it,
 * because a rule of the site holds it (spec 3 §1). If the read fails, the post counts as published.
 */
export async function describePost(
  table: 'lists' | 'product_launches' | 'reviews' | 'tools',
  id: string,
  text = '',
): Promise<string> {
  const supabase = await getSupabase()
  // The same call for all: the client's types do not accept a union of tables.
  const { data, error } = await supabase
    .from(table as 'reviews')
    .select('id')
    .eq('id', id)
  const isVisible = error !== null || data.length > 0
  return isVisible ? text : `${text}\n${dataWords.postHeld}`.trim()
}
