import type { Votes } from './use-votes.ts'

/**
 * @param counts id and number of votes; a view's columns have types that allow null
 * @param own ids that the viewer voted for
 */
export function toVotes(
  counts: readonly (readonly [id: string | null, count: number | null])[],
  own: readonly string[],
): Votes {
  return Object.fromEntries(
    counts.map(([id, count]) => [
      id ?? '',
      { count: count ?? 0, isMine: id !== null && own.includes(id) },
    ]),
  )
}
