// What the process answers itself, around the site and its backend.
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { text } from 'node:stream/consumers'
import { isLoopback } from '@toolmark/backend/server/client-address.ts'
import { type HttpListener, listen } from '@toolmark/backend/server/listen.ts'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMetrics } from '../metrics/metrics.ts'
import { createApp } from './app.ts'

let listener: HttpListener
let url: string
beforeAll(async () => {
  listener = await listen('127.0.0.1', 0)
  url = `http://127.0.0.1:${listener.port}`
  const ping = async () => {}
  listener.attach(
    createApp({
      ping,
      pictures: new Hono().get('/pictures/*', (c) => c.text('picture')),
      site: async (request, countRendering) => {
        if (!request.url.endsWith('/cached')) await countRendering()
        return new Response('page')
      },
      siteUrl: url,
      trustedProxies: isLoopback,
      assets: tmpdir(),
      metrics: createMetrics(ping),
      pageLimit: { points: 3, duration: 60 },
      pictureLimit: { points: 2, duration: 60 },
      sharePictureLimit: { points: 1, duration: 60 },
    }),
  )
})
afterAll(() => listener.close())

const get = async (path: string, from: string) =>
  (await fetch(`${url}/${path}`, { headers: { 'X-Forwarded-For': from } })).status

test('a network has a limit of rendered pages and none of cached ones', async () => {
  const rendered: number[] = []
  for (let count = 0; count < 5; count += 1) rendered.push(await get(`?${count}`, '203.0.113.7'))
  expect(rendered).toEqual([200, 200, 200, 429, 429])
  expect(await get('cached', '203.0.113.7')).toBe(200)
  expect(await get('?0', '203.0.113.8')).toBe(200)
  const refused = await fetch(url, { headers: { 'X-Forwarded-For': '203.0.113.7' } })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await refused.text()).toContain('later')
})

test('a network has a limit of pictures, logos included', async () => {
  const statuses: number[] = []
  for (const path of ['stored/avatars/a/1.webp', 'tools/a', 'launches/a/2'])
    statuses.push(await get(`pictures/${path}`, '203.0.113.9'))
  expect(statuses).toEqual([200, 200, 429])
  expect(await get('pictures/stored/avatars/a/1.webp', '203.0.113.9')).toBe(429)
  expect(await get('pictures/tools/a', '203.0.113.9')).toBe(429)
  expect(await get('pictures/launches/a/1', '203.0.113.10')).toBe(200)
})

test('a network has a limit of its own for pictures of shared links', async () => {
  const path = 'pictures/share/compare/a,b'
  expect([await get(path, '203.0.113.11'), await get(path, '203.0.113.11')]).toEqual([200, 429])
  expect(await get('pictures/launches/a/1', '203.0.113.11')).toBe(200)
})

test.each(['wp-login.php', '.well-known/assetlinks.json', 'ads.txt', 'browserconfig.xml', '.env'])(
  'a program that looks for /%s gets a short 404',
  async (path) => {
    const answer = await fetch(`${url}/${path}`)
    expect([answer.status, await answer.text()]).toEqual([404, 'Not found'])
  },
)

test.each(['', '/'])(
  'a password manager that looks for the page of a new password, with "%s", finds the settings',
  async (end) => {
    const answer = await fetch(`${url}/.well-known/change-password${end}`, { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/account-settings'])
  },
)

test.each([
  ['/_/metrics', '127.0.0.1', 200],
  ['/_/metrics', 'evil.example', 404],
  ['http://127.0.0.1/_/metrics', 'evil.example', 404],
  ['http://evil.example/_/metrics', '127.0.0.1', 404],
  ['http://127.0.0.1/_/metrics', '127.0.0.1', 200],
])(
  'the target %s with the Host %s from this machine is answered with %d',
  async (target, host, status) => {
    const socket = connect(listener.port, '127.0.0.1')
    socket.end(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
    const [line] = (await text(socket)).split('\r\n')
    expect(line).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  },
)
