// A failed read is never an answer: each function and table that a public page reads fails in turn.
import { createClient } from '@supabase/supabase-js'
import { afterAll, test as baseTest, beforeAll, expect, inject } from 'vitest'
import type { Database } from '../../app/data/database.types.ts'
import { missingFailed } from '../../app/people/words.ts'
import { pageParameters } from '../../app/shared/page-table.ts'
import { brokenTitle } from '../../app/ui/words.ts'
import { createPageCache, type PageCache } from '../../server/page-cache/page-cache.ts'
import { loadSite, type Render } from '../../server/rendering/site.ts'
import { startTestBackend, type TestBackend } from '../support/backends/backend.ts'
import { createDataRequest, listPages, seedSite } from '../support/backends/page-cache-fixture.ts'

/** Both engines refuse a read in the same way, so one is enough. */
const isPostgres = inject('engine') === 'postgres'
const test = baseTest.runIf(isPostgres)

let backend: TestBackend
let render: Render
let cache: PageCache
let pages: string[]
/** What the rendering reads: "table tools", "function search_tools". */
let reads = new Set<string>()
/** Whether the cache gets a short text in place of a page, which shows that it had none. */
let isProbing = false
const PROBE = 'rendered again'

beforeAll(async () => {
  if (!isPostgres) return
  backend = await startTestBackend()
  const members = await Promise.all(Array.from({ length: 5 }, () => backend.createMember()))
  const service = createClient<Database>(backend.url, backend.serviceKey, {
    auth: { persistSession: false },
  })
  pages = listPages(await seedSite(service, members))
    // Without tools there is no chart, and only one tab of the trust center shows reviews.
    .filter((page) => !page.includes('scribbles'))
    .map((page) => page.replace(/^\/trust.*/, '$&?tab=reviews'))
  const supabase = createClient<Database>(backend.url, backend.anonKey, {
    auth: { persistSession: false },
    global: {
      fetch: (input, init) => {
        for (const target of listTargets(new URL(String(input)))) reads.add(target)
        return backend.fetchInternally(input, init)
      },
    },
  })
  render = await loadSite({
    supabase,
    visitorClient: supabase,
    siteUrl: backend.url,
    public: { supabaseUrl: '', supabaseAnonKey: backend.anonKey },
    hasDesignPage: false,
    log: () => {},
  })
  cache = createPageCache({
    render: async (...args) => (isProbing ? new Response(PROBE) : render(...args)),
    parametersOf: pageParameters,
    origin: backend.url,
    throttle: 0,
  })
})
afterAll(() => backend?.close())

/** The function, or the table and those that `select` embeds. */
function listTargets({ pathname, searchParams }: URL): string[] {
  const [, name = ''] = /^\/rest\/v1\/rpc\/(\w+)$/.exec(pathname) ?? []
  if (name) return [`function ${name}`]
  const embedded = [...(searchParams.get('select') ?? '').matchAll(/(?<![!\w])(\w+)(?:!\w+)?\(/g)]
  return [pathname.replace('/rest/v1/', ''), ...embedded.map(([, table]) => table)].map(
    (table) => `table ${table}`,
  )
}

const request = (page: string) => new Request(new URL(page, backend.url))

/** @returns the statements that take the right of visitors to a target, and give it back */
async function createRevocation(target: string): Promise<{ revoke: string; restore: string }> {
  const [kind, name] = target.split(' ')
  if (kind === 'function') {
    const rows = await backend.db.asOwner(
      "select oid::regprocedure::text as signature, has_function_privilege('public', oid, 'execute') as is_public from pg_proc where proname = $1 and pronamespace = 'public'::regnamespace",
      [name],
    )
    expect(rows).toHaveLength(1)
    const signature = `function ${rows[0]?.signature}`
    const roles = rows[0]?.is_public ? 'public, anon' : 'anon'
    return {
      revoke: `revoke execute on ${signature} from ${roles}`,
      restore: `grant execute on ${signature} to ${roles}`,
    }
  }
  const columns = await backend.db.asOwner(
    "select quote_ident(column_name) as name from information_schema.column_privileges where table_schema = 'public' and table_name = $1 and grantee = 'anon' and privilege_type = 'SELECT'",
    [name],
  )
  expect([target, columns.length > 0]).toEqual([target, true])
  return {
    revoke: `revoke select on public.${name} from anon`,
    restore: `grant select (${columns.map((column) => column.name).join(', ')}) on public.${name} to anon`,
  }
}

/** @returns undefined if the page is an error, or names its failed section and is not cached */
function describeFault(response: Response, text: string): string | undefined {
  if (response.status === 500 || response.status === 503) {
    if (!text.includes('<title>')) return undefined
    const [, title = ''] = /<title>([^<]*) – /.exec(text) ?? []
    const [, heading = ''] = /<h1[^>]*>([^<]*)/.exec(text) ?? []
    const isNamed = title === brokenTitle && [brokenTitle, missingFailed].includes(heading)
    return isNamed ? undefined : `is titled “${title}” and headed “${heading}”`
  }
  if (response.status !== 200) return `answers ${response.status}`
  if (response.headers.get('cache-control') !== 'no-store') return 'can be cached'
  if (text.includes('Show 0 tools')) return 'counts the tools that it could not read'
  return text.includes('Could not be loaded.') ? undefined : 'shows no failure'
}

test('a page of which a function or table cannot be read shows no answer in its place', {
  timeout: 180_000,
}, async () => {
  const readData = async (page: string) => {
    const response = await render(createDataRequest(new URL(page, backend.url)))
    return response.text()
  }
  const healthy = new Map<string, string>()
  const pagesOf = new Map<string, string[]>()
  const seen = new Set<string>()
  for (const page of pages) {
    reads = new Set()
    const text = await readData(page)
    // Another page of the same kind that reads the same proves the same.
    const kind = [page.split('/')[1]?.replace(/\?.*/, ''), ...[...reads].sort()].join(' ')
    if (seen.has(kind)) continue
    seen.add(kind)
    healthy.set(page, text)
    for (const target of reads) pagesOf.set(target, [...(pagesOf.get(target) ?? []), page])
  }
  const faults: string[] = []
  for (const [target, readers] of pagesOf) {
    const { revoke, restore } = await createRevocation(target)
    await backend.db.asOwner(revoke)
    for (const page of readers) {
      cache.clear()
      const response = await cache.fetch(request(page))
      const fault = describeFault(response, await response.text())
      if (fault) faults.push(`${page} without ${target} ${fault}`)
      // What a comparison cannot read is one of its sections; the frame of all pages reads the function.
      if (page.startsWith('/compare?') && !target.endsWith('has_demo_content') && !response.ok)
        faults.push(`${page} is lost without ${target}`)
    }
    await backend.db.asOwner(restore)
    isProbing = true
    for (const page of readers) {
      const text = await (await cache.fetch(request(page))).text()
      if (text !== PROBE) faults.push(`${page} after ${target} is still cached`)
    }
    isProbing = false
  }
  for (const [page, before] of healthy)
    if ((await readData(page)) !== before) faults.push(`${page} is not as before`)
  expect(faults).toEqual([])
  expect(pagesOf.size).toBeGreaterThan(25)
})
