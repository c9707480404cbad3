import type { Reader } from '../data/cache-tags.ts'
import { isAreaOn } from '../shared/areas.ts'
import {
  isComparable,
  PROBABLE_MIN,
  type RatedPair,
  type RatedTool,
  readPairs,
  toChances,
} from './higher-rated.tsx'
import * as compareWords from './words.ts'

/** As many as `compare_probabilities` compares. */
const PROBABILITIES_MAX = 8
const WORDS_MAX = 20
/** Of the tools that lead so many are named, and of those that come next fewer. */
const NAMED_MAX = 4

/** The verdict of a list; empty without comparisons. @param tools the best first; the page has their tags */
export async function readVerdict(reader: Reader, tools: readonly RatedTool[]): Promise<string> {
  if (!isAreaOn('compare')) return ''
  const slugs = tools.filter(isComparable).map(({ slug }) => slug)
  return describeLeaders(tools, await readPairs(reader, slugs.slice(0, PROBABILITIES_MAX)))
}

/** Describes in at most 20 words which tools lead, and which come next. */
export function describeLeaders(tools: readonly RatedTool[], pairs: readonly RatedPair[]): string {
  const compared = tools.filter(isComparable).slice(0, PROBABILITIES_MAX)
  const [only] = compared
  if (!only) {
    return tools.some((tool) => tool.counted_reviews > 0)
      ? compareWords.verdictFew
      : compareWords.verdictNone
  }
  if (compared.length === 1) return compareWords.verdictOnly(only.name)
  const chanceOf = toChances(pairs)
  /** Those that no other one is probably rated higher than. */
  const findLeaders = (group: readonly RatedTool[]) =>
    group.filter((tool) => group.every((other) => chanceOf(other, tool) < PROBABLE_MIN))
  const first = findLeaders(compared)
  const next = findLeaders(compared.filter((tool) => !first.includes(tool)))
  const [names, nextNames] = [first, next].map((group) => group.map(({ name }) => name))
  const then =
    next.length > 0 && next.length < NAMED_MAX
      ? ` ${compareWords.verdictThen(nextNames ?? [])}`
      : ''
  return (
    [Math.min(first.length, NAMED_MAX), 2, 1]
      .map((shown) => compareWords.verdictLead(names ?? [], shown))
      .flatMap((lead) => [lead + then, lead])
      .find((text) => text.split(/\s+/).length <= WORDS_MAX) ??
    compareWords.verdictMany(first.length)
  )
}
