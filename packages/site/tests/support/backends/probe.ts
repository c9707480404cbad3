// Measures how long a visitor waits while another client sends expensive requests.
import { setTimeout as pause } from 'node:timers/promises'

const PAUSE_MS = 100

export interface Probe {
  statuses: Record<number, number>
  /** Milliseconds until each answer was read. */
  times: number[]
}

/** Repeats a request until `isOver`. @param getPath returns the path of the next request */
export async function probe(
  url: string,
  getPath: () => string,
  headers: Record<string, string>,
  isOver: () => boolean,
): Promise<Probe> {
  const result: Probe = { statuses: {}, times: [] }
  while (!isOver()) {
    const startedAt = performance.now()
    const response = await fetch(`${url}${getPath()}`, { headers })
    await response.text()
    result.times.push(performance.now() - startedAt)
    result.statuses[response.status] = (result.statuses[response.status] ?? 0) + 1
    await pause(PAUSE_MS)
  }
  return result
}

/** @param share 0.5 for the median, 0.95 for p95 */
export function computeQuantile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
