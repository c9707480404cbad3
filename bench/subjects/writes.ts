import { setTimeout as pause } from 'node:timers/promises'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '@toolmark/site/app/data/database.types.ts'
import type { Pace } from '../compare-loads.ts'
import { formatInteger, medianOf } from '../figures.ts'
import { type AcknowledgedWrites, createPeople, type Person } from '../people.ts'
import type { Result } from '../results.ts'
import { createServiceClient } from '../site.ts'

const PEOPLE = 200
/** Between two writes of one person: time to read and type. */
const LONGEST_PAUSE_MS = 10_000
const SECONDS = { short: 20, long: 300 }
/** Between two page requests of the reader. */
const READER_PAUSE_MS = 20
/** Page times during the writes, divided by those before. */
const GOAL = 2
const BROWSER = { 'accept-encoding': 'gzip, br' }

/**
 * Many people review and upvote at once while one reader requests pages. Measures failed and lost
 * writes, and how much slower the pages are.
 * @param site the address and the data folder of a site with the demo content
 */
export async function measureWrites(
  site: { url: string; folder: string },
  paths: readonly string[],
  { isLong }: Pace,
): Promise<Result[]> {
  const seconds = isLong ? SECONDS.long : SECONDS.short
  const service = await createServiceClient(site.url, site.folder)
  const before = await readCounters(service)
  const ids = { tools: [...before.reviews.keys()], launches: [...before.upvotes.keys()] }
  const people = await createPeople(site.url, site.folder, PEOPLE, ids.tools, ids.launches)
  const requestPagesFor = (duration: number) =>
    requestPages(site.url, paths, performance.now() + duration * 1000)
  // The first requests are slower: they warm the cache up.
  await requestPagesFor(2)
  const idle = await requestPagesFor(isLong ? 30 : 10)
  const done: AcknowledgedWrites = { reviews: new Map(), upvotes: new Map(), errors: [], writes: 0 }
  const until = performance.now() + seconds * 1000
  const [busy] = await Promise.all([
    requestPagesFor(seconds),
    ...people.map((person) => writeRepeatedly(person, done, until)),
  ])
  const lost = countDifferences(before, await readCounters(service), await countRows(service), done)
  const medians = busy.median / idle.median
  const tails = busy.p99 / idle.p99
  const ms = (time: number) => time.toFixed(1)
  return [
    {
      name: `${PEOPLE} people review and upvote for ${seconds} s: failed, lost writes`,
      measured: `${done.errors.length}, ${lost} of ${formatInteger(done.writes)}${done.errors[0] ? ` (${done.errors[0]})` : ''}`,
      goal: '0, 0',
      isMet: done.errors.length === 0 && lost === 0,
    },
    {
      name: 'page times during the writes, compared with before',
      measured: `median ${medians.toFixed(1)} times (${ms(idle.median)} to ${ms(busy.median)} ms), p99 ${tails.toFixed(1)} times (${ms(idle.p99)} to ${ms(busy.p99)} ms)`,
      goal: `at most ${GOAL} times`,
      isMet: medians <= GOAL && tails <= GOAL,
    },
  ]
}

async function writeRepeatedly(
  person: Person,
  done: AcknowledgedWrites,
  until: number,
): Promise<void> {
  await pause(Math.random() * LONGEST_PAUSE_MS)
  while (performance.now() < until) {
    await person.writeOnce(done)
    await pause(Math.random() * LONGEST_PAUSE_MS)
  }
}

/** Requests one page after the other until a time of `performance.now()`. */
async function requestPages(url: string, paths: readonly string[], until: number) {
  const times: number[] = []
  for (let turn = 0; performance.now() < until; turn += 1) {
    const startedAt = performance.now()
    const response = await fetch(url + paths[turn % paths.length], { headers: BROWSER })
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`${response.url}: ${response.status}`)
    times.push(performance.now() - startedAt)
    await pause(READER_PAUSE_MS)
  }
  times.sort((one, other) => one - other)
  return { median: medianOf(times), p99: times[Math.floor(times.length * 0.99)] ?? 0 }
}

interface Counts {
  reviews: Map<string, number>
  upvotes: Map<string, number>
}

/** @returns the counter columns of tools and live launches */
async function readCounters(service: SupabaseClient<Database>): Promise<Counts> {
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

/** @returns the same figures, counted from the rows */
async function countRows(service: SupabaseClient<Database>): Promise<Counts> {
  const counts: Counts = { reviews: new Map(), upvotes: new Map() }
  const count = (of: Map<string, number>, id: string) => of.set(id, (of.get(id) ?? 0) + 1)
  await forEachRow(
    (from, to) =>
      service.from('reviews').select('tool_id').order('id').range(from, to).throwOnError(),
    ({ tool_id }) => count(counts.reviews, tool_id),
  )
  await forEachRow(
    (from, to) =>
      service.from('launch_upvotes').select('launch_id').order('id').range(from, to).throwOnError(),
    ({ launch_id }) => count(counts.upvotes, launch_id),
  )
  return counts
}

const PAGE = 1000

async function forEachRow<Row>(
  read: (from: number, to: number) => PromiseLike<{ data: Row[] }>,
  take: (row: Row) => void,
): Promise<void> {
  for (let from = 0; ; from += PAGE) {
    const { data } = await read(from, from + PAGE - 1)
    data.forEach(take)
    if (data.length < PAGE) return
  }
}

/** @returns the sum of the differences of counters and rows from the acknowledged writes */
function countDifferences(
  before: Counts,
  after: Counts,
  rows: Counts,
  done: AcknowledgedWrites,
): number {
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
