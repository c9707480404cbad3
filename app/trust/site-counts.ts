import type { Reader } from '../data/cache-tags.ts'
import type { SiteCounts } from '../data/rpc-results.ts'

export async function readSiteCounts({ supabase, tag }: Reader): Promise<SiteCounts> {
  tag('throttled:reviews', 'profiles', 'tools')
  const { data } = await supabase.rpc('trust_figures').throwOnError()
  return data
}
