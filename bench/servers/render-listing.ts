// The site's pages without the page cache and with rows from memory, to measure one rendering.
// node bench/servers/render-listing.ts ROWS COUNT: renders /tools COUNT times and prints the processor time of one rendering in milliseconds.
import { readFileSync } from 'node:fs'
import { createClient } from '@supabase/supabase-js'
import type { Database } from '@toolmark/site/app/data/database.types.ts'
import { loadSite } from '@toolmark/site/server/rendering/site.ts'
import { type Rows, replayRows } from '../recorded-rows.ts'

const WARM_UP = 2000

const [file = '', count = '1'] = process.argv.slice(2)
const rows = JSON.parse(readFileSync(file, 'utf8')) as Rows
const supabase = createClient<Database>('http://rows.invalid', 'any', {
  auth: { persistSession: false },
  global: { fetch: replayRows(rows) },
})
const render = await loadSite({
  supabase,
  visitorClient: supabase,
  siteUrl: 'http://127.0.0.1',
  public: { supabaseUrl: '', supabaseAnonKey: 'any' },
  hasDesignPage: false,
  log: (error) => {
    throw error
  },
})

async function renderListing(times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    await (await render(new Request('http://127.0.0.1/tools'))).text()
  }
}

await renderListing(WARM_UP)
const before = process.cpuUsage()
await renderListing(Number(count))
const { user, system } = process.cpuUsage(before)
console.log((user + system) / 1000 / Number(count))
