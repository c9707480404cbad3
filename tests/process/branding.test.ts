// Spec 4 §3: a site with a folder of its own, from its start to its mails.
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PAGES } from '../../app/shared/page-table.ts'
import { openKeys } from '../../backend/keys/keys.ts'
import { PASSWORD } from '../support/backend.ts'
import { copyPreparedData } from '../support/prepared-data.ts'
import { type Site, startAndFail, startSite, temporaryFolder } from '../support/site.ts'

const { folder, remove } = temporaryFolder()
const SITE_DIR = join(folder, 'kiln')
const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><rect width="48" height="48" fill="#803010"/></svg>`
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
  site = await startSite({ DATA_DIR: copyPreparedData(join(folder, 'data'), 'on'), SITE_DIR })
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
  const paths = [...(await listPaths()), '/icon.svg', '/figma', '/no/such/page', '/robots.txt']
  expect(paths.length).toBeGreaterThan(50)
  for (const path of paths) {
    const { status, text } = await read(path)
    expect([path, status]).toEqual([path, path.includes('such') ? 404 : expect.any(Number)])
    expect(status, path).toBeLessThan(500)
    expect(text.match(/.{40}toolmark.{40}/i)?.[0], path).toBeUndefined()
  }
  const { text } = await read('/tool/figma')
  expect(text).toMatch(/<title>Figma reviews – Kiln<\/title>/)
  expect(text).toContain('"og:site_name" content="Kiln"')
  expect(text).toContain('lang="de" style="--hue-ink:20;--hue-paper:90;--hue-marker:150')
  expect((await read('/')).text).toMatch(/<title>Kiln – [^<]*<\/title>/)
  expect(JSON.parse((await read('/manifest.webmanifest')).text)).toMatchObject({
    name: 'Kiln',
    short_name: 'Kiln',
    lang: 'de',
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
  expect(privacy).toContain('Last updated: 1. März 2026')
  expect(privacy).not.toContain('Information we collect')
  const { text, status } = await read('/imprint')
  expect(status).toBe(200)
  expect(text).toContain('Kiln Ltd, Clay Street 1')
  expect(text).toMatch(/<a [^>]*href="\/imprint"/)
  expect((await read('/sitemaps/pages.xml')).text).toContain('/imprint<')
  expect((await read('/terms')).text).toContain('Acceptance')
})

test('an unknown key ends the start with one line', async () => {
  const wrong = join(folder, 'wrong')
  mkdirSync(wrong)
  writeFileSync(join(wrong, 'site.toml'), 'colour = "red"')
  const { exitCode, output } = await startAndFail({
    DATA_DIR: copyPreparedData(join(folder, 'wrong-data')),
    SITE_DIR: wrong,
  })
  expect([exitCode, output]).toEqual([
    1,
    `Toolmark cannot start: ${join(wrong, 'site.toml')}: colour is unknown`,
  ])
})
