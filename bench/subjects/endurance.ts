import { formatInteger, medianOf } from '../figures.ts'
import { applyMixedLoad } from '../mixed-load.ts'
import type { Result } from '../results.ts'
import { startSite } from '../site.ts'

const MINUTES = 30
/** Memory of the last third divided by that of the second; the first third fills the caches. */
const GOAL = 1.05

/**
 * People read, search, review and vote for half an hour. Measures the memory of the process each
 * minute, to find leaks.
 * @param folder data folder of the site
 */
export async function measureEndurance(folder: string): Promise<Result[]> {
  // Start twice: the memory that loading the demo content needs would hide later growth.
  await (await startSite(folder)).stop()
  const site = await startSite(folder)
  try {
    const { done, requests, memory } = await applyMixedLoad(site.url, folder, MINUTES)
    const third = Math.floor(memory.length / 3)
    const before = medianOf(memory.slice(third, 2 * third))
    const after = medianOf(memory.slice(2 * third))
    return [
      {
        name: `${MINUTES} minutes of reading, searching and writing: failed requests`,
        measured: `${done.errors.length} of ${formatInteger(requests)}, ${formatInteger(done.writes)} of them writes${done.errors[0] ? ` (${done.errors[0]})` : ''}`,
        goal: '0',
        isMet: done.errors.length === 0,
      },
      {
        name: 'resident memory in the last third, compared with the second',
        measured: `${(after / before).toFixed(2)} times (${before} to ${after} MB, at most ${Math.max(...memory)})`,
        goal: `at most ${GOAL} times`,
        isMet: after <= before * GOAL,
      },
    ]
  } finally {
    await site.stop()
  }
}
