// Spec 2 §7: the site serves a tool's logo itself: the configured one, one from LOGO_SERVICE, or
// initials. It resizes uploads to the width at which they are shown.

import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { listenLocally } from '@toolmark/backend/tests/support/services/local-server.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EMPTY_SVG } from '../../server/pictures/draw-fallbacks.ts'
import { addLaunch, addTool } from '../support/backends/content.ts'
import { sharePostgresCopy } from '../support/databases/postgres-copy.ts'
import {
  createServiceClient,
  createTemporaryFolder,
  type Site,
  startSite,
} from '../support/sites/site.ts'

const { folder, remove } = createTemporaryFolder()
const DATABASE_URL = await sharePostgresCopy()
const requestedPaths: string[] = []
let logo: Buffer
const logoService = createServer((request, response) => {
  requestedPaths.push(request.url ?? '')
  if (request.url === '/known.example' || request.url === '/own.png') response.end(logo)
  else if (request.url === '/about') response.end('<link rel=icon href=/own.png>')
  else response.writeHead(404).end('no such logo')
})
let site: Site
beforeAll(async () => {
  logo = await sharp({ create: { width: 200, height: 200, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  await listenLocally(logoService)
  site = await startSite({
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL,
    LOGO_SERVICE: `${logoServiceUrl()}/{domain}`,
    CLAIM_TEST_HOSTS: new URL(logoServiceUrl()).host,
  })
})
afterAll(async () => {
  await site?.stop()
  logoService.close()
  remove()
})

const logoServiceUrl = () => `http://127.0.0.1:${(logoService.address() as AddressInfo).port}`

async function addLogo(name: string, website_url: string | null, logo_url: string | null = null) {
  const client = await createServiceClient(site)
  return `${site.url}/pictures/tools/${await addTool({ client }, { name, website_url, logo_url })}`
}

test('concurrent requests look a logo up once, by domain, and get it as WebP', async () => {
  const address = await addLogo('Known', 'https://www.known.example/about')
  const answers = await Promise.all(Array.from({ length: 8 }, () => fetch(address)))
  for (const answer of answers) {
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('image/webp')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=86400')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  }
  const bytes = Buffer.from(await (answers[0] as Response).arrayBuffer())
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 128 })
  expect(requestedPaths.filter((path) => path === '/known.example')).toHaveLength(1)
  const again = await fetch(address, {
    headers: { 'If-None-Match': answers[0]?.headers.get('etag') ?? '' },
  })
  expect(again.status).toBe(304)
  expect(requestedPaths.filter((path) => path === '/known.example')).toHaveLength(1)
})

test('a configured logo at a local address is not fetched; LOGO_SERVICE is next', async () => {
  const answer = await fetch(
    await addLogo('Sly', 'https://sly.example', `${logoServiceUrl()}/internal-secret`),
  )
  expect(answer.headers.get('content-type')).toBe('image/svg+xml')
  expect(await answer.text()).toContain('>S</text>')
  expect(requestedPaths).toContain('/sly.example')
  expect(requestedPaths).not.toContain('/internal-secret')
})

test('the icon that a website names precedes LOGO_SERVICE', async () => {
  requestedPaths.length = 0
  const answer = await fetch(await addLogo('Iconic', `${logoServiceUrl()}/about`))
  expect(answer.headers.get('content-type')).toBe('image/webp')
  expect(requestedPaths).toEqual(['/about', '/own.png'])
})

test('a known tool has its mark, by its name or the host of its website', async () => {
  const byName = await fetch(await addLogo('Fig-ma', 'https://elsewhere.example'))
  const svg = await byName.text()
  expect(byName.headers.get('cache-control')).toBe('public, max-age=86400')
  expect(svg).toContain('fill="#F24E1E"')
  const byHost = await fetch(await addLogo('A design tool', 'https://www.figma.com/pricing'))
  expect(await byHost.text()).toBe(svg)
  expect(requestedPaths).not.toContain('/elsewhere.example')
  const other = await fetch(await addLogo('Figmatic', 'https://figma.com.example'))
  expect(await other.text()).not.toContain('F24E1E')
})

test('a tool without website and logo has initials', async () => {
  const answer = await fetch(await addLogo('Plain Paper', null))
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-security-policy')).toContain('sandbox')
  expect(await answer.text()).toContain('>PP</text>')
  const withoutInitials = await fetch(`${answer.url}?initials=off`)
  expect([withoutInitials.status, await withoutInitials.text()]).toEqual([200, EMPTY_SVG])
  const head = await fetch(answer.url, { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
})

test('a featured image that cannot be fetched is a placeholder; an unknown launch or tool returns 404', async () => {
  const client = await createServiceClient(site)
  const launch = await addLaunch({ client }, { featured_image: `${logoServiceUrl()}/secret` })
  const answer = await fetch(`${site.url}/pictures/launches/${launch}`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
  expect(requestedPaths).not.toContain('/secret')
  for (const path of [
    `tools/${crypto.randomUUID()}`,
    `launches/${crypto.randomUUID()}`,
    'tools/x',
  ]) {
    expect((await fetch(`${site.url}/pictures/${path}`)).status).toBe(404)
  }
})

test('drawn pictures for shared links are JPEG of 1200 by 630 pixels, and the mark of a mail is PNG', async () => {
  const supabase = await createServiceClient(site)
  const [tool] = (await supabase.from('tools').select('id, slug').limit(1)).data ?? []
  const insert = (of: { tool_id?: string; product_name?: string }) =>
    addLaunch({ client: supabase }, { tagline: 'Ärger less', ...of })
  const listed = await insert({ tool_id: tool?.id })
  const named = await insert({ product_name: 'Ruhe' })
  const measure = async (path: string) => {
    const answer = await fetch(`${site.url}/pictures/${path}`)
    if (!answer.ok) return answer.status
    const { format, width, height } = await sharp(
      Buffer.from(await answer.arrayBuffer()),
    ).metadata()
    expect(answer.headers.get('content-type')).toBe(`image/${format}`)
    return [format, width, height]
  }
  // Pages show a picture only if the maker sent one.
  for (const path of [`launches/${listed}/1`, `launches/${named}`])
    expect([path, await measure(path)]).toEqual([path, 404])
  // Several sites show no WebP beside a link.
  for (const path of [
    `share/launches/${listed}`,
    `share/launches/${named}`,
    'share/site',
    `share/tools/${tool?.id}`,
    `share/compare/${tool?.slug},unknown`,
  ]) {
    expect([path, await measure(path)]).toEqual([path, ['jpeg', 1200, 630]])
  }
  const mark = `marks/${tool?.slug}.png`
  expect(await measure(mark)).toEqual(['png', 480, 40])
  const { headers } = await fetch(`${site.url}/pictures/${mark}`)
  expect(headers.get('cache-control')).toBe('public, max-age=3600')
  for (const file of ['unknown.png', `${tool?.slug}.svg`, `${tool?.slug}`])
    expect([file, await measure(`marks/${file}`)]).toEqual([file, 404])
  for (const slugs of ['unknown', '%00', '%ff', '%ED%A0%80', ','])
    expect([slugs, await measure(`share/compare/${slugs}`)]).toEqual([slugs, 404])
  expect(await measure(`share/launches/${tool?.id}`)).toBe(404)
})

test('an uploaded picture of a launch has 1200 by 630 pixels or the requested width', async () => {
  const supabase = await createServiceClient(site)
  const { data: account } = await supabase.auth.admin.createUser({
    email: 'maker@people.example',
    password: 'a long password',
    email_confirm: true,
  })
  const path = `${account.user?.id}/1.png`
  const original = await sharp({
    create: { width: 2000, height: 2000, channels: 3, background: 'green' },
  })
    .png()
    .toBuffer()
  const bucket = supabase.storage.from('launches')
  await bucket.upload(path, original, { contentType: 'image/png' })
  const launch = await addLaunch(
    { client: supabase, id: account.user?.id ?? '' },
    { pictures: [`uploaded/${path}`] },
  )
  const addresses = [`launches/${launch}/1`, `stored/launches/${path}`]
  const measure = async (address: string) => {
    const answer = await fetch(`${site.url}/pictures/${address}`)
    if (!answer.ok) return answer.status
    const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
    return [width, height]
  }
  for (const address of addresses) {
    expect([address, await measure(address)]).toEqual([address, [1200, 630]])
    expect([address, await measure(`${address}?width=400`)]).toEqual([address, [400, 210]])
  }
  await bucket.remove([path])
  for (const address of addresses) expect([address, await measure(address)]).toEqual([address, 404])
})

test('a featured image has the requested width', async () => {
  const featured_image = 'https://pictures.example/wide.png'
  const drawn = await sharp({
    create: { width: 1200, height: 630, channels: 3, background: 'blue' },
  })
    .webp()
    .toBuffer()
  // Written into the cache, because the server fetches no picture from a local address.
  const name = createHash('sha256').update(`${featured_image} 1200x630`).digest('hex')
  writeFileSync(join(site.dataDir, 'pictures', `${name}.webp`), drawn)
  const client = await createServiceClient(site)
  const launch = await addLaunch({ client }, { featured_image })
  const sizeOf = async (query: string) => {
    const answer = await fetch(`${site.url}/pictures/launches/${launch}${query}`)
    const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
    return [width, height]
  }
  for (const [query, size] of [
    ['?width=400', [400, 210]],
    ['?width=800', [800, 420]],
    ['?width=1200', [1200, 630]],
    ['?width=7', [1200, 630]],
    ['', [1200, 630]],
  ] as const) {
    expect([query, await sizeOf(query)]).toEqual([query, size])
  }
})

async function upload(bucket: 'avatars' | 'logos', bytes: Buffer, contentType = 'image/png') {
  const path = `${crypto.randomUUID()}/1.png`
  const { storage } = await createServiceClient(site)
  const { error } = await storage.from(bucket).upload(path, bytes, { contentType })
  if (error) throw error
  return {
    address: `${site.url}/pictures/stored/${bucket}/${path}`,
    remove: async () => expect((await storage.from(bucket).remove([path])).error).toBeNull(),
  }
}

test('an uploaded picture has the requested width, and returns 404 after it is removed', async () => {
  const original = await sharp({
    create: { width: 900, height: 600, channels: 3, background: 'green' },
  })
    .withExif({ IFD0: { Copyright: 'somewhere' } })
    .png()
    .toBuffer()
  const { address, remove: removePicture } = await upload('avatars', original)
  for (const [query, edge] of [
    ['?width=64', 64],
    ['?width=128', 128],
    ['?width=256', 256],
    ['?width=512', 512],
    ['', 512],
  ] as const) {
    const answer = await fetch(address + query)
    const drawn = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
    expect([query, drawn.format, drawn.width, drawn.height, drawn.exif]).toEqual([
      query,
      'webp',
      edge,
      edge,
      undefined,
    ])
  }
  const small = await fetch(`${address}?width=64`)
  expect(small.headers.get('content-type')).toBe('image/webp')
  expect(small.headers.get('cache-control')).toBe('public, max-age=3600')
  expect(small.headers.get('x-content-type-options')).toBe('nosniff')
  expect(small.headers.get('content-security-policy')).toContain('sandbox')
  const headers = { 'If-None-Match': small.headers.get('etag') ?? '' }
  expect((await fetch(`${address}?width=64`, { headers })).status).toBe(304)
  await removePicture()
  for (const query of ['?width=64', '?width=512', '']) {
    expect((await fetch(address + query, { headers })).status).toBe(404)
  }
})

test('a small upload is not enlarged, and a file that is no picture returns 404', async () => {
  const tiny = await sharp({ create: { width: 20, height: 20, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const answer = await fetch(`${(await upload('logos', tiny)).address}?width=64`)
  expect((await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).width).toBe(20)
  // Both start like a PNG, so storage accepts them.
  for (const bytes of [
    logo.subarray(0, logo.length / 2),
    Buffer.concat([logo.subarray(0, 60), Buffer.from('<script>1</script>')]),
  ]) {
    const { address } = await upload('avatars', bytes)
    expect((await fetch(`${address}?width=64`)).status).toBe(404)
  }
})

test('another width, bucket or path returns 404', async () => {
  const { address } = await upload('avatars', logo)
  expect((await fetch(`${address}?width=128`)).status).toBe(200)
  for (const query of ['?width=7', '?width=', '?width=64px', '?width=0128', '?width=1e2']) {
    expect([query, (await fetch(address + query)).status]).toEqual([query, 404])
  }
  const { storage } = await createServiceClient(site)
  await storage.createBucket('papers', { public: false })
  await storage.from('papers').upload('a/1.png', logo, { contentType: 'image/png' })
  const [folderOf = ''] = address.split('/').slice(-2)
  for (const path of [
    'papers/a/1.png',
    `avatars/${folderOf}/2.png`,
    'avatars/1.png',
    'avatars/x/y/1.png',
    'avatars/..%2Fpapers/a%2F1.png',
    'avatars/..%2F..%2Fpapers%2Fa/1.png',
    `avatars/${folderOf}%2F1.png`,
    `avatars/${folderOf}/..%2F${folderOf}%2F1.png`,
    `avatars/${folderOf}/1.png%3Fdownload`,
    `avatars/${folderOf}/1.png%00`,
    `avatars/${folderOf}/%FF`,
    'logos/%2E%2E/avatars/1.png',
  ]) {
    const answer = await fetch(`${site.url}/pictures/stored/${path}?width=64`)
    expect([path, answer.status]).toEqual([path, 404])
  }
})
