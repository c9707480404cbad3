// What an operator meets: starts that must not succeed, and what the running process tells.
import { execFileSync } from 'node:child_process'
import { statSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../app/data/database.types.ts'
import { openKeys } from '../../backend/keys/keys.ts'
import { refusedStart, type Site, startSite, temporaryFolder } from '../support/site.ts'
import { startedFolder } from '../support/started-folder.ts'

const { folder, remove } = temporaryFolder()
/** Of sites beside it, one after the other. */
const others = join(folder, 'others')
let site: Site
beforeAll(async () => {
  site = await startSite({ DATA_DIR: join(folder, 'data') })
  startedFolder(others)
})
afterAll(async () => {
  await site.stop()
  remove()
})

test('React is loaded as it is for visitors, not for developers', () => {
  const script = `
    await import('./server/site.ts')
    const { default: { _cache: known } } = await import('node:module')
    const loaded = Object.values(known).filter((module) => module.loaded)
    console.log(loaded.map(({ filename }) => filename).filter((file) => file.includes('react')).join())`
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    env: { PATH: process.env.PATH },
    encoding: 'utf8',
  })
  expect(said).toMatch(/react\.production/)
  expect(said).not.toMatch(/development/)
})

describe('a start that cannot succeed ends with one clear line', () => {
  const fresh = () => join(folder, crypto.randomUUID())
  test.each([
    [{ PORT: 'x' }, 'Toolmark cannot start: PORT must be a number from 0 to 65535'],
    [{ DEMO_CONTENT: 'maybe' }, 'Toolmark cannot start: DEMO_CONTENT must be on or off'],
    [
      { DATABASE_URL: 'postgres://x@127.0.0.1:1/x' },
      /^Toolmark cannot start: DATABASE_URL cannot be used: .*$/,
    ],
    [
      { HOST: 'nowhere.invalid' },
      'Toolmark cannot start: HOST nowhere.invalid is no address of this machine',
    ],
  ])('%o', async (environment, line) => {
    const { code, said } = await refusedStart({ DATA_DIR: startedFolder(fresh()), ...environment })
    expect(code).toBe(1)
    expect(said).toMatch(line)
    expect(said.split('\n')).toHaveLength(1)
  })

  test('a second start on the same DATA_DIR', async () => {
    const { code, said } = await refusedStart({ DATA_DIR: site.dataDir })
    expect([code, said]).toEqual([
      1,
      `Toolmark cannot start: ${site.dataDir} is in use by another process: stop it, or set another DATA_DIR`,
    ])
  })

  test('a port in use', async () => {
    const { port } = new URL(site.url)
    const { code, said } = await refusedStart({ DATA_DIR: fresh(), PORT: port })
    expect([code, said]).toEqual([
      1,
      `Toolmark cannot start: port ${port} is in use: stop what listens there, or set another PORT`,
    ])
  })

  test('a bad value in the settings', async () => {
    const file = join(folder, 'bad.toml')
    writeFileSync(file, '[api]\nmax_rows = "many"\n')
    const { code, said } = await refusedStart({ DATA_DIR: fresh(), CONFIG_FILE: file })
    expect(code).toBe(1)
    expect(said).toContain('api.max_rows')
  })
})

test('an unknown setting is named in a warning', async () => {
  const file = join(folder, 'odd.toml')
  writeFileSync(file, '[api]\nmax_rowz = 5\n')
  const other = await startSite({ DATA_DIR: others, CONFIG_FILE: file })
  await other.stop()
  expect(other.said()).toContain('max_rowz')
})

test('health answers', async () => {
  const response = await fetch(`${site.url}/_/health`)
  expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }])
})

const statusWith = (url: string, headers: Record<string, string> = {}) =>
  new Promise<number | undefined>((resolve, reject) => {
    request(url, { headers }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
      .on('error', reject)
      .end()
  })

test.each(['/_/outbox', '/_/outbox.json', '/_/metrics'])(
  '%s is for this machine alone: not through a proxy, not under another name',
  async (path) => {
    const url = `${site.url}${path}`
    expect(await statusWith(url)).toBe(200)
    const proxied: Record<string, string>[] = [
      { 'X-Forwarded-For': '203.0.113.5' },
      { 'X-Forwarded-For': '', Forwarded: 'for=203.0.113.5' },
      { 'X-Forwarded-Proto': 'https' },
      { 'X-Real-IP': '203.0.113.5' },
      { Via: '1.1 proxy' },
      { Host: 'rebound.example' },
    ]
    for (const headers of proxied) {
      expect([headers, await statusWith(url, headers)]).toEqual([headers, 404])
    }
  },
)

test('without SMTP_URL this machine alone reads the outbox; a site for others says that no mail goes out', async () => {
  const startAt = (SITE_URL: string) => startSite({ DATA_DIR: others, SITE_URL })
  const open = await startAt('https://tools.example')
  for (const path of ['/_/outbox', '/_/outbox.json', '/_/metrics']) {
    const url = `${open.url}${path}`
    expect([path, await statusWith(url)]).toEqual([path, 200])
    expect([path, await statusWith(url, { Host: 'tools.example' })]).toEqual([path, 404])
    expect([path, await statusWith(url, { 'X-Forwarded-For': '::1' })]).toEqual([path, 404])
  }
  expect(open.said()).toMatch(/^no mail goes out: https:\/\/tools\.example needs SMTP_URL\./m)
  await open.stop()
  const local = await startAt('http://localhost:3000')
  expect(await statusWith(`${local.url}/_/outbox.json`)).toBe(200)
  expect(local.said()).not.toContain('SMTP_URL')
  await local.stop()
})

test('the log holds one JSON line an event, nothing that was typed and nothing that is the sender’s', async () => {
  const before = site.said().length
  await fetch(`${site.url}/user/alice@people.example%E0%A4%A`)
  const sent = await fetch(`${site.url}/about`, { method: 'POST', body: 'x=1' })
  expect(sent.status).toBe(405)
  await expect.poll(() => site.said().slice(before)).toContain('could not be decoded')
  const lines = site.said().slice(before).trim().split('\n')
  const events = lines.map((line) => JSON.parse(line) as { level: string })
  expect(events.map(({ level }) => level)).not.toContain('error')
  expect(lines.join()).not.toMatch(/alice|about|object Object/)
})

test('with METRICS_TOKEN metrics are read from anywhere, by who knows it', async () => {
  const token = 'a token that is long enough'.replaceAll(' ', '-')
  const open = await startSite({ DATA_DIR: others, METRICS_TOKEN: token })
  const url = `${open.url}/_/metrics`
  expect(await statusWith(url, { 'X-Forwarded-For': '203.0.113.5' })).toBe(401)
  expect(await statusWith(url, { Authorization: 'Bearer something-else' })).toBe(401)
  const headers = { Authorization: `Bearer ${token}`, 'X-Forwarded-For': '203.0.113.5' }
  expect(await statusWith(url, headers)).toBe(200)
  await open.stop()
})

test('`npm run keys` prints keys that work, from a file that only its owner reads', async () => {
  const printed = execFileSync(process.execPath, ['server/keys-command.ts'], {
    env: { PATH: process.env.PATH, DATA_DIR: site.dataDir },
    encoding: 'utf8',
  })
  const { url, anon_key, service_key } = JSON.parse(printed) as Record<string, string>
  expect(url).toBe('http://127.0.0.1:3000')
  const headers = (key = '') => ({ apikey: key, Authorization: `Bearer ${key}` })
  const asAnyone = await fetch(`${site.url}/rest/v1/categories?select=name`, {
    headers: headers(anon_key),
  })
  expect(await asAnyone.json()).toHaveLength(20)
  const asService = await fetch(`${site.url}/auth/v1/admin/users/${crypto.randomUUID()}`, {
    headers: headers(service_key),
  })
  expect(asService.status).toBe(404)
  expect(statSync(join(site.dataDir, 'keys.json')).mode & 0o777).toBe(0o600)
})

test('no address and no method is the fault of the server, of pages and of what is around them', async () => {
  const part = fc.oneof(
    fc.constantFrom('tool', 'launch', 'user', 'tools', 'write-review', 'pictures', '_', 'assets'),
    fc.constantFrom('..', '%00', '%ff', '%E0%A4%A', '.', '.data', '__manifest', 'x'.repeat(3000)),
    fc
      .string({ unit: 'binary', maxLength: 20 })
      .map((text) => encodeURIComponent(text.toWellFormed())),
  )
  const asked = fc.record({
    path: fc.array(part, { maxLength: 4 }).map((parts) => `/${parts.join('/')}`),
    query: fc.dictionary(
      fc.constantFrom('search', 'sort', 'after', 'tab', 'day', '_routes', 'x'),
      fc.string(),
    ),
    method: fc.constantFrom('GET', 'GET', 'HEAD', 'POST', 'DELETE', 'PROPFIND'),
  })
  await fc.assert(
    fc.asyncProperty(asked, async ({ path, query, method }) => {
      const address = `${site.url}${path}?${new URLSearchParams(query)}`
      const { status } = await fetch(address, { method, redirect: 'manual' })
      expect(status).toBeLessThan(500)
    }),
    { numRuns: Number(process.env.FUZZ_RUNS ?? 300), endOnFailure: true },
  )
}, 3_600_000)

describe('pages before any script runs', () => {
  const page = async (path: string) => {
    const response = await fetch(`${site.url}${path}`)
    return { status: response.status, html: await response.text(), headers: response.headers }
  }

  test('have title, description, canonical address and Open Graph', async () => {
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

  test('a page that is as it was keeps its own policy', async () => {
    const first = await page('/')
    const etag = first.headers.get('etag') ?? ''
    expect(etag).not.toBe('')
    const again = await fetch(site.url, { headers: { 'If-None-Match': etag } })
    expect([200, 304]).toContain(again.status)
    const policy = again.headers.get('content-security-policy')
    expect(policy === null || policy.includes("script-src 'self'")).toBe(true)
  })

  test('allow no inline script but their own', async () => {
    const { headers } = await page('/')
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/script-src 'self'( 'sha256-[^']+')+;/)
    expect(policy).not.toMatch(/script-src[^;]*unsafe/)
  })

  test('preload no modules before the styles', async () => {
    const { html } = await page('/')
    expect(html).toContain('rel="stylesheet"')
    // The entry script of the router is there, and nothing that is fetched before it.
    expect(html).toMatch(/<script type="module" async="">/)
    expect(html).not.toMatch(/rel="modulepreload"|<script[^>]* src=/)
  })

  test.each(['/rest/v1/', '/auth/v1/settings', '/_/health', '/assets/nothing.js', '/robots.txt'])(
    '%s may load nothing and is framed nowhere',
    async (path) => {
      const { headers } = await fetch(`${site.url}${path}`)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      expect(headers.get('strict-transport-security')).toBeNull()
    },
  )

  test('without demo content figures are measured', async () => {
    const { html } = await page('/')
    expect(html).not.toContain('10,000+')
    expect(html).not.toContain('Demo data: figures are samples')
  })
})

test('a tool named like a page is reached at /tool/{slug}, and no page is shadowed', async () => {
  const { serviceKey } = await openKeys(join(site.dataDir, 'keys.json'))
  const service = createClient<Database>(site.url, serviceKey, { auth: { persistSession: false } })
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

test('the same site runs on a hosted backend: here, on another site’s', async () => {
  const { anonKey, serviceKey } = await openKeys(join(site.dataDir, 'keys.json'))
  const guest = await startSite({
    DATA_DIR: join(folder, 'unused'),
    SUPABASE_URL: site.url,
    SUPABASE_ANON_KEY: anonKey,
  })
  try {
    expect((await fetch(`${guest.url}/_/health`)).status).toBe(200)
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
    const service = createClient(site.url, serviceKey, { auth: { persistSession: false } })
    const avatars = service.storage.from('avatars')
    await avatars.upload('somebody/1.png', picture, { contentType: 'image/png' })
    const address = `${guest.url}/pictures/stored/avatars/somebody/1.png?width=64`
    expect((await fetch(address)).headers.get('content-type')).toBe('image/webp')
    await avatars.remove(['somebody/1.png'])
    expect((await fetch(address)).status).toBe(404)
  } finally {
    await guest.stop()
  }
})

test('mailed links and canonical addresses carry auth.site_url, and SITE_URL before it', async () => {
  const file = join(folder, 'address.toml')
  writeFileSync(file, '[auth]\nsite_url = "https://settings.example"\n')
  const canonicalWith = async (environment: Record<string, string>) => {
    const other = await startSite({
      DATA_DIR: others,
      CONFIG_FILE: file,
      ...environment,
    })
    const html = await (await fetch(`${other.url}/about`)).text()
    await other.stop()
    return /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1]
  }
  expect(await canonicalWith({})).toBe('https://settings.example/about')
  expect(await canonicalWith({ SITE_URL: 'https://site.example' })).toBe(
    'https://site.example/about',
  )
})
