// `node bench/endurance.ts --minutes 30`: people read, search, review and vote for as long as that, and
// the process's memory is looked at: what only ever grows ends a site that nobody restarts.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Acknowledged, serviceOf, signUp } from './people.ts'
import { middle, startSite } from './support.ts'

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '30' } } })
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

const folder = mkdtempSync(join(tmpdir(), 'toolmark-endurance-'))
// What the demo content's loading needed once would hide what comes later.
await (await startSite(folder)).stop()
const site = await startSite(folder)
try {
  const until = performance.now() + Number(values.minutes) * MINUTE
  const service = await serviceOf(site.url, folder)
  const tools = await service.from('tools').select('id').throwOnError()
  const live = await service
    .from('product_launches')
    .select('id')
    .eq('status', 'live')
    .throwOnError()
  const launches = live.data.flatMap(({ id }) => id ?? [])
  const people = await signUp(
    site.url,
    folder,
    PEOPLE,
    tools.data.map(({ id }) => id),
    launches,
  )
  const done: Acknowledged = { reviews: new Map(), upvotes: new Map(), faults: [], writes: 0 }
  const memory: number[] = []
  let requests = 0
  let lookAt = performance.now()
  for (; performance.now() < until; requests += 1) {
    if (requests % ONE_WRITES === 0) await people[(requests / ONE_WRITES) % PEOPLE]?.act(done)
    else await read(requests)
    if (performance.now() >= lookAt) {
      const { resident, heap, external } = await memoryOf()
      memory.push(resident)
      console.error(
        `${memory.length - 1} min: ${resident} MB, of which ${heap} in the heap and ${external} beside it, after ${requests} requests`,
      )
      lookAt += MINUTE
    }
    await pause(PAUSE)
  }
  const third = Math.floor(memory.length / 3)
  const [before, after] = [middle(memory.slice(third, 2 * third)), middle(memory.slice(2 * third))]
  console.log(
    `${values.minutes} minutes, ${requests} requests, ${done.writes} of them writes, ${done.faults.length} faults: ` +
      `${before} MB in the second third, ${after} MB in the last (wanted: at most ${WANTED} times)`,
  )
  if (after > before * WANTED || done.faults.length > 0) process.exitCode = 1
} finally {
  await site.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** Pages that are kept and searches that nobody made before, each as another visitor. */
async function read(turn: number): Promise<void> {
  const search = `${WORDS[turn % WORDS.length]} ${turn}`
  const path =
    turn % 3 === 0
      ? `/all-tools?search=${encodeURIComponent(search)}`
      : (PAGES[turn % PAGES.length] ?? '/')
  const visitor = `203.0.${turn % 200}.${turn % 250}`
  const response = await fetch(site.url + path, { headers: { 'x-forwarded-for': visitor } })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
}

/** Of the site's process, in MB; what is neither in its heap nor beside it is the engine's. */
async function memoryOf() {
  const text = await (await fetch(`${site.url}/_/metrics`)).text()
  const read = (name: string) =>
    Math.round(Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1]) / 1024 ** 2)
  return {
    resident: read('process_resident_memory_bytes'),
    heap: read('nodejs_heap_size_used_bytes'),
    external: read('nodejs_external_memory_bytes'),
  }
}
