// Errors while a page is rendered are logged once, set the status and are never cached.
import { createClient } from '@supabase/supabase-js'
import { createElement, Suspense, use } from 'react'
import type { RouterContextProvider, ServerBuild } from 'react-router'
import { describe, expect, test } from 'vitest'
import { siteContext } from '../../app/data/site.ts'
import * as entry from '../../app/entry.server.tsx'
import { createPageCache } from '../page-cache/page-cache.ts'
import { createRecordingFetch, loadSite } from './site.ts'

const Broken = () => {
  throw new Error('no such color')
}

type Loader = (given: { context: RouterContextProvider }) => unknown

/** A site of one page. */
function buildOf(Page: () => React.ReactNode, loader?: Loader): ServerBuild {
  const id = 'root'
  return {
    entry: { module: { ...entry, streamTimeout: 100 } },
    routes: { root: { id, path: '', module: { default: Page, ...(loader ? { loader } : {}) } } },
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

async function siteOf(Page: () => React.ReactNode, loader?: Loader) {
  const logged: unknown[] = []
  let rendered = 0
  const render = await loadSite(
    {
      supabase: createClient('http://backend.invalid', 'key'),
      visitorClient: createClient('http://backend.invalid', 'key'),
      siteUrl: 'http://site',
      public: { supabaseUrl: '', supabaseAnonKey: '' },
      hasDesignPage: false,
      log: (error) => logged.push(error),
    },
    async () =>
      buildOf(() => {
        rendered += 1
        return Page()
      }, loader),
  )
  const pages = createPageCache({ render, parametersOf: () => [], origin: 'http://site' })
  const get = (headers: Record<string, string> = {}, path = '/') =>
    pages.fetch(new Request(`http://site${path}`, { headers }))
  return { get, logged, count: () => rendered }
}

describe.each([
  [
    'in a part of the page that may come later',
    () => createElement(Suspense, { fallback: 'the rest' }, createElement(Broken)),
  ],
  ['in the page itself', () => createElement(Broken)],
])('%s', (_name, Page) => {
  test('is logged once, gives 500, and is rendered again for the next request', async () => {
    const { get, logged } = await siteOf(Page)
    const response = await get()
    expect([response.status, response.headers.get('content-type')]).toEqual([
      500,
      'text/html; charset=utf-8',
    ])
    expect(logged).toEqual([new Error('no such color')])
    expect((await get()).status).toBe(500)
    expect(logged).toHaveLength(2)
  })
})

test('a complete page is cached, and nothing is logged', async () => {
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

test.each([
  ['a part that waits for its data', true, true],
  ['a part that waits for something else', true, false],
  ['something that waits outside of any part', false, false],
])('a page with %s is sent whole', async (_what, isPart, isData) => {
  const late = new Promise<string>((resolve) => setTimeout(resolve, 50, 'is here'))
  const waiting = createElement(() => createElement('p', null, use(late)))
  const { get, logged } = await siteOf(
    () => (isPart ? createElement(Suspense, { fallback: 'the rest' }, waiting) : waiting),
    () => (isData ? { late } : {}),
  )
  const response = await get()
  const html = await response.text()
  expect([response.status, logged]).toEqual([200, []])
  expect(html).toContain('<p>is here</p>')
  expect(html).not.toContain('the rest')
})

test.each([
  ['503 of a database that is away', 503, '08006', 503, '5'],
  ['400 of a statement that took too long, as behind a locked table', 400, '57014', 503, '5'],
  ['500 of such a statement, as PostgREST answers', 500, '57014', 503, '5'],
  ['400 of a wrong statement', 400, '42703', 500, null],
])(
  'a page whose read gets %s: %i %s answers %i',
  async (_what, status, code, shown, retryAfter) => {
    const read = createRecordingFetch(async () => Response.json({ code }, { status }))
    const { get } = await siteOf(
      () => null,
      async () => {
        const response = await read('http://backend.invalid')
        if (!response.ok) throw new Error((await response.json()).code)
      },
    )
    const response = await get()
    expect([response.status, response.headers.get('retry-after')]).toEqual([shown, retryAfter])
  },
)

test.each([
  ['could not be read', false],
  ['came later than the router waits', true],
])('data of a page of which a part %s is read again for the next request', async (_why, isLate) => {
  let read = 0
  let isBroken = true
  const { get } = await siteOf(
    () => null,
    ({ context }) => {
      read += 1
      const late = async () => {
        if (isBroken) await new Promise((resolve) => !isLate && setTimeout(resolve, 20))
        if (isBroken) context.get(siteContext).log(new Error('nothing came'))
        return []
      }
      return { late: late() }
    },
  )
  await (await get({}, '/_.data')).text()
  isBroken = false
  const whole = await get({}, '/_.data')
  expect([whole.status, read]).toEqual([200, 2])
  await get({}, '/_.data')
  expect(read).toBe(2)
})
