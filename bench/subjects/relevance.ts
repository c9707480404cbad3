import { createClient } from '@supabase/supabase-js'
import type { Database } from '@toolmark/site/app/data/database.types.ts'
import type { Result } from '../results.ts'
import { readSearches } from '../searches.ts'

const GOALS = { ndcg: 0.88, first: 0.97, none: 0.01 }
const SHOWN = 10

/**
 * Measures what searches of the demo find: nDCG@10 with binary relevance, the share of searches with a wanted tool among
 * the first three, and the share without a result.
 */
export async function measureRelevance(url: string, anonKey: string): Promise<Result> {
  const supabase = createClient<Database>(url, anonKey, { auth: { persistSession: false } })
  const searches = readSearches()
  let [ndcg, first, none] = [0, 0, 0]
  for (const { query, want } of searches) {
    const { data } = await supabase
      .rpc('search_tools', { query, sort: 'relevance', page_size: SHOWN })
      .throwOnError()
    const hits = data.map(({ name, slug }) => want.includes(name) || want.includes(slug))
    const ideal = discount(Array<boolean>(Math.min(SHOWN, want.length)).fill(true))
    ndcg += discount(hits) / ideal / searches.length
    first += Number(hits.slice(0, 3).includes(true)) / searches.length
    none += Number(hits.length === 0) / searches.length
  }
  const percent = (share: number) => `${(100 * share).toFixed(0)} %`
  return {
    name: `${searches.length} searches of the demo: nDCG@10, a wanted tool among the first three, no result`,
    measured: `${ndcg.toFixed(2)}, ${percent(first)}, ${percent(none)}`,
    goal: `at least ${GOALS.ndcg}, ${percent(GOALS.first)}, at most ${percent(GOALS.none)}`,
    isMet: ndcg >= GOALS.ndcg && first >= GOALS.first && none <= GOALS.none,
  }
}

/** A hit counts less, the later it comes. */
const discount = (hits: readonly boolean[]) =>
  hits.reduce((sum, isHit, place) => sum + Number(isHit) / Math.log2(place + 2), 0)
