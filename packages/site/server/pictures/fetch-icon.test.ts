import {
  type LocalServer,
  serveLocally,
} from '@toolmark/backend/tests/support/services/local-server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fetchIcon } from './fetch-icon.ts'

const pages = new Map<string, string>()
let website: LocalServer
beforeAll(async () => {
  website = await serveLocally((request, response) => {
    const text = pages.get(request.url ?? '')
    if (text?.startsWith('/')) response.writeHead(302, { location: text }).end()
    else response.writeHead(text === undefined ? 404 : 200).end(text)
  })
})
afterAll(() => website.close())

const read = (path: string, testHosts = new Set([website.host])) =>
  fetchIcon(`${website.url}${path}`, { limit: 1000, testHosts, timeoutMs: 2000 }, async (bytes) => {
    if (String(bytes) === 'broken') throw new Error('not a picture')
    return String(bytes)
  })

test.each([
  ['a relative address', '<link rel=icon href=a.png>', 'a'],
  ['capitals and several relations', '<LINK REL="Shortcut ICON" HREF="/in/a.png">', 'a'],
  [
    'the largest of several',
    '<link rel=icon sizes=16x16 href=a.png><link rel=icon sizes=96x96 href=b.png>',
    'b',
  ],
  ['the icon for phones', '<link rel=icon href=a.png><link rel=apple-touch-icon href=b.png>', 'b'],
  [
    'the next one if the first is missing',
    '<link rel=apple-touch-icon href=none.png><link rel=icon href=a.png>',
    'a',
  ],
  [
    'the next one if the first is no picture',
    '<link rel=apple-touch-icon href=broken.png><link rel=icon href=a.png>',
    'a',
  ],
  [
    'no icon of a mask, an ICO or an SVG',
    '<link rel=mask-icon href=b.png><link rel=apple-touch-icon href=b.ico><link rel=icon href=b.svg><link rel=icon href=a.png>',
    'a',
  ],
  ['an address at which the page is after a redirect', '/in/page', 'a'],
])('reads %s', async (_name, page, expected) => {
  pages.clear()
  for (const [path, text] of Object.entries({
    '/in/': page,
    '/in/page': '<link rel=icon href=a.png>',
    '/in/a.png': 'a',
    '/in/b.png': 'b',
    '/in/broken.png': 'broken',
  }))
    pages.set(path, text)
  expect(await read('/in/')).toBe(expected)
})

test.each([
  ['a page without an icon', '<title>No icon</title>'],
  ['an icon in the body, which visitors write', '<body><p><link rel=icon href=a.png>'],
  ['a data address', '<link rel=icon href="data:image/png;base64,AAAA">'],
  ['an icon that is larger than the limit', '<link rel=icon href=large.png>'],
])('refuses %s', async (_name, page) => {
  pages.clear()
  pages.set('/', page).set('/a.png', 'a').set('/large.png', 'x'.repeat(1001))
  await expect(read('/')).rejects.toThrow('no icon')
  pages.set('/', '<link rel=icon href=a.png>')
  expect(await read('/')).toBe('a')
})

test('an icon on a private host is not fetched', async () => {
  const inside = await serveLocally((_request, response) => response.end('secret'))
  pages.clear()
  pages.set('/', `<link rel=icon href="${inside.url}/a.png">`)
  await expect(read('/')).rejects.toThrow('no icon')
  expect(await read('/', new Set([website.host, inside.host]))).toBe('secret')
  inside.close()
})

test.each([
  ['https://github.com/acme/kettle', '/github.com/acme.png'],
  ['https://www.github.com/acme/kettle/', '/github.com/acme.png'],
  ['https://codeberg.org/acme/kettle', '/codeberg.org/acme.png'],
])('of the repository %s it reads the picture of the owner', async (repository, path) => {
  pages.clear()
  pages.set(path, 'owner')
  const options = { limit: 1000, timeoutMs: 2000, testOrigin: website.url }
  expect(await fetchIcon(repository, options, async (bytes) => String(bytes))).toBe('owner')
})
