// What the pages read, and by which changes each answer becomes another one: the table in
// server/page-cache/sources.ts holds for every read by itself, whatever else its page reads.
import { createClient } from '@supabase/supabase-js'
import pLimit from 'p-limit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../app/data/database.types.ts'
import { type Change, changesIn, tells } from '../../server/page-cache/changes.ts'
import type { Read } from '../../server/page-cache/reads.ts'
import { touchesOf } from '../../server/page-cache/sources.ts'
import { loadSite, noticing } from '../../server/site.ts'
import { startTestBackend, type TestBackend } from '../support/backend.ts'
import { buildTown, eventsOf, pagesOf, type Town } from '../support/town.ts'

const AT_ONCE = 8

let backend: TestBackend
let town: Town
/** By what was asked, each with its last answer. */
const reads = new Map<string, Read>()

beforeAll(async () => {
  backend = await startTestBackend()
  const service = createClient<Database>(backend.url, backend.serviceKey, {
    auth: { persistSession: false },
  })
  const members = await Promise.all(Array.from({ length: 5 }, () => backend.person()))
  town = await buildTown(service, members)
  const render = await loadSite({
    supabase: createClient<Database>(backend.url, backend.anonKey, {
      auth: { persistSession: false },
      global: { fetch: noticing(backend.ask) },
    }),
    siteUrl: backend.url,
    public: { supabaseUrl: '', supabaseAnonKey: backend.anonKey },
    hasDesignPage: false,
    log: (error) => {
      throw error
    },
  })
  for (const page of pagesOf(town)) {
    const found: Read[] = []
    await (await render(new Request(backend.url + page), found)).text()
    for (const read of found) reads.set(`${read.method} ${read.address} ${read.body}`, read)
  }
})
afterAll(() => backend.close())

const again = async ({ method, address, body }: Read): Promise<string> => {
  const headers = { apikey: backend.anonKey, 'Content-Type': 'application/json' }
  const response = await backend.ask(address, { method, headers, ...(body ? { body } : {}) })
  return response.text()
}

test('every read of a public page is in the table', () => {
  const isListed = (read: Read) => !touchesOf([read])({ table: 'launch_upvotes' })
  const unlisted = [...reads].filter(([, read]) => !isListed(read)).map(([asked]) => asked)
  expect(unlisted).toEqual([])
  expect(reads.size).toBeGreaterThan(80)
})

test('an upvote touches what reads launches, and a review few pages of other tools', () => {
  const touchedBy = (change: Change) =>
    [...reads].filter(([, read]) => touchesOf([read])(change)).map(([asked]) => asked)
  const counted = [{ id: town.launches[0] ?? '', before: {}, after: {} }]
  const upvoted = touchedBy({ table: 'launches', counted })
  expect(upvoted.length).toBeGreaterThan(3)
  expect(upvoted.filter((asked) => !asked.includes('product_launches'))).toEqual([])
  const reviewed = touchedBy({ table: 'reviews', tools: [town.tools[0]?.id ?? ''], users: [] })
  const others = reviewed.filter((asked) => /tool_id=|"tool":/.test(asked))
  expect(others.filter((asked) => !asked.includes(town.tools[0]?.id ?? 'none'))).toEqual([])
})

test('no answer becomes another one without a change that touches it', {
  timeout: 180_000,
}, async () => {
  const missed: string[] = []
  const idle: string[] = []
  for (const [event, happen] of eventsOf(town)) {
    backend.changed.length = 0
    const { error } = await happen()
    expect([event, error]).toEqual([event, null])
    const isTold = backend.changed.every(([what, said]) => said !== undefined && tells(what))
    const changes = backend.changed.flatMap(([, said]) => changesIn(said ?? '') ?? [])
    let others = 0
    const check = async ([asked, read]: [string, Read]) => {
      const answer = await again(read)
      if (answer === read.answer) return
      others += 1
      if (isTold && !changes.some(touchesOf([read]))) missed.push(`${event}: ${asked}`)
      reads.set(asked, { ...read, answer })
    }
    await pLimit(AT_ONCE).map([...reads], check)
    if (others === 0) idle.push(event)
  }
  expect(missed).toEqual([])
  // Else it tries nothing.
  expect(idle).toEqual([])
})
