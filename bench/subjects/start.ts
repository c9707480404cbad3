import { setTimeout as pause } from 'node:timers/promises'
import { measureLoad, type Pace } from '../compare-loads.ts'
import { medianOf } from '../figures.ts'
import type { Result } from '../results.ts'
import { readMemory, startSite } from '../site.ts'

const STARTS = 3
/** From the command to the first answer. */
const GOAL_SECONDS = 1.5
/** Between two reads of the memory. */
const SAMPLE_MS = 250
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
  const loaded = new AbortController()
  const load = async () => {
    try {
      // A page and its navigation data.
      await measureLoad(`${url}/tools`, pace)
      await measureLoad(`${url}/tools.data`, pace)
    } finally {
      loaded.abort()
    }
  }
  const [peak] = await Promise.all([watchMemory(url, loaded.signal), load()])
  const highest = Math.max(idle, peak)
  return {
    name: 'resident memory: at rest, peak under load',
    measured: `${idle} MB, ${highest} MB`,
    goal: `at most ${MEMORY_GOAL_MB} MB`,
    isMet: highest <= MEMORY_GOAL_MB,
  }
}

/** @returns the highest resident memory until the signal, in MB */
async function watchMemory(url: string, until: AbortSignal): Promise<number> {
  let highest = 0
  while (!until.aborted) {
    highest = Math.max(highest, (await readMemory(url)).resident)
    await pause(SAMPLE_MS)
  }
  return highest
}

async function fetchText(url: string): Promise<string> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  return response.text()
}
