import { distance } from 'fastest-levenshtein'

/** A longer name is no typing error, and comparing it costs time. */
const MAX_LENGTH = 200

/**
 * The most similar of some names, for a hint.
 * @param minScore 0 to 1: the share of characters that must be equal
 */
export function findNearestName(
  names: Iterable<string>,
  wanted: string,
  minScore: number,
): string | undefined {
  if (wanted.length > MAX_LENGTH) return undefined
  let nearest: string | undefined
  let best = minScore
  for (const name of names) {
    const longest = Math.max(name.length, wanted.length, 1)
    const score = 1 - distance(name.toLowerCase(), wanted.toLowerCase()) / longest
    if (score > best || (score === best && nearest === undefined)) {
      nearest = name
      best = score
    }
  }
  return nearest
}
