// A site without its areas (spec 9 §1): every route, file and function of them, and the links of its pages.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { openKeys } from '@toolmark/backend/keys/keys.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../app/data/database.types.ts'
import { AREA_PARTS, AREAS, NEEDED_AREAS } from '../../app/shared/area-table.ts'
import { FILES, PAGES } from '../../app/shared/page-table.ts'
import { sharePostgresCopy } from '../support/databases/postgres-copy.ts'
import { createTemporaryFolder, type Site, startSite } from '../support/sites/site.ts'

const { folder, remove } = createTemporaryFolder()
const DATABASE_URL = await sharePostgresCopy('demo')
const SITE_DIR = join(folder, 'bare')
let site: Site
let anon: SupabaseClient<Database>
const values: Record<string, string> = {}
beforeAll(async () => {
  mkdirSync(SITE_DIR)
  // Those that need another one are off with it.
  const dependent = NEEDED_AREAS.map(([area]) => area)
  const off = AREAS.filter((area) => !dependent.includes(area)).map((area) => `${area} = false`)
  writeFileSync(join(SITE_DIR, 'site.toml'), ['[areas]', ...off].join('\n'))
  site = await startSite({ DATA_DIR: join(folder, 'data'), DATABASE_URL, SITE_DIR })
  const { anonKey, serviceKey } = await openKeys(join(site.dataDir, 'keys.json'))
  const connect = (key: string) =>
    createClient<Database>(site.url, key, { auth: { persistSession: false } })
  anon = connect(anonKey)
  // Row security hides content of areas that are off from everybody else.
  const service = connect(serviceKey)
  const rows = await Promise.all([
    service.from('product_launches').select('id').limit(1).single().throwOnError(),
    service.from('companies').select('id').limit(1).single().throwOnError(),
    service.from('lists').select('id').eq('visibility', 'public').limit(1).single().throwOnError(),
    service.from('profiles').select('username').limit(1).single().throwOnError(),
    service.from('reviews').select('id').limit(1).single().throwOnError(),
    service
      .from('capabilities')
      .select('slug')
      .gt('tool_count', 3)
      .limit(1)
      .single()
      .throwOnError(),
  ])
  const [launch, company, list, profile, review, capability] = rows.map(({ data }) =>
    String(Object.values(data)[0]),
  )
  Object.assign(values, {
    ...{ 'launch/:id': launch, ':launch': launch, 'company/:id': company },
    ...{ 'list/:id': list, ':list': list, ':username': profile, ':user': profile },
    ...{ 'review/:id': review, ':capability': capability, ':toolId': 'figma', ':tool': 'figma' },
    ...{ 'feeds/*': 'feeds/reviews.atom', ':key': 'home-tools', 'docs/*': 'docs/operating' },
  })
})
afterAll(async () => {
  await site.stop()
  remove()
})

/** A route with values for its parameters; undefined without a value for one of them. */
function toAddress(path: string): string | undefined {
  const [start] = path.split('/')
  const filled = path
    .replace(/^(feeds|docs)\/\*$/, (splat) => values[splat] ?? splat)
    .replace(
      /:\w+\??/g,
      (name) => values[`${start}/${name}`] ?? values[name.replace('?', '')] ?? name,
    )
  return /[:*]/.test(filled) ? undefined : `/${filled}`
}

const readStatus = async (path: string, init?: RequestInit) => {
  const response = await fetch(site.url + path, { redirect: 'manual', ...init })
  await response.arrayBuffer()
  return response.status
}

const offRoutes = AREAS.flatMap((area) => AREA_PARTS[area].routes)

test('routes of areas that are off, with their data, answer 404 for each method', async () => {
  for (const route of new Set(offRoutes)) {
    const path = toAddress(route) ?? ''
    const form = { method: 'POST', body: new URLSearchParams({ a: 'b' }) }
    const found = [
      await readStatus(path),
      await readStatus(`${path}.data`),
      await readStatus(path.toUpperCase()),
      await readStatus(path, form),
    ]
    expect([path, ...found]).toEqual([path, 404, 404, 404, 404])
  }
})

test('files of areas that are off answer 404', async () => {
  for (const pattern of AREAS.flatMap((area) => AREA_PARTS[area].files ?? [])) {
    const path = pattern.replace('*', values['launch/:id'] ?? '')
    expect([path, await readStatus(path)]).toEqual([path, 404])
  }
})

test('functions of areas that are off answer 404, and others as before', async () => {
  for (const name of AREAS.flatMap((area) => AREA_PARTS[area].functions ?? [])) {
    const { anonKey } = await openKeys(join(site.dataDir, 'keys.json'))
    const init = { headers: { apikey: anonKey, 'Content-Type': 'application/json' } }
    const post = { ...init, method: 'POST', body: '{}' }
    const found = [
      await readStatus(`/rest/v1/rpc/${name}`, post),
      await readStatus(`/rest/v1/rpc/${name}`, init),
      await readStatus(`/rest/v1/rpc/${name.replace('_', '%5F')}`, post),
    ]
    expect([name, ...found]).toEqual([name, 404, 404, 404])
  }
  expect((await anon.rpc('count_tools').throwOnError()).data).toBeGreaterThan(100)
})

test('tables of areas that are off are empty for visitors', async () => {
  for (const name of AREAS.flatMap((area) => AREA_PARTS[area].tables ?? [])) {
    const table = name.replace('public.', '').replace('private.launches', 'product_launches')
    const { data } = await anon
      .from(table as 'lists')
      .select('*')
      .limit(1)
    // A table that visitors cannot read has no data either.
    expect([table, data ?? []]).toEqual([table, []])
  }
})

/** One address of each kind is read. */
const toShape = (link: string) =>
  link
    .replace(/[?&].*/, '')
    .replace(
      /^\/(assets|best|docs|figures|moderation-log|pictures\/\w+|review|tool)\/[^/]+/,
      '/$1/*',
    )

test('pages of the other areas show all their parts and link only to pages that are there', async () => {
  const paths = [...PAGES, ...FILES]
    .map(({ path }) => path)
    .filter(
      (path) =>
        !offRoutes.includes(path) && !/^(imprint|_\/ui|explain|report.*|unsubscribe)$/.test(path),
    )
    .flatMap((path) => toAddress(path) ?? [])
  const more = ['/?search=figma', '/trust?tab=verification', '/tools?search=figma+vs+sketch']
  const links = new Map<string, [from: string, link: string]>()
  const wrong: unknown[] = []
  for (const path of [...paths, ...more, '/sitemaps/pages.xml']) {
    const response = await fetch(site.url + path)
    const text = await response.text()
    if (!response.ok || text.includes('Could not be loaded.')) wrong.push([path, response.status])
    const found = text.matchAll(/(?:href="|<loc>|"url":")(?:http:\/\/[\w.]+:\d+)?(\/[^"<#]*)/g)
    for (const [, link = ''] of found)
      links.set(toShape(link), [path, link.replaceAll('&amp;', '&')])
  }
  expect(links.size).toBeGreaterThan(40)
  for (const [from, link] of links.values()) {
    const status = await readStatus(link)
    if (status >= 400) wrong.push([from, link, status])
  }
  expect(wrong).toEqual([])
})

test('the start names areas that are off because they need another one', () => {
  expect(site.readOutput()).toContain('the area makers is off, because it needs companies')
})
