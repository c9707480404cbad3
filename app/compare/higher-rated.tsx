import type { Reader } from '../data/cache-tags.ts'
import type { ToolSummary } from '../tools/tool.ts'
import { Rich } from '../ui/format/rich-text.tsx'
import { FigureLink } from '../ui/links/figure-link.tsx'
import * as compareWords from './words.ts'

interface HigherRatedProps {
  tools: readonly ToolSummary[]
  pairs: readonly RatedPair[]
}

/** For each two tools, how probable it is that the first is rated higher (spec 3 §3.1). */
export function HigherRated({ tools, pairs }: HigherRatedProps) {
  if (pairs.length === 0) return null
  const getName = (slug: string) => tools.find((tool) => tool.slug === slug)?.name ?? slug
  return (
    <section aria-labelledby="higher" className="panel mt-4 grid gap-2 p-5 text-sm">
      <h2 id="higher" className="text-base font-semibold">
        {compareWords.higherTitle}
      </h2>
      <ul className="grid gap-1">
        {pairs.map(({ a, b, probability, too_few }) => (
          <li key={`${a},${b}`} className="wrap-anywhere">
            <Rich
              text={compareWords.higher}
              parts={{
                a: getName(a),
                b: getName(b),
                probability: (
                  <FigureLink figure="compare-probability" of={`${a},${b}`}>
                    {too_few ? compareWords.higherTooFew : compareWords.higherPercent(probability)}
                  </FigureLink>
                ),
              }}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Two tools by their slugs. */
interface RatedPair {
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
