import { setTimeout as pause } from 'node:timers/promises'
import { type Acknowledged, type Person, serviceOf, signUp } from './people.ts'

const MINUTE = 60_000
const PEOPLE = 50
/** Between two requests, in milliseconds. */
const PAUSE = 20
/** Of this many, one writes. */
const ONE_WRITES = 10
const WORDS = 'figma notes design password mail video chart code team plan sales cloud'.split(' ')
const PAGES = ['/', '/all-tools', '/tool/figma', '/launches', '/categories', '/trust', '/compare']

interface Applied {
  done: Acknowledged
  requests: number
  /** Resident memory in MB: at the start, after each minute and at the end. */
  memory: number[]
}

/**
 * People read, search, review and vote, one request after the other.
 * @param folder of the site's data
 */
export async function applyLoad(url: string, folder: string, minutes: number): Promise<Applied> {
  const done: Acknowledged = { reviews: new Map(), upvotes: new Map(), faults: [], writes: 0 }
  const people = await peopleOf(url, folder)
  const begun = performance.now()
  const until = begun + minutes * MINUTE
  const memory: number[] = []
  let requests = 0
  const look = async () => {
    const { resident, heap, external } = await memoryOf(url)
    const minute = Math.round((performance.now() - begun) / MINUTE)
    console.error(
      `${minute} min: ${resident} MB, of which ${heap} in the heap and ${external} beside it, after ${requests} requests`,
    )
    memory.push(resident)
  }
  for (; performance.now() < until; requests += 1) {
    if (performance.now() >= begun + memory.length * MINUTE) await look()
    if (requests % ONE_WRITES === 0) await people[(requests / ONE_WRITES) % PEOPLE]?.act(done)
    else await read(url, requests).catch((error: unknown) => done.faults.push(String(error)))
    await pause(PAUSE)
  }
  await look()
  return { done, requests, memory }
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

/** Requests cached pages and new searches, each as another visitor. */
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
export async function memoryOf(url: string) {
  const text = await (await fetch(`${url}/_/metrics`)).text()
  const read = (name: string) =>
    Math.round(Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1]) / 1024 ** 2)
  return {
    resident: read('process_resident_memory_bytes'),
    heap: read('nodejs_heap_size_used_bytes'),
    external: read('nodejs_external_memory_bytes'),
  }
}
