import { load, type Pace } from './compare.ts'
import { type Line, middle, startSite } from './support.ts'

const STARTS = 3
/** In seconds, from the command to the first answer. */
const WANTED = 1.5
const MB = 1024 ** 2
/** All that a small machine has, in MB. */
const MEMORY_WANTED = 1024

/**
 * A start on data that is there, and the memory that it comes to.
 * @param folder of a site's data, which does not run
 */
export async function starts(folder: string, pace: Pace): Promise<Line[]> {
  const times: number[] = []
  for (let turn = 1; turn < STARTS; turn += 1) {
    const { site, seconds } = await timedStart(folder)
    times.push(seconds)
    await site.stop()
  }
  const { site, seconds } = await timedStart(folder)
  try {
    return [lineOf(middle([...times, seconds])), await memoryOf(site.url, pace)]
  } finally {
    await site.stop()
  }
}

async function timedStart(folder: string) {
  const begun = performance.now()
  const site = await startSite(folder)
  await answered(site.url)
  return { site, seconds: (performance.now() - begun) / 1000 }
}

const lineOf = (seconds: number): Line => ({
  what: 'from the command to the first answer, on data that is there',
  figure: `${seconds.toFixed(2)} s`,
  wanted: `less than ${WANTED} s`,
  isMet: seconds < WANTED,
})

async function memoryOf(url: string, pace: Pace): Promise<Line> {
  const idle = await residentOf(url)
  let highest = idle
  const watch = setInterval(() => {
    void residentOf(url).then((bytes) => {
      highest = Math.max(highest, bytes)
    })
  }, 250)
  // A finished page, and the router's form of it, which is rendered each time.
  await load(`${url}/tools`, pace)
  await load(`${url}/tools.data`, pace)
  clearInterval(watch)
  return {
    what: 'resident memory at rest, and the most under load',
    figure: `${Math.round(idle / MB)} MB, ${Math.round(highest / MB)} MB`,
    wanted: `at most ${MEMORY_WANTED} MB`,
    isMet: highest <= MEMORY_WANTED * MB,
  }
}

async function residentOf(url: string): Promise<number> {
  const text = await answered(`${url}/_/metrics`)
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1])
}

async function answered(url: string): Promise<string> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  return response.text()
}
