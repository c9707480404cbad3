// What goes wrong while a page is rendered: logged once, said with the status, and kept nowhere.
import { createClient } from '@supabase/supabase-js'
import { createElement, Suspense } from 'react'
import type { ServerBuild } from 'react-router'
import { describe, expect, test } from 'vitest'
import * as entry from '../app/entry.server.tsx'
import { createPageCache } from './page-cache/page-cache.ts'
import { loadSite } from './site.ts'

const Broken = () => {
  throw new Error('no such colour')
}

/** A site of one page. */
function buildOf(Page: () => React.ReactNode): ServerBuild {
  const id = 'root'
  return {
    entry: { module: entry },
    routes: { root: { id, path: '', module: { default: Page } } },
    assets: {
      entry: { imports: [], module: '' },
      routes: { root: { id, hasAction: false, hasLoader: false, module: '', imports: [] } },
      url: '',
      version: '',
    },
    publicPath: '/',
    assetsBuildDirectory: '',
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: 'initial', manifestPath: '' },
  } as unknown as ServerBuild
}

async function siteOf(Page: () => React.ReactNode) {
  const logged: unknown[] = []
  let rendered = 0
  const render = await loadSite(
    {
      supabase: createClient('http://backend.invalid', 'key'),
      siteUrl: 'http://site',
      public: { supabaseUrl: '', supabaseAnonKey: '' },
      hasDesignPage: false,
      log: (error) => logged.push(error),
    },
    undefined,
    async () =>
      buildOf(() => {
        rendered += 1
        return Page()
      }),
  )
  const pages = createPageCache({ render, parametersOf: () => [], origin: 'http://site' })
  const get = (headers: Record<string, string> = {}) =>
    pages.fetch(new Request('http://site/', { headers }))
  return { get, logged, count: () => rendered }
}

describe.each([
  [
    'in a part of the page that may come later',
    () => createElement(Suspense, { fallback: 'the rest' }, createElement(Broken)),
  ],
  ['in the page itself', () => createElement(Broken)],
])('%s', (_name, Page) => {
  test('is logged once, answered with 500, and rendered anew for the next', async () => {
    const { get, logged } = await siteOf(Page)
    const response = await get()
    expect([response.status, response.headers.get('content-type')]).toEqual([
      500,
      'text/html; charset=utf-8',
    ])
    expect(logged).toEqual([new Error('no such colour')])
    expect((await get()).status).toBe(500)
    expect(logged).toHaveLength(2)
  })
})

test('a whole page is kept, and nothing is logged', async () => {
  const { get, logged, count } = await siteOf(() => 'whole')
  for (let times = 0; times < 2; times += 1) {
    const response = await get()
    expect([response.status, await response.text()]).toEqual([
      200,
      expect.stringContaining('whole'),
    ])
  }
  expect([count(), logged]).toEqual([1, []])
})
