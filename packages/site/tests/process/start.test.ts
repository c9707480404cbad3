// The start of the process with valid and invalid settings, its log, and its pages without scripts.
import { execFile } from 'node:child_process'
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openDatabase } from '@toolmark/backend/database/open.ts'
import { openKeys } from '@toolmark/backend/keys/keys.ts'
import fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sharePostgresCopy } from '../support/databases/postgres-copy.ts'
import {
  findLinks,
  followPointer,
  parseShown,
  readApiExamples,
  readEntries,
  readHtml,
  readKey,
  send,
  toText,
} from '../support/sites/figures.ts'
import { copyPreparedData } from '../support/sites/prepared-data.ts'
import {
  createServiceClient,
  createTemporaryFolder,
  readStatus,
  runCommand,
  type Site,
  startAndFail,
  startSite,
} from '../support/sites/site.ts'

const run = promisify(execFile)

const { folder, remove } = createTemporaryFolder()
const DATABASE_URL = await sharePostgresCopy()
let site: Site
beforeAll(async () => {
  site = await startSite({ DATA_DIR: join(folder, 'data'), DATABASE_URL })
})
afterAll(async () => {
  await site.stop()
  remove()
})

test('the server loads the production build of React', async () => {
  const script = `
    await import('./packages/site/server/rendering/site.ts')
    const { default: { _cache: known } } = await import('node:module')
    const loaded = Object.values(known).filter((module) => module.loaded)
    console.log(loaded.map(({ filename }) => filename).filter((file) => file.includes('react')).join())`
  const { stdout: files } = await run(process.execPath, ['--input-type=module', '-e', script], {
    env: { PATH: process.env.PATH },
    encoding: 'utf8',
  })
  expect(files).toMatch(/react\.production/)
  expect(files).not.toMatch(/development/)
})

describe('an invalid start', () => {
  test('with settings that contradict the site ends with 1 and one line on stderr', async () => {
    const file = join(folder, 'contradictions.toml')
    writeFileSync(
      file,
      '[auth]\nminimum_password_length = 8\npassword_requirements = "letters_digits"\n',
    )
    expect(await startAndFail({ DATA_DIR: join(folder, 'fresh'), CONFIG_FILE: file })).toEqual({
      exitCode: 1,
      output: `Toolmark cannot start: ${file}: remove auth.minimum_password_length, auth.password_requirements (the site has its own rules for passwords)`,
    })
  })

  test('on a port in use ends with 1 and one line on stderr', async () => {
    const { port } = new URL(site.url)
    const DATA_DIR = copyPreparedData(join(folder, 'other'))
    const { exitCode, output } = await startAndFail({ DATA_DIR, PORT: port })
    expect([exitCode, output]).toEqual([
      1,
      `Toolmark cannot start: port ${port} is in use: stop what listens there, or set another PORT`,
    ])
  })

  test('with a DATABASE_URL that does not answer throws one line and unlocks the folder', async () => {
    const place = { dataDir: join(folder, 'unlocked'), url: 'postgres://x@127.0.0.1:1/x' }
    for (const _ of [1, 2])
      await expect(openDatabase(place)).rejects.toThrow(/^DATABASE_URL cannot be used: .*$/)
  })
})

test('a site at its own address does not warn that it sends no mail', () => {
  expect(site.readOutput()).not.toContain('SMTP_URL')
})

test('GET /_/health returns 200 {status: ok}', async () => {
  const response = await fetch(`${site.url}/_/health`)
  expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }])
})

test.each(['/_/outbox', '/_/outbox.json', '/_/metrics'])(
  '%s returns 404 to requests through a proxy and to another Host',
  async (path) => {
    const url = `${site.url}${path}`
    expect(await readStatus(url)).toBe(200)
    const proxied: Record<string, string>[] = [
      { 'X-Forwarded-For': '203.0.113.5' },
      { 'X-Forwarded-For': '', Forwarded: 'for=203.0.113.5' },
      { 'X-Forwarded-Proto': 'https' },
      { 'X-Real-IP': '203.0.113.5' },
      { Via: '1.1 proxy' },
      { Host: 'rebound.example' },
    ]
    for (const headers of proxied) {
      expect([headers, await readStatus(url, headers)]).toEqual([headers, 404])
    }
  },
)

test('the log has only JSON lines, no error and no data of a malformed request', async () => {
  const before = site.readOutput().length
  await fetch(`${site.url}/user/alice@people.example%E0%A4%A`)
  const sent = await fetch(`${site.url}/about`, { method: 'POST', body: 'x=1' })
  expect(sent.status).toBe(405)
  const lines = site.readOutput().slice(before).split('\n').filter(Boolean)
  const events = lines.map((line) => JSON.parse(line) as { level: string })
  expect(events.map(({ level }) => level)).not.toContain('error')
  expect(lines.join()).not.toMatch(/alice|about|object Object/)
})

test('`toolmark keys` prints valid keys of a file that only its owner can read', async () => {
  const { output: printed } = await runCommand(['keys'], { DATA_DIR: site.dataDir })
  const { url, anon_key, service_key } = JSON.parse(printed) as Record<string, string>
  expect(url).toBe('http://127.0.0.1:3000')
  const headers = (key = '') => ({ apikey: key, Authorization: `Bearer ${key}` })
  const asAnonymous = await fetch(`${site.url}/rest/v1/categories?select=name`, {
    headers: headers(anon_key),
  })
  expect(await asAnonymous.json()).toHaveLength(20)
  const asService = await fetch(`${site.url}/auth/v1/admin/users/${crypto.randomUUID()}`, {
    headers: headers(service_key),
  })
  expect(asService.status).toBe(404)
  expect(statSync(join(site.dataDir, 'keys.json')).mode & 0o777).toBe(0o600)
})

describe('the figures of an empty site', () => {
  test('/figures.json has no fixed figure and none above zero, and pages show the same', async () => {
    const entries = await readEntries(site)
    const key = await readKey(site)
    expect(entries.length).toBeGreaterThan(20)
    const unmeasured = entries.flatMap(({ key, shown }) => (shown === '–' ? [key] : []))
    expect(unmeasured).toEqual(
      expect.arrayContaining(['trust-average', 'trust-quality', 'trust-score', 'home-accuracy']),
    )
    // The prior of ratings is an assumption until 200 reviews are counted.
    expect(entries.find(({ key }) => key === 'rating-prior')?.shown).toBe('4.1')
    for (const entry of entries.filter(({ key }) => key !== 'rating-prior')) {
      const value = followPointer(await send(site, entry.request, key), entry.pointer)
      expect([entry.key, Number(value), entry.fixed]).toEqual([entry.key, 0, undefined])
      const links = findLinks(toText(await readHtml(site, entry.page)), entry.key)
      expect([entry.key, ...new Set(links)]).toEqual([entry.key, entry.shown])
      expect([entry.key, parseShown(entry.shown)]).toEqual([entry.key, value])
    }
  })

  test('/figures/{key} of a figure that only demo content has is 404', async () => {
    expect((await fetch(`${site.url}/figures/about-years`)).status).toBe(404)
    expect((await fetch(`${site.url}/figures/home-tools`)).status).toBe(200)
  })

  test('/api: each request, and the OpenAPI description, answers 200', async () => {
    expect(await readApiExamples(site)).toHaveLength(12)
  })
})

test('no random path, query and method returns a status of 500 or above', async () => {
  const part = fc.oneof(
    fc.constantFrom('tool', 'launch', 'user', 'tools', 'write-review', 'pictures', '_', 'assets'),
    fc.constantFrom('report', 'review', 'moderation-log'),
    fc.constantFrom('..', '%00', '%ff', '%E0%A4%A', '.', '.data', '__manifest', 'x'.repeat(3000)),
    fc
      .string({ unit: 'binary', maxLength: 20 })
      .map((text) => encodeURIComponent(text.toWellFormed())),
  )
  const requests = fc.record({
    path: fc.array(part, { maxLength: 4 }).map((parts) => `/${parts.join('/')}`),
    query: fc.dictionary(
      fc.constantFrom('search', 'sort', 'after', 'tab', 'day', 'type', 'id', 'key', '_routes', 'x'),
      fc.string(),
    ),
    method: fc.constantFrom('GET', 'GET', 'HEAD', 'POST', 'DELETE', 'PROPFIND'),
  })
  await fc.assert(
    fc.asyncProperty(requests, async ({ path, query, method }) => {
      const address = `${site.url}${path}?${new URLSearchParams(query)}`
      const { status } = await fetch(address, { method, redirect: 'manual' })
      expect(status).toBeLessThan(500)
    }),
    { numRuns: Number(process.env.FUZZ_RUNS ?? 100), endOnFailure: true },
  )
}, 3_600_000)

describe('pages without scripts', () => {
  const page = async (path: string) => {
    const response = await fetch(`${site.url}${path}`)
    return { status: response.status, html: await response.text(), headers: response.headers }
  }

  test('have a title, description, canonical URL and Open Graph tags', async () => {
    const { html } = await page('/all-tools')
    expect(html).toContain('<title>All Tools – Toolmark</title>')
    expect(html).toContain(`<link rel="canonical" href="${site.url}/tools"/>`)
    expect(html).toMatch(/<meta property="og:title" content="All Tools/)
    expect(html).toMatch(/<meta name="description" content="[^"]{20,}/)
  })

  test.each(['/tool/nope', '/nope', '/a/b', '/tool/00000000-0000-4000-8000-000000000000'])(
    '%s is 404',
    async (path) => {
      expect((await page(path)).status).toBe(404)
    },
  )

  test.each([
    ...['/a/b', '/a/%0D%0A', '/a/%0A', '/a/%0D', '/a%0Ab/c', '/a/%E2%80%A8', '/a/%E2%80%A9'],
    ...['/a/%00', '/a/%01', '/a/%7F', '/a/%C2%85', '/a/%FF', '/a/%ED%A0%80', '/a/%', '/a/%E0%A4%A'],
    ...['/tools/%0D%0A', '/categories/%0Ab', '/tool/%0Ax/reviews', '/%0A/%FF'],
    ...['/docs/nope', '/docs/%0A', '/imprint'],
  ])('%s is 404 with the page of a missing page', async (path) => {
    const { status, html } = await page(path)
    expect([status, /<title>(.*?)<\/title>/.exec(html)?.[1]]).toEqual([
      404,
      'Page not found – Toolmark',
    ])
    expect(html).toContain('Oops! Page not found')
  })

  test('a 304 response sends no policy, or the same one', async () => {
    const first = await page('/')
    const etag = first.headers.get('etag') ?? ''
    expect(etag).not.toBe('')
    const again = await fetch(site.url, { headers: { 'If-None-Match': etag } })
    expect(again.status).toBe(304)
    const policy = again.headers.get('content-security-policy')
    expect([null, first.headers.get('content-security-policy')]).toContain(policy)
  })

  test('the policy allows no inline scripts except by hash', async () => {
    const { headers } = await page('/')
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/script-src 'self'( 'sha256-[^']+')+;/)
    expect(policy).not.toMatch(/script-src[^;]*unsafe/)
  })

  test('no module preload precedes the style sheets', async () => {
    const { html } = await page('/')
    expect(html).toContain('rel="stylesheet"')
    // The router's inline entry script is in the page; no script is fetched before it.
    expect(html).toMatch(/<script type="module" async="">/)
    expect(html).not.toMatch(/rel="modulepreload"|<script[^>]* src=/)
  })

  test.each(['/rest/v1/', '/auth/v1/settings', '/_/health', '/assets/nothing.js', '/robots.txt'])(
    '%s sends nosniff, no frame ancestors and no HSTS',
    async (path) => {
      const { headers } = await fetch(`${site.url}${path}`)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      expect(headers.get('strict-transport-security')).toBeNull()
    },
  )

  test('/.well-known/security.txt names the contact, and expires within a year', async () => {
    const lines = (await (await fetch(`${site.url}/.well-known/security.txt`)).text()).split('\n')
    expect(lines[0]).toBe('Contact: mailto:hello@toolmark.example')
    const expires = Date.parse(lines[1]?.replace('Expires: ', '') ?? '')
    expect(expires).toBeGreaterThan(Date.now())
    expect(expires).toBeLessThan(Date.now() + 366 * 86_400_000)
  })

  test('without SITE_DIR there is no imprint, and nothing links to it', async () => {
    expect((await page('/imprint')).status).toBe(404)
    expect((await page('/about')).html).not.toContain('/imprint"')
    expect((await page('/sitemaps/pages.xml')).html).not.toContain('imprint')
  })

  test('without demo content the home page shows measured figures', async () => {
    const { html } = await page('/')
    expect(html).not.toContain('10,000+')
    expect(html).not.toContain('Demo data: figures are samples')
  })
})

test('a tool with the name of a page is at /tool/{slug} and hides no page', async () => {
  const service = await createServiceClient(site)
  const names = ['Categories', 'Tools', 'Auth', 'Write Review']
  const rows = names.map((name) => ({
    name,
    slug: '',
    description: 'Named like a page.',
    category: 'HR',
  }))
  expect((await service.from('tools').insert(rows)).error).toBeNull()
  const titleOf = async (path: string) =>
    /<title>(.*?)<\/title>/.exec(await (await fetch(`${site.url}${path}`)).text())?.[1]
  expect(await titleOf('/tool/categories')).toBe('Categories reviews – Toolmark')
  expect(await titleOf('/categories')).toBe('Browse Categories – Toolmark')
  expect(await titleOf('/tool/auth')).toBe('Auth reviews – Toolmark')
  expect(await titleOf('/auth')).toBe('Sign in – Toolmark')
  const listing = await (await fetch(`${site.url}/all-tools`)).text()
  expect(listing).toContain('href="/tool/write-review"')
  expect(listing).not.toMatch(/<h3[^>]*><a[^>]*href="\/write-review"/)
})

test('with SUPABASE_URL a site runs on the backend of another site, and stops after DRAIN_SECONDS', async () => {
  const { anonKey } = await openKeys(join(site.dataDir, 'keys.json'))
  const guest = await startSite({
    DATA_DIR: join(folder, 'unused'),
    SUPABASE_URL: site.url,
    SUPABASE_ANON_KEY: anonKey,
    DRAIN_SECONDS: '2',
  })
  const readGuest = (path: string) => readStatus(`${guest.url}${path}`)
  try {
    for (const path of ['/_/health', '/_/ready', '/_/live']) expect(await readGuest(path)).toBe(200)
    expect((await fetch(`${guest.url}/rest/v1/tools`)).status).toBe(404)
    const response = await fetch(`${guest.url}/categories`)
    const html = await response.text()
    expect(html).toContain('AI &amp; Automation')
    expect(html).toContain(`<meta name="supabase-url" content="${site.url}"/>`)
    expect(response.headers.get('content-security-policy')).toContain(
      `connect-src 'self' ${site.url}`,
    )
    const picture = await sharp({
      create: { width: 200, height: 200, channels: 3, background: 'red' },
    })
      .png()
      .toBuffer()
    const avatars = (await createServiceClient(site)).storage.from('avatars')
    await avatars.upload('somebody/1.png', picture, { contentType: 'image/png' })
    const address = `${guest.url}/pictures/stored/avatars/somebody/1.png?width=64`
    expect((await fetch(address)).headers.get('content-type')).toBe('image/webp')
    await avatars.remove(['somebody/1.png'])
    expect((await fetch(address)).status).toBe(404)
    const stopped = guest.stop()
    await expect.poll(() => readGuest('/_/ready')).toBe(503)
    for (const path of ['/_/health', '/_/live', '/categories'])
      expect(await readGuest(path)).toBe(200)
    await stopped
    await expect(readGuest('/_/live')).rejects.toThrow('ECONNREFUSED')
  } finally {
    await guest.stop()
  }
})
