import { applyLoad } from './mixed-load.ts'
import { type Line, middle, startSite, whole } from './support.ts'

const MINUTES = 30
/** Most that the last third of the time may need beyond the second: the first fills what is kept. */
const WANTED = 1.05

/**
 * People read, search, review and vote for half an hour, and the process's memory is looked at each
 * minute: what only ever grows ends a site that nobody restarts.
 * @param folder for its data
 */
export async function endurance(folder: string): Promise<Line[]> {
  // What the demo content's loading needed once would hide what comes later.
  await (await startSite(folder)).stop()
  const site = await startSite(folder)
  try {
    const { done, requests, memory } = await applyLoad(site.url, folder, MINUTES)
    const third = Math.floor(memory.length / 3)
    const before = middle(memory.slice(third, 2 * third))
    const after = middle(memory.slice(2 * third))
    return [
      {
        what: `${MINUTES} minutes of reading, searching and writing: faults`,
        figure: `${done.faults.length} of ${whole(requests)} requests, ${whole(done.writes)} of them writes${done.faults[0] ? ` (${done.faults[0]})` : ''}`,
        wanted: '0',
        isMet: done.faults.length === 0,
      },
      {
        what: 'resident memory in their last third, of that in the second',
        figure: `${(after / before).toFixed(2)} times (${before} to ${after} MB, at most ${Math.max(...memory)})`,
        wanted: `at most ${WANTED} times`,
        isMet: after <= before * WANTED,
      },
    ]
  } finally {
    await site.stop()
  }
}
