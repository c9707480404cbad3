// A site with settings of the operator: a folder of its own (spec 4 §3), a settings file, a public
// address, a token for metrics.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { openKeys } from '@toolmark/backend/keys/keys.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PAGES } from '../../app/shared/page-table.ts'
import { PASSWORD } from '../support/backends/backend.ts'
import { sharePostgresCopy } from '../support/databases/postgres-copy.ts'
import {
  createTemporaryFolder,
  readStatus,
  type Site,
  startAndFail,
  startSite,
} from '../support/sites/site.ts'

const { folder, remove } = createTemporaryFolder()
const DATABASE_URL = await sharePostgresCopy('demo')
const SITE_DIR = join(folder, 'kiln')
const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><rect width="48" height="48" fill="#803010"/></svg>`
const SITE_URL = 'https://tools.example'
const METRICS_TOKEN = 'a-token-that-is-long-enough'
const statusOf = () => execFileSync('git', ['status', '--porcelain'], { encoding: 'utf8' })
const before = statusOf()
let site: Site
beforeAll(async () => {
  mkdirSync(SITE_DIR)
  const write = (name: string, text: string) => writeFileSync(join(SITE_DIR, name), text)
  write('site.toml', 'name = "Kiln"\nlocale = "de"\nhues = { ink = 20, marker = 150 }')
  write('icon.svg', ICON)
  write('privacy.md', '---\ndate: 2026-03-01\n---\n# What we keep\n\nNothing of yours.')
  write('imprint.md', 'Kiln Ltd, Clay Street 1')
  const CONFIG_FILE = join(folder, 'config.toml')
  const lines = ['[api]', 'max_rowz = 5', '[auth]', 'site_url = "https://settings.example"']
  writeFileSync(CONFIG_FILE, [...lines, '[auth.rate_limit]', 'email_sent = 30'].join('\n'))
  const DATA_DIR = join(folder, 'data')
  const BACKUP_DIR = join(folder, 'backups')
  site = await startSite({
    DATA_DIR,
    DATABASE_URL,
    SITE_DIR,
    CONFIG_FILE,
    SITE_URL,
    METRICS_TOKEN,
    BACKUP_DIR,
  })
})
afterAll(async () => {
  await site.stop()
  remove()
})

const read = async (path: string) => {
  const response = await fetch(site.url + path, { redirect: 'follow' })
  return { status: response.status, text: await response.text() }
}

/** Each address of the page table, with values for its parameters. */
async function listPaths(): Promise<string[]> {
  const { anonKey } = await openKeys(join(site.dataDir, 'keys.json'))
  const anon = createClient(site.url, anonKey, { auth: { persistSession: false } })
  const first = async (table: string, column: string) => {
    const { data } = await anon.from(table).select(column).limit(1).single().throwOnError()
    return String((data as unknown as Record<string, unknown>)[column])
  }
  const review = await first('reviews', 'id')
  const values: Record<string, string> = {
    'launch/:id': await first('product_launches', 'id'),
    'review/:id': review,
    'review/:id/history': review,
    'company/:id': await first('companies', 'id'),
    ':username': await first('profiles', 'username'),
    ':toolId': 'figma',
    ':key': 'home-tools',
    ':number': await first('moderation_decisions', 'number'),
    ':part': 'tools-1.xml',
  }
  return PAGES.map(({ path }) =>
    path === '_/ui'
      ? '/'
      : `/${path.replace(/:\w+\??/g, (name) => values[path] ?? values[name.replace('?', '')] ?? 'x')}`,
  )
}

test('no page, manifest, feed or JSON-LD of a site named Kiln says Toolmark', async () => {
  // The documents are those of the software.
  const own = (await listPaths()).filter((path) => !path.startsWith('/docs'))
  const paths = [...own, '/icon.svg', '/figma', '/no/such/page', '/robots.txt']
  expect(paths.length).toBeGreaterThan(50)
  for (const path of paths) {
    const { status, text } = await read(path)
    expect([path, status]).toEqual([path, path.includes('such') ? 404 : expect.any(Number)])
    expect(status, path).toBeLessThan(500)
    // The keys of the browser's storage are the same on every site.
    const said = text.replaceAll(/toolmark\.(session|single-keys)/g, '')
    expect(said.match(/.{40}toolmark.{40}/i)?.[0], path).toBeUndefined()
  }
  const { text } = await read('/tool/figma')
  expect(text).toMatch(/<title>Figma reviews – Kiln<\/title>/)
  expect(text).toContain('"og:site_name" content="Kiln"')
  expect(text).toContain('lang="en" style="--hue-ink:20;--hue-paper:90;--hue-marker:150')
  expect((await read('/')).text).toMatch(/<title>Kiln – [^<]*<\/title>/)
  expect(JSON.parse((await read('/manifest.webmanifest')).text)).toMatchObject({
    name: 'Kiln',
    short_name: 'Kiln',
    lang: 'en',
  })
  expect(site.readOutput()).toContain('Kiln is at ')
  expect(statusOf()).toBe(before)
})

test('the mail of a sign-up names Kiln', async () => {
  const { anonKey } = await openKeys(join(site.dataDir, 'keys.json'))
  const { auth } = createClient(site.url, anonKey, { auth: { persistSession: false } })
  await auth.signUp({ email: 'vi@people.example', password: PASSWORD })
  const { text } = await read('/_/outbox.json?to=vi@people.example')
  expect(text).toContain('Kiln')
  expect(text).not.toMatch(/toolmark/i)
})

test('the icon and the pictures drawn from it replace the built ones', async () => {
  const icon = await fetch(`${site.url}/icon.svg`)
  expect(await icon.text()).toBe(ICON)
  expect(icon.headers.get('content-security-policy')).toContain('sandbox')
  const png = await fetch(`${site.url}/icons/icon-192.png`)
  const { data, info } = await sharp(await png.arrayBuffer())
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual([192, 192])
  expect([...data.subarray(0, 3)]).toEqual([0x80, 0x30, 0x10])
  const known = { headers: { 'If-None-Match': png.headers.get('etag') ?? '' } }
  expect((await fetch(`${site.url}/icons/icon-192.png`, known)).status).toBe(304)
})

test('own texts replace the default ones and have their own date', async () => {
  const privacy = (await read('/privacy')).text
  expect(privacy).toMatch(/<h1[^>]*>What we keep<\/h1>/)
  expect(privacy).toContain('Last updated: Mar 1, 2026')
  expect(privacy).toMatch(/<h1 lang="de"[^>]*>/)
  expect(privacy).toMatch(/<div lang="de"[^>]*><p>Nothing of yours/)
  expect(privacy).not.toContain('Information we collect')
  const { text, status } = await read('/imprint')
  expect(status).toBe(200)
  expect(text).toContain('Kiln Ltd, Clay Street 1')
  expect(text).toMatch(/<a [^>]*href="\/imprint"/)
  expect((await read('/sitemaps/pages.xml')).text).toMatch(/\/imprint<.*\/docs\/operating</)
  expect((await read('/terms')).text).toContain('Acceptance')
})

test('an unknown setting writes a warning with its name', () => {
  expect(site.readOutput()).toContain('max_rowz')
})

test('canonical URLs start with SITE_URL in place of auth.site_url', async () => {
  expect((await read('/about')).text).toContain(`<link rel="canonical" href="${SITE_URL}/about"`)
})

test('a public site without SMTP_URL warns that it sends no mail, and its outbox stays local', async () => {
  for (const path of ['/_/outbox', '/_/outbox.json']) {
    const url = `${site.url}${path}`
    expect([path, await readStatus(url)]).toEqual([path, 200])
    expect([path, await readStatus(url, { Host: 'tools.example' })]).toEqual([path, 404])
    expect([path, await readStatus(url, { 'X-Forwarded-For': '::1' })]).toEqual([path, 404])
  }
  expect(site.readOutput()).toMatch(/^no mail goes out: https:\/\/tools\.example needs SMTP_URL\./m)
})

test('a public site whose contact no mail can reach has no security.txt', async () => {
  expect((await read('/.well-known/security.txt')).status).toBe(404)
})

test('requests from anywhere read metrics with the token only', async () => {
  const url = `${site.url}/_/metrics`
  const Authorization = `Bearer ${METRICS_TOKEN}`
  const elsewhere = { 'X-Forwarded-For': '203.0.113.5' }
  expect(await readStatus(url, elsewhere)).toBe(401)
  expect(await readStatus(url, { Authorization: 'Bearer something-else' })).toBe(401)
  expect(await readStatus(url, { Authorization, ...elsewhere })).toBe(200)
})

// The operator learns it before sign-ups fail.
test('half of the sign-ups’ mail writes one warning and counts it in /_/metrics', async () => {
  for (let count = 0; count < 8; count += 1) {
    const response = await fetch(`${site.url}/auth/v1/signup`, {
      method: 'POST',
      headers: { 'X-Forwarded-For': `203.0.113.${count}` },
      body: JSON.stringify({
        email: `${crypto.randomUUID()}@people.example`,
        password: PASSWORD,
      }),
    })
    expect(response.status).toBe(200)
  }
  const metrics = await fetch(`${site.url}/_/metrics`, {
    headers: { Authorization: `Bearer ${METRICS_TOKEN}` },
  })
  const text = await metrics.text()
  expect(text).toContain('toolmark_mail_half_used_total{share="sign_ups"} 1')
  expect(text).toContain('toolmark_mail_half_used_total{share="members"} 0')
  // The first backup comes a minute after the start.
  expect(text).toContain('toolmark_backup_age_seconds +Inf')
  const warnings = site.readOutput().match(/"level":"warning".*mails of this hour.*/g) ?? []
  expect(warnings).toHaveLength(1)
  expect(warnings[0]).toContain('6 of 12 mails of this hour are sent (sign_ups')
})

test('dashboard and alerts name metrics that the site has', async () => {
  const answer = await fetch(`${site.url}/_/metrics`, {
    headers: { Authorization: `Bearer ${METRICS_TOKEN}` },
  })
  const series = new Set((await answer.text()).match(/^[a-z]\w+/gm))
  for (const file of ['grafana-dashboard.json', 'alerts.yaml']) {
    const text = readFileSync(join('deploy', 'monitoring', file), 'utf8')
    const named = text.match(/\b(toolmark|http|nodejs|process)_[a-z0-9_]+/g) ?? []
    expect(named.length).toBeGreaterThan(8)
    expect([file, named.filter((name) => !series.has(name))]).toEqual([file, []])
  }
})

test('an unknown key ends the start with one line', async () => {
  const wrong = join(folder, 'wrong')
  mkdirSync(wrong)
  writeFileSync(join(wrong, 'site.toml'), 'colour = "red"')
  const { exitCode, output } = await startAndFail({
    DATA_DIR: join(folder, 'wrong-data'),
    SITE_DIR: wrong,
  })
  expect([exitCode, output]).toEqual([
    1,
    `Toolmark cannot start: ${join(wrong, 'site.toml')}: colour is unknown`,
  ])
})
