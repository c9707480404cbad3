// The sockets of the whole process: its pages' policy, its metrics and its end.
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openKeys } from '../../backend/keys/keys.ts'
import { openBrowser, visit } from '../support/browser.ts'
import { copyPreparedData } from '../support/prepared-data.ts'
import { openSocket, RefusedUpgrade } from '../support/realtime.ts'
import { type Site, startSite, temporaryFolder } from '../support/site.ts'

const { folder, remove } = temporaryFolder()
let site: Site
let anonKey: string
beforeAll(async () => {
  site = await startSite({ DATA_DIR: copyPreparedData(join(folder, 'data')) })
  anonKey = (await openKeys(join(site.dataDir, 'keys.json'))).anonKey
})
afterAll(async () => {
  await site.stop()
  remove()
})

const open = () => openSocket({ url: site.url, anonKey })

/** The samples of /realtime/v1 by name and labels. */
async function readMetrics(): Promise<Record<string, number>> {
  const text = await (await fetch(`${site.url}/_/metrics`)).text()
  const samples = text.matchAll(/^toolmark_realtime_(\S+) (\d+)$/gm)
  return Object.fromEntries([...samples].map(([, name = '', value]) => [name, Number(value)]))
}

test('a page of the site opens a socket to its own origin in Chromium', async () => {
  const browser = await openBrowser()
  try {
    const { page, problems } = await visit(browser)
    await page.goto(site.url)
    const opened = await page.evaluate(
      (key) =>
        new Promise((resolve) => {
          const url = `${location.origin.replace('http', 'ws')}/realtime/v1/websocket?apikey=${key}`
          const socket = new WebSocket(url)
          socket.onopen = () => resolve('open')
          socket.onerror = () => resolve('failed')
        }),
      anonKey,
    )
    expect([opened, problems]).toEqual(['open', []])
  } finally {
    await browser.close()
  }
})

test('the metrics count sockets, channels and messages', async () => {
  await expect.poll(readMetrics).toMatchObject({ sockets: 0 })
  const before = await readMetrics()
  const socket = await open()
  socket.send('1', '1', 'realtime:room', 'phx_join', {})
  await socket.next()
  const after = await readMetrics()
  expect(after).toMatchObject({ sockets: 1, channels: 1 })
  for (const direction of ['in', 'out']) {
    const name = `messages_total{direction="${direction}"}`
    expect((after[name] ?? 0) - (before[name] ?? 0)).toBe(1)
  }
  const names = Object.keys(after).filter((name) => name.startsWith('cut_sockets'))
  expect(names).toEqual(
    ['idle', 'slow', 'rate', 'malformed'].map((reason) => `cut_sockets_total{reason="${reason}"}`),
  )
  socket.socket.close()
  await expect.poll(readMetrics).toMatchObject({ sockets: 0, channels: 0 })
})

test('an upgrade of another path gets 404', async () => {
  const refused = await openSocket({ url: site.url, anonKey }, { path: '/tools' }).catch(
    (error: unknown) => error,
  )
  expect(refused).toBeInstanceOf(RefusedUpgrade)
  expect(refused).toMatchObject({ status: 404 })
})

test('the sockets of a client behind a proxy on this machine count for its network', async () => {
  const openFor = (address: string) =>
    openSocket({ url: site.url, anonKey }, { headers: { 'X-Forwarded-For': address } })
  const sockets = await Promise.all(Array.from({ length: 20 }, () => openFor('203.0.113.5')))
  const refused = await openFor('203.0.113.5').catch((error: unknown) => error)
  expect(refused).toMatchObject({ status: 429 })
  sockets.push(await openFor('203.0.113.6'))
  for (const { socket } of sockets) socket.close()
})

// The last test, because it stops the site.
test('SIGTERM closes the sockets with 1001, also one that does not answer', async () => {
  const before = site.readOutput().length
  const socket = await open()
  const silent = await open()
  silent.socket.pause()
  await site.stop()
  expect(await socket.closed).toEqual({ code: 1001, reason: 'going away' })
  silent.socket.resume()
  await silent.closed
  expect(site.readOutput().slice(before)).not.toMatch(/error/i)
})
