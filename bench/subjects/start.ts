import { measureLoad, type Pace } from '../compare-loads.ts'
import { medianOf } from '../figures.ts'
import type { Result } from '../results.ts'
import { readMemory, startSite } from '../site.ts'

const STARTS = 3
/** From the command to the first answer. */
const GOAL_SECONDS = 1.5
/** The memory of a small machine. */
const MEMORY_GOAL_MB = 1024

/**
 * Measures the start on existing data, and the memory of the process at rest and under load.
 * @param folder data folder of a site that is not running
 */
export async function measureStart(folder: string, pace: Pace): Promise<Result[]> {
  const times: number[] = []
  for (let turn = 1; turn < STARTS; turn += 1) {
    const { site, seconds } = await timeStart(folder)
    times.push(seconds)
    await site.stop()
  }
  const { site, seconds } = await timeStart(folder)
  try {
    return [toStartResult(medianOf([...times, seconds])), await measureResident(site.url, pace)]
  } finally {
    await site.stop()
  }
}

async function timeStart(folder: string) {
  const startedAt = performance.now()
  const site = await startSite(folder)
  await fetchText(site.url)
  return { site, seconds: (performance.now() - startedAt) / 1000 }
}

const toStartResult = (seconds: number): Result => ({
  name: 'start on existing data, from the command to the first answer',
  measured: `${seconds.toFixed(2)} s`,
  goal: `less than ${GOAL_SECONDS} s`,
  isMet: seconds < GOAL_SECONDS,
})

async function measureResident(url: string, pace: Pace): Promise<Result> {
  const { resident: idle } = await readMemory(url)
  let highest = idle
  const readHighest = async () => {
    const { resident } = await readMemory(url)
    highest = Math.max(highest, resident)
  }
  const reads: Promise<void>[] = []
  const watch = setInterval(() => reads.push(readHighest()), 250)
  // A page and its navigation data.
  await measureLoad(`${url}/tools`, pace)
  await measureLoad(`${url}/tools.data`, pace)
  clearInterval(watch)
  await Promise.all(reads)
  return {
    name: 'resident memory: at rest, peak under load',
    measured: `${idle} MB, ${highest} MB`,
    goal: `at most ${MEMORY_GOAL_MB} MB`,
    isMet: highest <= MEMORY_GOAL_MB,
  }
}

async function fetchText(url: string): Promise<string> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  return response.text()
}
