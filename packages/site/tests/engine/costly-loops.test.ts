// An attacker repeats the most expensive requests: they get 429, and other visitors go on reading.
// `npm run soak` repeats each loop for a minute and also checks the latency of the others. The tests
// run the loop of all costly reads until its first refusal; database-time.test.ts has a shorter budget.
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { openKeys } from '@toolmark/backend/keys/keys.ts'
import {
  copyPgliteFolder,
  createPostgresCopy,
} from '@toolmark/backend/tests/support/databases/database.ts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Database } from '../../app/data/database.types.ts'
import { PASSWORD } from '../support/backends/backend.ts'
import { computeQuantile, probe } from '../support/backends/probe.ts'
import {
  addMember,
  createServiceClient,
  createTemporaryFolder,
  type Site,
  startSite,
} from '../support/sites/site.ts'

/** The duration of each loop; by default a loop ends with the first refusal. */
const LOOP_SECONDS = Number(process.env.LOOP_SECONDS ?? 0)
/** The latency of the other visitors, checked in a loop of a minute. */
const MAX_LATENCY_MS = { median: 300, p95: 1500 }

const PATTERN = encodeURIComponent('^(.+)(.+)(.+)(.+)\\4\\3\\2\\1$')
const WORDS = encodeURIComponent(Array.from({ length: 800 }, (_, n) => `w${n}o`).join(' or '))
const READS = [
  `tools?select=id&description=imatch.${PATTERN}`,
  `tools?select=id&description=wfts.${WORDS}`,
  'tools?select=id&description=ilike.*a*b*c*d*e*f*g*h*i*j*k*l*m*n*o*p*',
]

const { folder, remove } = createTemporaryFolder()
let site: Site
let drop: () => Promise<void> = async () => {}
let keys: Awaited<ReturnType<typeof openKeys>>
let service: SupabaseClient<Database>
beforeAll(async () => {
  const copy = inject('engine') === 'postgres' ? await createPostgresCopy() : undefined
  if (copy) drop = copy.drop
  const environment: Record<string, string> = copy ? { DATABASE_URL: copy.url } : {}
  const DATA_DIR = join(folder, 'data')
  // The site needs no migration then.
  if (!copy) copyPgliteFolder(DATA_DIR)
  site = await startSite({ DATA_DIR, ...environment })
  keys = await openKeys(join(site.dataDir, 'keys.json'))
  service = await createServiceClient(site)
  const text = 'Plans work, shares notes and never forgets what a team has agreed on. '.repeat(12)
  const tools = Array.from({ length: 300 }, (_, n) => ({
    name: `Tool ${n}`,
    slug: `tool-${n}`,
    description: `${text.slice(0, 480)} ${n}`,
    category: 'HR',
  }))
  // In parts: each statement has a limit of time.
  for (let first = 0; first < tools.length; first += 50) {
    await service
      .from('tools')
      .insert(tools.slice(first, first + 50))
      .throwOnError()
  }
})
afterAll(async () => {
  await site?.stop()
  await drop()
  remove()
})

/** Creates a function that counts from 1. */
const createCounter =
  (count = 0) =>
  () => {
    count += 1
    return count
  }

type Attack = (network: string) => Promise<number>

/** Headers of a request that a proxy on this machine passes on. */
const createHeaders = (network: string) => ({ apikey: keys.anonKey, 'x-forwarded-for': network })

/** Runs the attack from all networks until it is refused, and at least for `LOOP_SECONDS`. */
async function runLoop(networks: readonly string[], attack: Attack) {
  const until = performance.now() + LOOP_SECONDS * 1000
  const statuses: Record<number, number> = {}
  const isOver = () => performance.now() >= until && (statuses[429] ?? 0) > 0
  const pages = createCounter()
  const victim = createHeaders('198.51.100.7')
  const [read, page, finished] = await Promise.all([
    probe(site.url, () => '/rest/v1/tools?select=id&limit=1', victim, isOver),
    probe(site.url, () => `/all-tools?search=tool${pages()}`, victim, isOver),
    probe(site.url, () => '/about', victim, isOver),
    ...networks.map(async (network) => {
      while (!isOver()) {
        const status = await attack(network)
        statuses[status] = (statuses[status] ?? 0) + 1
        if (status === 429) await pause(20)
      }
    }),
  ])
  return { statuses, read, page, finished }
}

/** Expects that the attacker gets 429 and no server error, and that all other requests succeed. */
function expectUnharmed({ statuses, ...victims }: Awaited<ReturnType<typeof runLoop>>): void {
  const allowed = ['200', '201', '204', '400', '429']
  for (const status of Object.keys(statuses)) expect(allowed).toContain(status)
  expect(statuses[429]).toBeGreaterThan(0)
  for (const [name, { statuses: answers, times }] of Object.entries(victims)) {
    expect({ [name]: answers }).toEqual({ [name]: { 200: times.length } })
    const [median, p95] = [computeQuantile(times, 0.5), computeQuantile(times, 0.95)]
    console.info(
      `${name}: ${times.length}, median ${Math.round(median)} ms, p95 ${Math.round(p95)} ms`,
    )
    if (LOOP_SECONDS < 60) continue
    expect(median).toBeLessThan(MAX_LATENCY_MS.median)
    expect(p95).toBeLessThan(MAX_LATENCY_MS.p95)
  }
}

const requestRead = (path: string, network: string) =>
  fetch(`${site.url}/rest/v1/${path}`, { headers: createHeaders(network) }).then(
    async (response) => {
      await response.text()
      return response.status
    },
  )

const TEST_TIMEOUT_MS = 60_000 + LOOP_SECONDS * 2000
const soakTest = test.runIf(LOOP_SECONDS > 0)

soakTest(
  'an anonymous pattern match in a loop from one network does not disturb other visitors',
  async () => {
    expectUnharmed(
      await runLoop(['203.0.113.1'], (network) => requestRead(READS[0] ?? '', network)),
    )
  },
  TEST_TIMEOUT_MS,
)

test(
  'costly reads in a loop from twelve networks of one /48 do not disturb other visitors',
  async () => {
    const networks = Array.from({ length: 36 }, (_, n) => `2001:db8:7:${n % 12}::${n}`)
    const count = createCounter()
    const attack: Attack = (network) => requestRead(READS[count() % READS.length] ?? '', network)
    expectUnharmed(await runLoop(networks, attack))
  },
  TEST_TIMEOUT_MS,
)

soakTest(
  'a member that inserts and updates reviews in a loop does not disturb other visitors',
  async () => {
    const email = await addMember(site)
    const client = createClient<Database>(site.url, keys.anonKey, {
      auth: { persistSession: false },
      global: { headers: { 'x-forwarded-for': '203.0.113.3' } },
    })
    const { data } = await client.auth.signInWithPassword({ email, password: PASSWORD })
    const user_id = data.user?.id ?? ''
    const { data: tools } = await client.from('tools').select('id').throwOnError()
    const reviews = tools.map(({ id: tool_id }) => ({
      tool_id,
      user_id,
      rating: 4,
      title: 'Good at what it does',
      content: 'Used for a year by a team of ten, and we would choose it again.',
    }))
    expect((await client.from('reviews').insert(reviews)).status).toBe(400)
    const rounds = createCounter()
    const attack: Attack = async () => {
      const count = rounds()
      const batch = reviews.slice(count * 25 - 25, count * 25)
      if (batch.length > 0) return (await client.from('reviews').insert(batch)).status
      const some = client.from('reviews').update({ rating: 1 + (count % 5) })
      const half = reviews.slice((count % 3) * 100, (count % 3) * 100 + 100)
      return (
        await some.in(
          'tool_id',
          half.map(({ tool_id }) => tool_id),
        )
      ).status
    }
    expectUnharmed(await runLoop(['203.0.113.3'], attack))
    const { count: found } = await service
      .from('reviews')
      .select('*', { count: 'exact', head: true })
    expect(found).toBeGreaterThanOrEqual(100)
  },
  TEST_TIMEOUT_MS,
)
