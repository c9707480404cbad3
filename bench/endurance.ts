import { setTimeout as pause } from 'node:timers/promises'
import { type Acknowledged, type Person, serviceOf, signUp } from './people.ts'
import { type Line, middle, startSite, whole } from './support.ts'

const MINUTES = 30
const MINUTE = 60_000
const PEOPLE = 50
/** Between two requests, in milliseconds. */
const PAUSE = 20
/** Of this many, one writes. */
const ONE_WRITES = 10
/** Most that the last third of the time may need beyond the second: the first fills what is kept. */
const WANTED = 1.05
const WORDS = 'figma notes design password mail video chart code team plan sales cloud'.split(' ')
const PAGES = ['/', '/all-tools', '/tool/figma', '/launches', '/categories', '/trust', '/compare']

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
    const done: Acknowledged = { reviews: new Map(), upvotes: new Map(), faults: [], writes: 0 }
    const { requests, memory } = await use(site.url, await peopleOf(site.url, folder), done)
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

async function peopleOf(url: string, folder: string): Promise<Person[]> {
  const service = await serviceOf(url, folder)
  const tools = await service.from('tools').select('id').throwOnError()
  const live = await service
    .from('product_launches')
    .select('id')
    .eq('status', 'live')
    .throwOnError()
  return signUp(
    url,
    folder,
    PEOPLE,
    tools.data.map(({ id }) => id),
    live.data.flatMap(({ id }) => id ?? []),
  )
}

/** @returns how often it was asked, and the resident memory of each minute in MB */
async function use(url: string, people: readonly Person[], done: Acknowledged) {
  const until = performance.now() + MINUTES * MINUTE
  const memory: number[] = []
  let requests = 0
  let lookAt = performance.now()
  for (; performance.now() < until; requests += 1) {
    if (requests % ONE_WRITES === 0) await people[(requests / ONE_WRITES) % PEOPLE]?.act(done)
    else await read(url, requests).catch((error: unknown) => done.faults.push(String(error)))
    if (performance.now() >= lookAt) {
      const { resident, heap, external } = await memoryOf(url)
      memory.push(resident)
      console.error(
        `${memory.length - 1} min: ${resident} MB, of which ${heap} in the heap and ${external} beside it, after ${requests} requests`,
      )
      lookAt += MINUTE
    }
    await pause(PAUSE)
  }
  return { requests, memory }
}

/** Pages that are kept and searches that nobody made before, each as another visitor. */
async function read(url: string, turn: number): Promise<void> {
  const search = `${WORDS[turn % WORDS.length]} ${turn}`
  const path =
    turn % 3 === 0
      ? `/all-tools?search=${encodeURIComponent(search)}`
      : (PAGES[turn % PAGES.length] ?? '/')
  const visitor = `203.0.${turn % 200}.${turn % 250}`
  const response = await fetch(url + path, { headers: { 'x-forwarded-for': visitor } })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
}

/** Of the site's process, in MB; what is neither in its heap nor beside it is the engine's. */
async function memoryOf(url: string) {
  const text = await (await fetch(`${url}/_/metrics`)).text()
  const read = (name: string) =>
    Math.round(Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1]) / 1024 ** 2)
  return {
    resident: read('process_resident_memory_bytes'),
    heap: read('nodejs_heap_size_used_bytes'),
    external: read('nodejs_external_memory_bytes'),
  }
}
