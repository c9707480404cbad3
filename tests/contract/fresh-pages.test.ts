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
/** Of so many pages one is compared after each event, for the time it takes. */
const ONE_OF = 24
/** What is kept and dropped is the same on both engines; on this one notices come by themselves. */
const isHere = inject('engine') === 'postgres'
const plain = { auth: { persistSession: false, autoRefreshToken: false } }

const { folder, remove } = temporaryFolder()
let drop = async () => {}
let site: Site
let town: Town

beforeAll(async () => {
  if (!isHere) return
  const copy = await createPostgresCopy()
  drop = copy.drop
  site = await startSite({ DATA_DIR: join(folder, 'data'), DATABASE_URL: copy.url })
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

/** Where two texts begin to differ. */
function differenceOf(one: string, other: string): string {
  const at = [...one].findIndex((letter, place) => letter !== other[place])
  const around = (text: string) => text.slice(Math.max(0, at - 80), at + 80)
  return `has …${around(one)}… in place of …${around(other)}…`
}

/** Rendered for this one request, as everything is that is asked for with a token. */
const afresh = (path: string) => textOf(path, { Authorization: 'Bearer none' })

test.runIf(isHere)(
  'whatever happens, a page shows it at the next request',
  { timeout: 180_000 },
  async () => {
    const pages = pagesOf(town)
    const stale: string[] = []
    const compare = async (after: string, chosen: readonly string[]) => {
      for (const page of chosen) {
        const [kept, fresh] = [await textOf(page), await afresh(page)]
        if (kept !== fresh) stale.push(`${after}: ${page} ${differenceOf(kept, fresh)}`)
      }
    }
    for (const page of pages) await textOf(page)
    for (const [turn, [event, happen]] of eventsOf(town).entries()) {
      const { error } = await happen()
      expect([event, error]).toEqual([event, null])
      // What was missed before is still there at a page's turn. By itself each read is tried after each
      // event in page-reads.test.ts.
      await compare(
        event,
        pages.filter((_, place) => place % ONE_OF === turn % ONE_OF),
      )
    }
    await compare('all of it', pages)
    expect(stale).toEqual([])
  },
)
