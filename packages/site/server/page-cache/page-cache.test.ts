import { randomBytes } from 'node:crypto'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompressSync, gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { pageParameters } from '../../app/shared/page-table.ts'
import { searchOf } from './cache-key.ts'
import { encodingFor } from './cached-page.ts'
import { createPageCache } from './page-cache.ts'

const html = { 'Content-Type': 'text/html; charset=utf-8' }

/** A site that counts how often each address was rendered. */
function siteOf(answer: (request: Request, tags: Set<string>) => Promise<Response> | Response) {
  const rendered: string[] = []
  const cache = createPageCache({
    parametersOf: pageParameters,
    origin: 'http://site',
    render: async (request, tags) => {
      const { pathname, search } = new URL(request.url)
      rendered.push(pathname + search)
      return answer(request, tags)
    },
  })
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    cache.fetch(new Request(`http://site${path}`, { method, headers }))
  return { cache, get, rendered }
}

const pageOf = (text: string) => new Response(text, { headers: html })

describe('a file that changes', () => {
  const types = ['application/atom+xml', 'application/feed+json', 'image/svg+xml', 'text/plain']
  const siteOfFile = (type: string) => {
    const file = { text: 'two reviews' }
    const { cache, get } = siteOf((_request, tags) => {
      tags.add('reviews')
      return new Response(file.text, { headers: { 'Content-Type': `${type}; charset=utf-8` } })
    })
    const change = (text: string) => {
      file.text = text
      cache.drop('reviews')
    }
    return { get: (headers = {}) => get('/file', headers), change }
  }
  const readDate = (response: Response) => response.headers.get('last-modified') ?? ''

  test.each(types)('of %s answers 200 to the date and the tag of what it was', async (type) => {
    const { get, change } = siteOfFile(type)
    const first = await get()
    const [date, etag] = [readDate(first), first.headers.get('etag') ?? '']
    // Also to what it was before: the newest review is deleted.
    for (const text of ['two reviews, renamed', 'one review', 'two reviews']) {
      change(text)
      const since = await get({ 'If-Modified-Since': date })
      expect([since.status, await since.text()]).toEqual([200, text])
      expect(Date.parse(readDate(since))).toBeGreaterThan(Date.parse(date))
      const status = text === 'two reviews' ? 304 : 200
      expect((await get({ 'If-None-Match': etag, 'If-Modified-Since': date })).status).toBe(status)
    }
  })

  test.each(types)('of %s answers 304 while it is as it was', async (type) => {
    const { get, change } = siteOfFile(type)
    const date = readDate(await get())
    change('two reviews')
    expect((await get({ 'If-Modified-Since': date })).status).toBe(304)
    const before = new Date(Date.parse(date) - 1000).toUTCString()
    expect((await get({ 'If-Modified-Since': before })).status).toBe(200)
  })

  test('is no document, which has no date', async () => {
    const { get } = siteOf(() => pageOf('home'))
    expect((await get('/')).headers.has('last-modified')).toBe(false)
  })
})

describe('rendering', () => {
  test('renders the same page once', async () => {
    const { get, rendered } = siteOf(() => pageOf('home'))
    expect(await (await get('/')).text()).toBe('home')
    expect(await (await get('/')).text()).toBe('home')
    expect(rendered).toEqual(['/'])
  })

  test('an unread parameter creates no new entry, a read one does', async () => {
    const { get, rendered } = siteOf(() => pageOf('tools'))
    for (const query of ['', '?utm_source=x', '?a=1&a=2', '?sort=name', '?x=1&sort=name&sort=z']) {
      await get(`/tools${query}`)
    }
    expect(rendered).toEqual(['/tools', '/tools?sort=name'])
  })

  test('evicts the least recently used pages beyond the capacity', async () => {
    // A megabyte each, and more of them than there is room for.
    const text = randomBytes(500_000).toString('hex')
    const { get, rendered } = siteOf(({ url }) => pageOf(text + url))
    const paths = Array.from({ length: 60 }, (_, number) => `/tool/${number}`)
    for (const path of paths) await get(path)
    const [first = '', last = ''] = [paths.at(0), paths.at(-1)]
    await get(last)
    expect(rendered).toEqual(paths)
    await get(first)
    expect(rendered).toEqual([...paths, first])
  })

  test('calls countRendering before a rendering and not for a cached page', async () => {
    const { cache, rendered } = siteOf(() => pageOf('page'))
    const refuse = () => Promise.reject(new Error('too many'))
    const fetchPage = (path: string, countRendering: () => Promise<void>) =>
      cache.fetch(new Request(`http://site${path}`), countRendering)
    for (const path of ['/', '/tools.data']) {
      await expect(fetchPage(path, refuse)).rejects.toThrow('too many')
    }
    expect(rendered).toEqual([])
    await fetchPage('/', async () => {})
    expect(await (await fetchPage('/', refuse)).text()).toBe('page')
  })

  test('a burst on a cold page renders once', async () => {
    const { get, rendered } = siteOf(async () => {
      await new Promise((resolve) => setTimeout(resolve, 20))
      return pageOf('slow')
    })
    await Promise.all(Array.from({ length: 50 }, () => get('/about')))
    expect(rendered).toEqual(['/about'])
  })
})

describe('an announced tag', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
  afterEach(() => void vi.useRealTimers())

  /** Each path shows the tools that its letters name, read in turn. Tool c has a throttled tag. */
  const siteOfTools = () => {
    const versions: Record<string, number> = { a: 0, b: 0, c: 0 }
    const site = siteOf(async (request, tags) => {
      const seen: string[] = []
      for (const tool of new URL(request.url).pathname.slice(1)) {
        tags.add(tool === 'c' ? 'throttled:tool:c' : `tool:${tool}`)
        seen.push(`${tool}${versions[tool]}`)
        await Promise.resolve()
      }
      return pageOf(seen.join(' '))
    })
    const change = (tool: string) => {
      versions[tool] = (versions[tool] ?? 0) + 1
      site.cache.drop(`tool:${tool}`)
    }
    return { ...site, versions, change }
  }

  test('drops the pages that carry it, and no other', async () => {
    const { get, change, rendered } = siteOfTools()
    for (const path of ['/a', '/b', '/ab']) await get(path)
    change('a')
    for (const path of ['/a', '/b', '/ab']) await get(path)
    expect(await (await get('/ab')).text()).toBe('a1 b0')
    expect(rendered).toEqual(['/a', '/b', '/ab', '/a', '/ab'])
  })

  test('* drops every page', async () => {
    const { cache, get, rendered } = siteOfTools()
    for (const path of ['/a', '/b']) await get(path)
    cache.drop('*')
    for (const path of ['/a', '/b']) await get(path)
    expect(rendered).toEqual(['/a', '/b', '/a', '/b'])
  })

  test('leaves a rendering without it cached, but no later request joins that rendering', async () => {
    const { get, change, rendered } = siteOfTools()
    const early = get('/b')
    change('a')
    await Promise.all([early, get('/b')])
    expect(rendered).toEqual(['/b', '/b'])
    await get('/b')
    expect(rendered).toHaveLength(2)
    const touched = get('/ab')
    change('b')
    await touched
    expect(await (await get('/ab')).text()).toBe('a1 b1')
    expect(rendered).toHaveLength(4)
  })

  test('clear() discards a rendering that started before it', async () => {
    const { cache, get, change, rendered } = siteOfTools()
    change('a')
    const early = get('/b')
    cache.clear()
    await early
    await get('/b')
    expect(rendered).toEqual(['/b', '/b'])
  })

  test('a rendering that misses more than 1,000 of them is not cached', async () => {
    const { get, change, rendered } = siteOfTools()
    const early = get('/b')
    for (let number = 0; number < 1001; number += 1) change('a')
    await early
    await get('/b')
    expect(rendered).toEqual(['/b', '/b'])
  })

  test('a throttled one drops a page when a second has passed since its rendering began', async () => {
    const { get, change, rendered } = siteOfTools()
    const getText = async (path: string) => (await get(path)).text()
    await getText('/ac')
    vi.advanceTimersByTime(400)
    change('c')
    change('c')
    vi.advanceTimersByTime(599)
    expect(await getText('/ac')).toBe('a0 c0')
    vi.advanceTimersByTime(1)
    expect(await getText('/ac')).toBe('a0 c2')
    vi.advanceTimersByTime(1000)
    expect(await getText('/ac')).toBe('a0 c2')
    change('c')
    expect(await getText('/ac')).toBe('a0 c3')
    expect(rendered).toEqual(['/ac', '/ac', '/ac'])
  })

  test('another tag of a page with a throttled one drops it at once', async () => {
    const { get, change } = siteOfTools()
    await get('/ac')
    change('c')
    change('a')
    expect(await (await get('/ac')).text()).toBe('a1 c1')
  })

  test('a rendering that misses a throttled one is cached for a second from when it began', async () => {
    const { get, change, rendered } = siteOfTools()
    const early = get('/ca')
    vi.advanceTimersByTime(300)
    change('c')
    await early
    vi.advanceTimersByTime(699)
    expect(await (await get('/ca')).text()).toBe('c0 a0')
    vi.advanceTimersByTime(1)
    expect(await (await get('/ca')).text()).toBe('c1 a0')
    expect(rendered).toEqual(['/ca', '/ca'])
  })

  test('a rendering that misses a throttled one replaces no later one', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const answers = [promise.then(() => 'early'), Promise.resolve('late')]
    const { cache, get } = siteOf(async (_request, tags) => {
      tags.add('throttled:reviews')
      return pageOf((await answers.shift()) ?? '')
    })
    const early = get('/')
    cache.drop('reviews')
    await get('/')
    resolve()
    expect(await (await early).text()).toBe('early')
    expect(await (await get('/')).text()).toBe('late')
  })

  test('no request gets a page older than the last change, or than a second if throttled, in any order of events', async () => {
    const tool = fc.constantFrom('a', 'b', 'c')
    const step = fc.oneof(
      fc.record({ kind: fc.constant('change' as const), tool }),
      fc.record({
        kind: fc.constant('fetchPage' as const),
        path: fc.constantFrom('/a', '/ab', '/bca', '/c'),
      }),
      fc.constant({ kind: 'wait' as const }),
      fc.constant({ kind: 'microtask' as const }),
      fc.constant({ kind: 'clear' as const }),
      fc.record({ kind: fc.constant('pass' as const), ms: fc.nat(1200) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const { cache, get, change, versions } = siteOfTools()
        const requests: Promise<void>[] = []
        const throttledChanges: number[] = []
        for (const each of steps) {
          if (each.kind === 'pass') vi.advanceTimersByTime(each.ms)
          if (each.kind === 'wait') await new Promise((resolve) => setImmediate(resolve))
          if (each.kind === 'microtask') await Promise.resolve()
          if (each.kind === 'clear') {
            versions.a = (versions.a ?? 0) + 1
            cache.clear()
          }
          if (each.kind === 'change') {
            if (each.tool === 'c') throttledChanges.push(performance.now())
            change(each.tool)
          }
          if (each.kind === 'fetchPage') {
            const secondAgo = performance.now() - 1000
            const c = throttledChanges.filter((time) => time <= secondAgo).length
            const atLeast: Record<string, number> = { ...versions, c }
            const check = async (answer: Response) => {
              for (const [name = '', ...version] of (await answer.text()).split(' ')) {
                expect(Number(version.join(''))).toBeGreaterThanOrEqual(atLeast[name] ?? 0)
              }
            }
            requests.push(get(each.path).then(check))
          }
        }
        await Promise.all(requests)
      }),
      { numRuns: 300 },
    )
  })
})

describe('addresses that clients make up', () => {
  test('other spellings of a path evict no canonical page', async () => {
    const large = 'x'.repeat(6 * 1024 ** 2)
    const { get, rendered } = siteOf(() => pageOf(large))
    const id = '0198a6c0-1111-4222-8333-444455556666'
    await get('/tools')
    await get(`/launch/${id}`)
    for (const path of [
      '/tools/',
      '/TOOLS',
      '/%74ools',
      '/tool//figma',
      `/launch/${id.replaceAll('-', '')}`,
      `/launch/01-98${id.slice(4)}`,
    ]) {
      await get(path)
    }
    const before = rendered.length
    await get('/tools')
    await get(`/launch/${id}`)
    expect(rendered.length).toBe(before)
  })

  test('data of a page is cached per set of routes, without unread parameters', async () => {
    const { cache, get, rendered } = siteOf(() => pageOf('data'))
    const fetchPage = async () => {
      await get('/tools.data?_routes=tools&sort=name')
      await get('/tools.data?x=1&sort=name&_routes=tools')
      await get('/_.data?_routes=root&search=a&search=b')
      await get('/_.data?search=a&_routes=root')
      await get('/tools/_.data?y=1')
    }
    await fetchPage()
    const all = [
      '/tools.data?_routes=tools&sort=name',
      '/_.data?_routes=root&search=a',
      '/tools/_.data',
    ]
    expect(rendered).toEqual(all)
    cache.clear()
    await fetchPage()
    expect(rendered).toEqual([...all, ...all])
  })
})

describe('responses that are never cached', () => {
  test.each([
    ['a fault', () => new Response('no', { status: 500, headers: html })],
    ['a redirect', () => new Response(null, { status: 302, headers: { Location: '/' } })],
    [
      'a page of which something could not be read',
      () => new Response('half', { headers: { ...html, 'Cache-Control': 'no-store' } }),
    ],
  ])('%s: a burst renders it once, and the next request again', async (_name, answer) => {
    const { get, rendered } = siteOf(async () => {
      await new Promise((resolve) => setTimeout(resolve, 20))
      return answer()
    })
    const burst = await Promise.all(Array.from({ length: 20 }, () => get('/about')))
    const { status, headers } = answer()
    expect(new Set(burst.map((each) => each.status))).toEqual(new Set([status]))
    expect(burst[0]?.headers.get('location')).toBe(headers.get('location'))
    expect(rendered).toHaveLength(1)
    await get('/about')
    expect(rendered).toHaveLength(2)
  })

  test.each([
    ['a cookie', { ...html, 'Set-Cookie': 'a=b' }],
    ['what is no page', { 'Content-Type': 'application/octet-stream' }],
  ])('%s, and each client gets a rendering of its own', async (_name, headers) => {
    const { get, rendered } = siteOf(() => new Response('mine', { headers }))
    await Promise.all([get('/'), get('/')])
    // Once for the cache, then once for each request.
    expect(rendered).toHaveLength(3)
  })

  test('requests with a token, and requests that send data', async () => {
    const { get, rendered } = siteOf(() => pageOf('x'))
    await get('/', { Authorization: 'Bearer x' })
    await get('/', {}, 'POST')
    await get('/')
    expect(rendered).toHaveLength(3)
  })

  test('the host of the request', async () => {
    const { cache } = siteOf((request) => pageOf(request.url))
    const answer = await cache.fetch(new Request('http://evil.example//evil.example/tools?sort=x'))
    expect(await answer.text()).toBe('http://site//evil.example/tools')
  })

  test('the headers of the client: the page is rendered without them', async () => {
    const seen: string[] = []
    const { get } = siteOf((request) => {
      seen.push([...request.headers.keys()].join())
      return pageOf('x')
    })
    await get('/', { Cookie: 'session=secret', 'Accept-Language': 'de', 'X-Odd': '1' })
    expect(seen).toEqual(['user-agent'])
  })
})

describe('responses from the cache', () => {
  test.each([
    ['br', (bytes: Buffer) => brotliDecompressSync(bytes).toString()],
    ['gzip', (bytes: Buffer) => gunzipSync(bytes).toString()],
    ['identity', (bytes: Buffer) => bytes.toString()],
  ])('in %s, with an ETag of its own', async (encoding, unpacked) => {
    const text = 'page '.repeat(500)
    const { get } = siteOf(() => pageOf(text))
    const answer = await get('/', { 'Accept-Encoding': encoding })
    expect(answer.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding)
    expect(unpacked(Buffer.from(await answer.arrayBuffer()))).toBe(text)
    const etag = answer.headers.get('etag') ?? ''
    expect(etag).toContain(encoding)
    const again = await get('/', { 'Accept-Encoding': encoding, 'If-None-Match': etag })
    expect([again.status, await again.text()]).toEqual([304, ''])
    const other = await get('/', { 'Accept-Encoding': encoding, 'If-None-Match': '"other"' })
    expect(other.status).toBe(200)
  })

  test('are compressed smaller once a page has not changed for ten seconds', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const text = Array.from({ length: 3000 }, (_, number) => `tool ${number * number}`).join(' ')
    const { get, rendered } = siteOf(() => pageOf(text))
    const read = async (headers = {}) => get('/', { 'Accept-Encoding': 'br', ...headers })
    const readBytes = async () => Buffer.from(await (await read()).arrayBuffer())
    const first = await readBytes()
    vi.advanceTimersByTime(9000)
    expect(await readBytes()).toEqual(first)
    const etag = (await read()).headers.get('etag') ?? ''
    vi.advanceTimersByTime(2000)
    await vi.waitFor(async () => expect((await readBytes()).length).toBeLessThan(first.length))
    expect(brotliDecompressSync(await readBytes()).toString()).toBe(text)
    expect((await read({ 'If-None-Match': etag })).status).toBe(304)
    expect(rendered).toHaveLength(1)
  })

  test('of a burst of requests are compressed smaller twenty at most, one after the other', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const text = Array.from({ length: 1000 }, (_, number) => `tool ${number * number}`).join(' ')
    const { get } = siteOf(() => pageOf(text))
    const paths = Array.from({ length: 40 }, (_, number) => `/tool/${number}`)
    const measure = async (path = '') => {
      const response = await get(path, { 'Accept-Encoding': 'br' })
      return (await response.arrayBuffer()).byteLength
    }
    const [first = 0] = await Promise.all(paths.map(measure))
    vi.advanceTimersByTime(11_000)
    await Promise.all(paths.map(measure))
    const waitForSmaller = (path = '') =>
      vi.waitFor(async () => expect(await measure(path)).toBeLessThan(first), 20_000)
    await waitForSmaller(paths[20])
    // Those that were requested before these would be ready before them.
    await Promise.all(paths.map(() => promisify(brotliCompress)(text)))
    expect(await measure(paths[39])).toBe(first)
    await waitForSmaller(paths[39])
  })

  test.each(['br', 'gzip'])('are compressed with %s once for all clients', async (encoding) => {
    const { cache, get } = siteOf(() => pageOf('page '.repeat(500)))
    const headers = { 'accept-encoding': encoding }
    await get('/', headers)
    const bodies = [1, 2].map(() => {
      const request = Object.assign(new IncomingMessage(new Socket()), { url: '/', method: 'GET' })
      Object.assign(request.headers, headers)
      const response = new ServerResponse(request)
      const end = vi.spyOn(response, 'end')
      expect(cache.answer(request, response, [])).toBe(true)
      return end.mock.calls[0]?.[0] as unknown
    })
    expect(bodies[0]).toBeInstanceOf(Buffer)
    expect(bodies[1]).toBe(bodies[0])
  })

  test('HEAD has the length and no body', async () => {
    const { get } = siteOf(() => pageOf('12345'))
    const answer = await get('/', {}, 'HEAD')
    expect([answer.headers.get('content-length'), await answer.text()]).toEqual(['5', ''])
  })

  test.each([
    [null, 'identity'],
    ['', 'identity'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0.1, gzip;q=0.9', 'gzip'],
    ['br;q=0, gzip;q=0', 'identity'],
    ['*', 'br'],
    ['deflate', 'identity'],
  ])('Accept-Encoding %j: %s', (header, encoding) => {
    expect(encodingFor(header)).toBe(encoding)
  })
})

test('the order of parameters does not change the key', () => {
  const read = ['search', 'sort', 'rating']
  fc.assert(
    fc.property(fc.shuffledSubarray(['search=a b', 'sort=name', 'rating=4', 'junk=1']), (parts) => {
      const sorted = [...parts].sort()
      const search = (list: string[]) =>
        searchOf('/', new URLSearchParams(list.join('&')), () => read)
      expect(search(parts)).toBe(search(sorted))
    }),
  )
})
