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

/** White space, markup and case, which the server changes in a text. */
const toPlain = (text: unknown) =>
  String(text ?? '')
    .replace(/<[^<>]*>|[<>]|\p{Cf}|\s+/gu, '')
    .toLowerCase()

/**
 * As `describePost`, for a profile or a company: what a rule holds is not shown until a moderator approves it.
 * @param written the texts that were sent, by column
 */
export async function describeChange(
  table: 'companies' | 'profiles',
  id: string,
  written: Readonly<Record<string, unknown>>,
  text = '',
): Promise<string> {
  const supabase = await getSupabase()
  const { data } = await (table === 'companies'
    ? supabase.from('companies').select('*').eq('id', id).maybeSingle()
    : supabase.from('profiles').select('*').eq('user_id', id).maybeSingle())
  const isShown = Object.entries(data ?? {}).every(
    ([name, shown]) => !(name in written) || toPlain(shown) === toPlain(written[name]),
  )
  return isShown ? text : `${text}\n${dataWords.postHeld}`.trim()
}
