import { getSupabase } from '../session/session.ts'

/**
 * Tools, capabilities and categories that a visitor may be typing (spec 5 §2).
 * @param only_kind for more of one kind
 */
export async function readSuggestions(
  query: string,
  signal: AbortSignal,
  only_kind?: 'capability',
) {
  const supabase = await getSupabase()
  const { data } = await supabase
    .rpc('suggest', { query, ...(only_kind ? { only_kind } : {}) })
    .abortSignal(signal)
    .throwOnError()
  return data
}
