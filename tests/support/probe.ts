// A visitor who goes on reading while somebody else attacks, and what the waiting was like.
import { setTimeout as pause } from 'node:timers/promises'

/** Between two requests, in milliseconds. */
const PAUSE = 100

export interface Probe {
  statuses: Record<number, number>
  /** Milliseconds until each answer was read. */
  times: number[]
}

/** Repeats a request until `isOver`. @param pathOf the next path, so that each may be another page */
export async function probe(
  url: string,
  pathOf: () => string,
  headers: Record<string, string>,
  isOver: () => boolean,
): Promise<Probe> {
  const result: Probe = { statuses: {}, times: [] }
  while (!isOver()) {
    const startedAt = performance.now()
    const response = await fetch(`${url}${pathOf()}`, { headers })
    await response.text()
    result.times.push(performance.now() - startedAt)
    result.statuses[response.status] = (result.statuses[response.status] ?? 0) + 1
    await pause(PAUSE)
  }
  return result
}

/** @param share 0.5 for the median, 0.95 for p95 */
export function quantile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
