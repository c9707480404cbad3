import { setTimeout as pause } from 'node:timers/promises'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '../app/data/database.types.ts'
import type { Pace } from './compare.ts'
import { type Acknowledged, type Person, serviceOf, signUp } from './people.ts'
import { type Line, middle, whole } from './support.ts'

const PEOPLE = 200
/** Between two deeds of one person, in milliseconds: so they read and type, each at his own time. */
const LONGEST_PAUSE = 10_000
const SECONDS = { short: 20, long: 300 }
/** Between two looks at a page, in milliseconds. */
const READER_PAUSE = 20
/** How much slower pages may be meanwhile. */
const WANTED = 2
const BROWSER = { 'accept-encoding': 'gzip, br' }

/**
 * Many people review and upvote at once while others read: nothing fails, nothing is lost, and what
 * it costs those who read.
 * @param site the address of one with the demo content, and the folder of its data
 */
export async function writes(
  site: { url: string; folder: string },
  paths: readonly string[],
  { isLong }: Pace,
): Promise<Line[]> {
  const seconds = isLong ? SECONDS.long : SECONDS.short
  const service = await serviceOf(site.url, site.folder)
  const before = await countsOf(service)
  const ids = { tools: [...before.reviews.keys()], launches: [...before.upvotes.keys()] }
  const people = await signUp(site.url, site.folder, PEOPLE, ids.tools, ids.launches)
  const reading = (time: number) => read(site.url, paths, performance.now() + time * 1000)
  // Once, so that nobody pays for the first time.
  await reading(2)
  const idle = await reading(isLong ? 30 : 10)
  const done: Acknowledged = { reviews: new Map(), upvotes: new Map(), faults: [], writes: 0 }
  const until = performance.now() + seconds * 1000
  const [busy] = await Promise.all([
    reading(seconds),
    ...people.map((person) => work(person, done, until)),
  ])
  const lost = compareCounts(before, await countsOf(service), await rowsOf(service), done)
  const medians = busy.median / idle.median
  const tails = busy.p99 / idle.p99
  const ms = (time: number) => time.toFixed(1)
  return [
    {
      what: `${PEOPLE} people review and upvote for ${seconds} s: faults, lost`,
      figure: `${done.faults.length}, ${lost} of ${whole(done.writes)} writes${done.faults[0] ? ` (${done.faults[0]})` : ''}`,
      wanted: '0, 0',
      isMet: done.faults.length === 0 && lost === 0,
    },
    {
      what: 'pages meanwhile, of their time at rest',
      figure: `median ${medians.toFixed(1)} times (${ms(idle.median)} to ${ms(busy.median)} ms), p99 ${tails.toFixed(1)} times (${ms(idle.p99)} to ${ms(busy.p99)} ms)`,
      wanted: `at most ${WANTED} times`,
      isMet: medians <= WANTED && tails <= WANTED,
    },
  ]
}

async function work(person: Person, done: Acknowledged, until: number): Promise<void> {
  await pause(Math.random() * LONGEST_PAUSE)
  while (performance.now() < until) {
    await person.act(done)
    await pause(Math.random() * LONGEST_PAUSE)
  }
}

/** One reader after the other, page by page. */
async function read(url: string, paths: readonly string[], until: number) {
  const times: number[] = []
  for (let turn = 0; performance.now() < until; turn += 1) {
    const begun = performance.now()
    const response = await fetch(url + paths[turn % paths.length], { headers: BROWSER })
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`${response.url}: ${response.status}`)
    times.push(performance.now() - begun)
    await pause(READER_PAUSE)
  }
  times.sort((one, other) => one - other)
  return { median: middle(times), p99: times[Math.floor(times.length * 0.99)] ?? 0 }
}

interface Counts {
  reviews: Map<string, number>
  upvotes: Map<string, number>
}

/** The counters that are kept beside the rows. */
async function countsOf(service: SupabaseClient<Database>): Promise<Counts> {
  const [tools, launches] = await Promise.all([
    service.from('tools').select('id, review_count').throwOnError(),
    service
      .from('product_launches')
      .select('id, upvotes_count')
      .eq('status', 'live')
      .throwOnError(),
  ])
  return {
    reviews: new Map(tools.data.map(({ id, review_count }) => [id, review_count])),
    upvotes: new Map(launches.data.map(({ id, upvotes_count }) => [id ?? '', upvotes_count ?? 0])),
  }
}

/** The rows themselves, counted one by one. */
async function rowsOf(service: SupabaseClient<Database>): Promise<Counts> {
  const counts: Counts = { reviews: new Map(), upvotes: new Map() }
  const count = (of: Map<string, number>, id: string) => of.set(id, (of.get(id) ?? 0) + 1)
  await eachPage(
    (from, to) =>
      service.from('reviews').select('tool_id').order('id').range(from, to).throwOnError(),
    ({ tool_id }) => count(counts.reviews, tool_id),
  )
  await eachPage(
    (from, to) =>
      service.from('launch_upvotes').select('launch_id').order('id').range(from, to).throwOnError(),
    ({ launch_id }) => count(counts.upvotes, launch_id),
  )
  return counts
}

const PAGE = 1000

async function eachPage<Row>(
  read: (from: number, to: number) => PromiseLike<{ data: Row[] }>,
  take: (row: Row) => void,
): Promise<void> {
  for (let from = 0; ; from += PAGE) {
    const { data } = await read(from, from + PAGE - 1)
    data.forEach(take)
    if (data.length < PAGE) return
  }
}

/** @returns by how many the counters or the rows are away from what was acknowledged */
function compareCounts(before: Counts, after: Counts, rows: Counts, done: Acknowledged): number {
  let lost = 0
  for (const [id, count] of before.reviews) {
    const expected = count + (done.reviews.get(id) ?? 0)
    lost += Math.abs((after.reviews.get(id) ?? 0) - expected)
    lost += Math.abs((rows.reviews.get(id) ?? 0) - expected)
  }
  for (const [id, count] of before.upvotes) {
    const expected = count + (done.upvotes.get(id) ?? 0)
    lost += Math.abs((after.upvotes.get(id) ?? 0) - expected)
    lost += Math.abs((rows.upvotes.get(id) ?? 0) - expected)
  }
  return lost
}
