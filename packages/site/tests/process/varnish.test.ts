// Debian's Varnish in front of the site, with deploy/varnish.vcl.
import { request } from 'node:http'
import { join } from 'node:path'
import { findFreePort } from '@toolmark/backend/tests/support/services/local-server.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findVarnish } from '../../../../scripts/test-tools.js'
import { createEmail } from '../support/backends/backend.ts'
import { addReview } from '../support/backends/content.ts'
import { sharePostgresCopy } from '../support/databases/postgres-copy.ts'
import { type FrontServer, startVarnish } from '../support/services/proxies.ts'
import {
  createServiceClient,
  createTemporaryFolder,
  type Site,
  startSite,
} from '../support/sites/site.ts'

const program = findVarnish()
const { folder, remove } = createTemporaryFolder()
const DATABASE_URL = await sharePostgresCopy('demo')
let site: Site
let varnish: FrontServer | undefined
let cache: string

beforeAll(async () => {
  if (!program) return
  const port = await findFreePort()
  cache = `http://127.0.0.1:${port}`
  site = await startSite({
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL,
    DEMO_CONTENT: 'on',
    PURGE_URL: cache,
  })
  varnish = await startVarnish(Number(new URL(site.url).port), port, folder)
  // It asks the site first.
  await vi.waitFor(async () => expect((await fetch(`${cache}/_/live`)).status).toBe(200), 20_000)
})
afterAll(async () => {
  await varnish?.stop()
  await site?.stop()
  remove()
})

const get = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${cache}${path}`, { headers })
  return {
    status: response.status,
    headers: response.headers,
    from: response.headers.get('x-cache'),
    text: await response.text(),
  }
}

test.runIf(program)(
  'the second request for a page is answered by the cache, and its keys stay there',
  async () => {
    await get('/tool/figma')
    const page = await get('/tool/figma')
    expect([page.status, page.from]).toEqual([200, 'hit'])
    for (const name of ['surrogate-key', 'cache-tag', 'cdn-cache-control', 'xkey'])
      expect(page.headers.get(name)).toBeNull()
    expect(page.headers.get('cache-control')).toBe('no-cache')
  },
)

test.runIf(program)('a review appears on the page, which the cache had', async () => {
  const service = await createServiceClient({ ...site, url: cache })
  const { data: tool } = await service.from('tools').select('id').eq('slug', 'penpot').single()
  await get('/tool/penpot')
  expect((await get('/tool/penpot')).from).toBe('hit')
  const { data: account } = await service.auth.admin.createUser({
    email: createEmail(),
    email_confirm: true,
  })
  const reviewer = { client: service, id: account.user?.id ?? '' }
  await addReview(reviewer, tool?.id ?? '', { title: 'Seen through the cache' })
  await expect
    .poll(async () => (await get('/tool/penpot')).text.includes('Seen through the cache'))
    .toBe(true)
})

test.runIf(program)('answers of the API and to a token are never kept', async () => {
  const paths = [
    '/rest/v1/categories?select=name',
    '/auth/v1/settings',
    '/_/ready',
    '/tool/nothing',
  ]
  for (const path of paths) {
    await get(path)
    expect([path, (await get(path)).from]).not.toEqual([path, 'hit'])
  }
  await get('/tool/figma')
  expect((await get('/tool/figma', { Authorization: 'Bearer x.y.z' })).from).toBe('miss')
  expect((await get('/tool/figma')).from).toBe('hit')
})

test.runIf(program)(
  'PURGE removes pages, from no other machine, and a page is served without the site',
  async () => {
    await get('/categories')
    expect((await get('/categories')).from).toBe('hit')
    const purge = (key: string) =>
      fetch(cache, { method: 'PURGE', headers: { 'Surrogate-Key': key } })
    const fromElsewhere = await new Promise<number | undefined>((resolve, reject) => {
      request(cache, { method: 'PURGE', localAddress: '127.0.0.2' }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
        .on('error', reject)
        .end()
    })
    expect(fromElsewhere).toBe(403)
    expect((await get('/categories')).from).toBe('hit')
    expect((await purge('*')).status).toBe(200)
    expect((await get('/categories')).from).toBe('miss')
    expect((await get('/categories')).from).toBe('hit')
    await site.stop('SIGKILL')
    const page = await get('/categories')
    expect([page.status, page.from]).toEqual([200, 'hit'])
  },
)

test.runIf(program)('while the site is down, paths of the API answer 503 with a body', async () => {
  const send = async (method: string, path: string) => {
    const response = await fetch(`${cache}${path}`, { method })
    return [response.status, response.headers.get('retry-after'), await response.json()] as const
  }
  const down = [503, '5', { code: 503, message: 'The site is down. Please try again later.' }]
  // Until the second probe has failed a connection may be closed without an answer.
  const settle = () => send('GET', '/rest/v1/tools').catch(() => 'closed')
  await expect.poll(settle).toEqual(down)
  for (const [method, path] of [
    ['POST', '/rest/v1/rpc/count_tools'],
    ['GET', '/auth/v1/settings'],
    ['POST', '/auth/v1/token'],
    ['GET', '/storage/v1/object/public/avatars/x.png'],
    ['GET', '/realtime/v1/websocket'],
  ] as const)
    expect([path, await send(method, path)]).toEqual([path, down])
})
