import { Fragment } from 'react'
import type { Reader } from '../data/cache-tags.ts'
import { formatList } from '../ui/format/numbers.ts'
import { FigureLink } from '../ui/links.tsx'
import * as compareWords from './words.ts'

interface HigherRatedProps {
  tools: readonly RatedTool[]
  pairs: readonly RatedPair[]
}

/** One paragraph that begins with the verdict (spec 3 §3.1). */
export const HigherRated = ({ tools, pairs }: HigherRatedProps) => (
  <p className="wrap-anywhere max-sm:text-sm/5">
    {describeOrder(tools, pairs).map(({ text, pair, sure }, at) => (
      <Fragment key={text}>
        {at > 0 ? ' ' : null}
        <span className={sure === undefined ? 'text-soft' : 'font-semibold'}>{text}</span>
        {sure === undefined ? null : (
          <>
            {' ('}
            <FigureLink figure="compare-probability" of={pair}>
              {compareWords.higherSure(sure)}
            </FigureLink>
            {')'}
          </>
        )}
        {'.'}
      </Fragment>
    ))}
  </p>
)

/** From this probability on a tool is rated higher, and from the second on it probably is. */
const SURE_MIN = 0.95
export const PROBABLE_MIN = 0.8
/** A tool with fewer counted reviews has too few for a verdict. */
const COUNTED_MIN = 3

export interface RatedTool {
  slug: string
  name: string
  counted_reviews: number
}

/** Two tools by their slugs. */
export interface RatedPair {
  a: string
  b: string
  /** That `a` is rated higher than `b`, 0 to 1; null if one has no counted review. */
  probability: number | null
}

export interface Verdict {
  /** Without its last full stop. */
  text: string
  /** The two tools whose probability is named, by their slugs. */
  pair?: string
  /** The probability that all of the sentence is true of each pair. */
  sure?: number
}

export const isComparable = ({ counted_reviews }: RatedTool) => counted_reviews >= COUNTED_MIN

/** @returns the probability that one tool is rated higher than another */
export function toChances(pairs: readonly RatedPair[]) {
  const chances = new Map(
    pairs.flatMap(({ a, b, probability }) =>
      probability === null
        ? []
        : [
            [`${a},${b}`, probability],
            [`${b},${a}`, 1 - probability],
          ],
    ) as [string, number][],
  )
  return (a: RatedTool, b: RatedTool) => chances.get(`${a.slug},${b.slug}`) ?? 0.5
}

/** Describes the order of tools: first those that lead, then those with equal ratings, then those with too few reviews. */
export function describeOrder(tools: readonly RatedTool[], pairs: readonly RatedPair[]): Verdict[] {
  const rated = tools.filter(isComparable)
  const chanceOf = toChances(pairs)
  // Best first, so that each pair is named by its better tool.
  const ordered = rated.toSorted((a, b) => chanceOf(b, a) - chanceOf(a, b))
  const leads = (say: (name: string, others: string) => string, from: number, to: number) =>
    ordered.flatMap((tool, place): Verdict[] => {
      const below = ordered
        .slice(place + 1)
        .map((other) => ({ other, chance: chanceOf(tool, other) }))
        .filter(({ chance }) => chance >= from && chance < to)
      const weakest = below.toSorted((a, b) => a.chance - b.chance)[0]
      if (!weakest) return []
      return [
        {
          text: say(tool.name, formatList(below.map(({ other }) => other.name))),
          pair: `${tool.slug},${weakest.other.slug}`,
          sure: weakest.chance,
        },
      ]
    })
  const equal = ordered.flatMap((tool, place): Verdict[] => {
    const others = ordered.slice(place + 1).filter((other) => chanceOf(tool, other) < PROBABLE_MIN)
    return others.length > 0
      ? [
          {
            text: compareWords.higherEqual(
              tool.name,
              others.map(({ name }) => name),
            ),
          },
        ]
      : []
  })
  const listNames = (isWanted: (counted: number) => boolean) =>
    tools.filter((tool) => isWanted(tool.counted_reviews)).map(({ name }) => name)
  const few = listNames((counted) => counted > 0 && counted < COUNTED_MIN)
  const none = listNames((counted) => counted === 0)
  return [
    ...leads(compareWords.higher, SURE_MIN, 2),
    ...leads(compareWords.higherProbably, PROBABLE_MIN, SURE_MIN),
    ...equal,
    ...(few.length > 0 ? [{ text: compareWords.higherFew(few) }] : []),
    ...(none.length > 0 ? [{ text: compareWords.higherNone(none) }] : []),
  ]
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
