// What the process answers itself, around the site and its backend.
import { tmpdir } from 'node:os'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from './app.ts'
import { isLoopback } from './client-address.ts'
import { type Gate, listen } from './listen.ts'
import { createMetrics } from './metrics/metrics.ts'

let gate: Gate
let url: string
beforeAll(async () => {
  gate = await listen('127.0.0.1', 0)
  url = `http://127.0.0.1:${gate.port}`
  const ping = async () => {}
  gate.serve(
    createApp({
      ping,
      pictures: new Hono().get('/pictures/*', (c) => c.text('picture')),
      site: async (request, spend) => {
        if (!request.url.endsWith('/kept')) await spend()
        return new Response('page')
      },
      siteUrl: url,
      trustedProxies: isLoopback,
      assets: tmpdir(),
      metrics: createMetrics(ping),
      pageLimit: { points: 3, duration: 60 },
      pictureLimit: { points: 2, duration: 60 },
    }),
  )
})
afterAll(() => gate.close())

const get = async (path: string, from: string) =>
  (await fetch(`${url}/${path}`, { headers: { 'X-Forwarded-For': from } })).status

test('one network has so many pages rendered, and any number of those that are kept', async () => {
  const rendered: number[] = []
  for (let count = 0; count < 5; count += 1) rendered.push(await get(`?${count}`, '203.0.113.7'))
  expect(rendered).toEqual([200, 200, 200, 429, 429])
  expect(await get('kept', '203.0.113.7')).toBe(200)
  expect(await get('?0', '203.0.113.8')).toBe(200)
  const refused = await fetch(url, { headers: { 'X-Forwarded-For': '203.0.113.7' } })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await refused.text()).toContain('later')
})

test('one network has so many uploaded pictures, each read anew, and any number of others', async () => {
  const asked: number[] = []
  for (let count = 0; count < 3; count += 1)
    asked.push(await get('pictures/stored/avatars/a/1.webp', '203.0.113.9'))
  expect(asked).toEqual([200, 200, 429])
  expect(await get('pictures/tools/a', '203.0.113.9')).toBe(200)
  expect(await get('pictures/stored/avatars/a/1.webp', '203.0.113.10')).toBe(200)
})
