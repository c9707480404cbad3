// Whatever happens, each public page is at the next request as one that is rendered afresh.
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Database } from '../../app/data/database.types.ts'
import { openKeys } from '../../backend/keys/keys.ts'
import { PASSWORD } from '../support/backend.ts'
import { createPostgresCopy } from '../support/database.ts'
import { addMember, type Site, startSite, temporaryFolder } from '../support/site.ts'
import { buildTown, eventsOf, pagesOf, type Town } from '../support/town.ts'

const PEOPLE = 5
const plain = { auth: { persistSession: false, autoRefreshToken: false } }

const { folder, remove } = temporaryFolder()
let drop = async () => {}
let site: Site
let town: Town

beforeAll(async () => {
  const environment: Record<string, string> = {}
  if (inject('engine') === 'postgres') {
    const copy = await createPostgresCopy()
    drop = copy.drop
    environment.DATABASE_URL = copy.url
  }
  site = await startSite({ DATA_DIR: join(folder, 'data'), ...environment })
  const { anonKey, serviceKey } = await openKeys(join(folder, 'data', 'keys.json'))
  const enter = async () => {
    const email = await addMember(site, PASSWORD)
    const client = createClient<Database>(site.url, anonKey, plain)
    const { data, error } = await client.auth.signInWithPassword({ email, password: PASSWORD })
    if (error) throw error
    return { id: data.user.id, client }
  }
  const members = await Promise.all(Array.from({ length: PEOPLE }, enter))
  town = await buildTown(createClient<Database>(site.url, serviceKey, plain), members)
})
afterAll(async () => {
  await site?.stop()
  await drop()
  remove()
})

const textOf = async (path: string, headers: Record<string, string> = {}) => {
  // Nothing is packed only to be unpacked.
  const response = await fetch(site.url + path, {
    headers: { 'Accept-Encoding': 'identity', ...headers },
  })
  return `${response.status} ${await response.text()}`
}

/** Rendered for this one request, as everything is that is asked for with a token. */
const afresh = (path: string) => textOf(path, { Authorization: 'Bearer none' })

test('whatever happens, a page shows it at the next request', { timeout: 180_000 }, async () => {
  const pages = pagesOf(town)
  const stale: string[] = []
  const compare = async (after: string, chosen: readonly string[]) => {
    for (const page of chosen) {
      const kept = await textOf(page)
      if (kept !== (await afresh(page))) stale.push(`${after}: ${page}`)
    }
  }
  for (const page of pages) await textOf(page)
  for (const [turn, [event, happen]] of eventsOf(town).entries()) {
    const { error } = await happen()
    expect([event, error]).toEqual([event, null])
    // Each at every eighth turn, for the time it takes: what was missed before is still there. By itself
    // each read is tried after each event in page-reads.test.ts.
    await compare(
      event,
      pages.filter((_, place) => place % 8 === turn % 8),
    )
  }
  await compare('all of it', pages)
  expect(stale).toEqual([])
})
