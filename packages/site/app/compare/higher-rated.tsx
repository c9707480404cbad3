import type { Reader } from '../data/cache-tags.ts'
import { Rich } from '../ui/format/rich-text.tsx'
import { FigureLink } from '../ui/links.tsx'
import * as compareWords from './words.ts'

interface RatedTool {
  slug: string
  name: string
  review_count: number
  /** Reviews that count for the adjusted rating, by stars. */
  rating_counts: readonly number[]
}

interface HigherRatedProps {
  tools: readonly RatedTool[]
  pairs: readonly RatedPair[]
}

/** For each two tools a sentence that begins with the verdict (spec 3 §3.1). */
export const HigherRated = ({ tools, pairs }: HigherRatedProps) => (
  <ul className="grid gap-1">
    {pairs.map((pair) => {
      const { a, b, text, reason } = describePair(pair, tools)
      return (
        <li key={`${pair.a},${pair.b}`} className="wrap-anywhere">
          <Rich
            text={text}
            parts={{
              a: a.name,
              b: b.name,
              reason: (
                <FigureLink figure="compare-probability" of={`${a.slug},${b.slug}`}>
                  {reason}
                </FigureLink>
              ),
            }}
          />
        </li>
      )
    })}
  </ul>
)

/** `compare_probabilities` gives no number if a tool has fewer counted reviews. */
const COUNTED_MIN = 10
/** Below this probability the sentence does not name a winner. */
const CLEAR_MIN = 0.8

const countReviews = ({ rating_counts }: RatedTool) =>
  rating_counts.reduce((sum, count) => sum + count, 0)

function describePair({ too_few, ...pair }: RatedPair, tools: readonly RatedTool[]) {
  const isReversed = pair.probability < 0.5
  const find = (wanted: string) =>
    tools.find(({ slug }) => slug === wanted) ?? {
      slug: wanted,
      name: wanted,
      review_count: 0,
      rating_counts: [],
    }
  const a = find(isReversed && !too_few ? pair.b : pair.a)
  const b = find(isReversed && !too_few ? pair.a : pair.b)
  if (too_few) {
    const scarce = [a, b].flatMap((tool) => {
      const counted = countReviews(tool)
      if (counted >= COUNTED_MIN) return []
      return compareWords.higherHas(tool.name, counted, tool.review_count)
    })
    return { a, b, text: compareWords.higherTooFew, reason: scarce.join(', ') }
  }
  const probability = isReversed ? 1 - pair.probability : pair.probability
  return probability >= CLEAR_MIN
    ? { a, b, text: compareWords.higher, reason: compareWords.higherSure(probability) }
    : {
        a,
        b,
        text: compareWords.higherUnclear,
        reason: compareWords.higherChance(probability, a.name),
      }
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
