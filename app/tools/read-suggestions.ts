import { getSupabase } from '../session/session.ts'

/** Tools, capabilities and categories that a visitor may be typing (spec 5 §2). */
export async function readSuggestions(query: string, signal: AbortSignal) {
  const supabase = await getSupabase()
  const { data } = await supabase.rpc('suggest', { query }).abortSignal(signal).throwOnError()
  return data
}
