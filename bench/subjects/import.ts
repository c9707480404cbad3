import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import type { Database } from '@toolmark/site/app/data/database.types.ts'
import {
  checkImport,
  type ImportCalls,
  summarize,
  writeImport,
} from '@toolmark/site/app/moderation/import/file/run-import.ts'
import type { TableRow } from '@toolmark/site/app/moderation/import/file/table-file.ts'
import type { Result } from '../results.ts'
import { loadKeys, startSite } from '../site.ts'

const ROWS = 10_000
const GOAL_SECONDS = 60
const GOAL_WAIT_MS = 1500
const CATEGORIES = ['HR', 'Development', 'Finance & Business', 'Design']
/** Milliseconds between two requests of the visitor. */
const PAUSE_MS = 50

/**
 * Measures an import of 10,000 new tools on PGlite, as `npm run tools:import -- FILE --write` does it,
 * while a visitor searches.
 * @param folder for the data of the site
 */
export async function measureImport(folder: string): Promise<Result[]> {
  const data = join(folder, 'import')
  const site = await startSite(data, { DEMO_CONTENT: 'off' })
  try {
    const calls = await createCalls(site.url, data)
    const rows = Array.from({ length: ROWS }, (_, at) => createRow(at))
    let longest = 0
    const visitor = watchRequests(`${site.url}/tools`, (wait) => {
      longest = Math.max(longest, wait)
    })
    const first = await timeImport(calls, rows).finally(visitor.stop)
    if (first.summary.created !== ROWS) throw new Error(JSON.stringify(first.summary))
    const again = await timeImport(calls, rows)
    if (again.summary.unchanged !== ROWS) throw new Error(JSON.stringify(again.summary))
    return [
      {
        name: '10,000 new tools, checked and written',
        measured: `${first.seconds.toFixed(1)} s`,
        goal: `at most ${GOAL_SECONDS} s`,
        isMet: first.seconds <= GOAL_SECONDS,
      },
      {
        name: 'the longest wait of another request meanwhile',
        measured: `${(longest / 1000).toFixed(2)} s`,
        goal: `at most ${GOAL_WAIT_MS / 1000} s`,
        isMet: longest <= GOAL_WAIT_MS,
      },
      { name: 'the same file again, unchanged', measured: `${again.seconds.toFixed(1)} s` },
    ]
  } finally {
    await site.stop()
  }
}

async function timeImport(calls: ImportCalls, rows: readonly TableRow[]) {
  const startedAt = performance.now()
  const results = await writeImport(calls, await checkImport(calls, rows))
  return { seconds: (performance.now() - startedAt) / 1000, summary: summarize(results) }
}

async function createCalls(url: string, folder: string): Promise<ImportCalls> {
  const { serviceKey } = await loadKeys(folder)
  const service = createClient<Database>(url, serviceKey, { auth: { persistSession: false } })
  return {
    readKeys: async (rows) => (await service.rpc('import_keys', { rows }).throwOnError()).data,
    importRows: async (rows, dry_run) =>
      (await service.rpc('import_tools', { rows, dry_run }).throwOnError()).data,
  }
}

const createRow = (at: number): TableRow => ({
  name: `Tool ${at}`,
  description: `Plans, signs and sends number ${at}, for teams of all sizes.`,
  category: CATEGORIES[at % CATEGORIES.length] ?? '',
  website_url: `https://tool-${at}.example/`,
  pricing_model: 'paid',
  price_from: '12.50',
  price_currency: 'USD',
  price_period: 'month',
  price_checked_on: '2026-03-01',
  price_source_url: `https://tool-${at}.example/pricing`,
  platforms: 'web;linux',
  license: 'MIT',
  latest_version: '1.2',
})

/** Requests pages one after the other; each is another search, which no cache has. */
function watchRequests(url: string, onAnswer: (milliseconds: number) => void) {
  let isStopped = false
  const requests = (async () => {
    for (let at = 0; !isStopped; at += 1) {
      const startedAt = performance.now()
      await (await fetch(`${url}?search=signs+${at}`)).arrayBuffer()
      onAnswer(performance.now() - startedAt)
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  })()
  const stop = () => {
    isStopped = true
    return requests
  }
  return { stop }
}
