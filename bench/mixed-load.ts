import { setTimeout as pause } from 'node:timers/promises'
import { type AcknowledgedWrites, createPeople, type Person } from './people.ts'
import { createServiceClient, readMemory } from './site.ts'

const MINUTE_MS = 60_000
const PEOPLE = 50
/** Between two requests. */
const PAUSE_MS = 20
/** One request of this many is a write. */
const WRITE_INTERVAL = 10
const WORDS = 'figma notes design password mail video chart code team plan sales cloud'.split(' ')
const PAGES = ['/', '/all-tools', '/tool/figma', '/launches', '/categories', '/trust', '/compare']

interface MixedLoad {
  done: AcknowledgedWrites
  requests: number
  /** Resident memory in MB: at the start, after each minute and at the end. */
  memory: number[]
}

/**
 * People read, search, review and vote, one request after the other.
 * @param folder the site's data folder
 */
export async function applyMixedLoad(
  url: string,
  folder: string,
  minutes: number,
): Promise<MixedLoad> {
  const done: AcknowledgedWrites = { reviews: new Map(), upvotes: new Map(), errors: [], writes: 0 }
  const people = await preparePeople(url, folder)
  const startedAt = performance.now()
  const until = startedAt + minutes * MINUTE_MS
  const memory: number[] = []
  let requests = 0
  const recordMemory = async () => {
    const { resident, heap, external } = await readMemory(url)
    const minute = Math.round((performance.now() - startedAt) / MINUTE_MS)
    console.error(
      `${minute} min: ${resident} MB resident, ${heap} MB heap, ${external} MB external, ${requests} requests`,
    )
    memory.push(resident)
  }
  for (; performance.now() < until; requests += 1) {
    if (performance.now() >= startedAt + memory.length * MINUTE_MS) await recordMemory()
    if (requests % WRITE_INTERVAL === 0)
      await people[(requests / WRITE_INTERVAL) % PEOPLE]?.writeOnce(done)
    else await requestPage(url, requests).catch((error: unknown) => done.errors.push(String(error)))
    await pause(PAUSE_MS)
  }
  await recordMemory()
  return { done, requests, memory }
}

async function preparePeople(url: string, folder: string): Promise<Person[]> {
  const service = await createServiceClient(url, folder)
  const tools = await service.from('tools').select('id').throwOnError()
  const live = await service
    .from('product_launches')
    .select('id')
    .eq('status', 'live')
    .throwOnError()
  return createPeople(
    url,
    folder,
    PEOPLE,
    tools.data.map(({ id }) => id),
    live.data.flatMap(({ id }) => id ?? []),
  )
}

/** Requests a cached page or a new search, with the address of another visitor each time. */
async function requestPage(url: string, turn: number): Promise<void> {
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
