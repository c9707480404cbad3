// The sockets of the whole process: its pages' policy, its metrics and its end, which finishes running
// requests and sends queued mail.

import { request } from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openPglite } from '@toolmark/backend/database/engines/pglite.ts'
import { openKeys } from '@toolmark/backend/keys/keys.ts'
import { openSocket, RefusedUpgrade } from '@toolmark/backend/tests/support/backends/realtime.ts'
import { listenLocally } from '@toolmark/backend/tests/support/services/local-server.ts'
import { answerSmtp } from '@toolmark/backend/tests/support/services/smtp.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD } from '../support/backends/backend.ts'
import { openBrowser, visit } from '../support/browser/browser.ts'
import { copyPreparedData } from '../support/sites/prepared-data.ts'
import {
  createServiceClient,
  createTemporaryFolder,
  type Site,
  startSite,
} from '../support/sites/site.ts'

const { folder, remove } = createTemporaryFolder()
const mails: string[] = []
/** The mail server sends nothing before. */
const greeting = Promise.withResolvers<void>()
const mailServer = createServer((socket) => {
  socket.on('error', () => {})
  void greeting.promise.then(() => answerSmtp(socket, mails))
})
let site: Site
let anonKey: string
beforeAll(async () => {
  const port = await listenLocally(mailServer)
  site = await startSite({
    DATA_DIR: copyPreparedData(join(folder, 'data')),
    SMTP_URL: `smtp://127.0.0.1:${port}`,
  })
  anonKey = (await openKeys(join(site.dataDir, 'keys.json'))).anonKey
})
afterAll(async () => {
  await site.stop()
  mailServer.close()
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
test('SIGTERM closes the sockets with 1001, and waits for an incomplete request and for unsent mail', async () => {
  const before = site.readOutput().length
  const socket = await open()
  // It does not answer.
  const silent = await open()
  silent.socket.pause()
  const { serviceKey } = await openKeys(join(site.dataDir, 'keys.json'))
  const client = await createServiceClient(site)
  const body = JSON.stringify({ name: 'Late', slug: '', description: 'd', category: 'HR' })
  const sent = request(`${site.url}/rest/v1/tools`, {
    method: 'POST',
    headers: {
      apikey: serviceKey,
      'Content-Type': 'application/json',
      'Content-Length': body.length,
    },
  })
  const status = new Promise<number | undefined>((resolve, reject) => {
    sent.once('response', (response) => resolve(response.statusCode))
    sent.once('error', reject)
  })
  await new Promise((resolve) => sent.write(body.slice(0, 10), resolve))
  const email = 'ana@people.example'
  expect((await client.auth.signUp({ email, password: PASSWORD })).error).toBeNull()
  const stopped = site.stop()
  expect(await socket.closed).toEqual({ code: 1001, reason: 'going away' })
  // New connections are refused meanwhile.
  const connect = () =>
    fetch(site.url).then(
      () => 'accepted',
      () => 'refused',
    )
  await expect.poll(connect).toBe('refused')
  sent.end(body.slice(10))
  expect(await status).toBe(201)
  // Everything but the mail has ended then.
  const ended = stopped.then(() => 'ended')
  expect(await Promise.race([ended, pause(1500, 'waits for mail')])).toBe('waits for mail')
  greeting.resolve()
  await stopped
  silent.socket.resume()
  await silent.closed
  expect(mails.join()).toContain('To: ana@people.example')
  expect(site.readOutput().slice(before)).not.toMatch(/error/i)
  expect(site.readOutput()).not.toMatch(/pool|not sent/)

  const database = await openPglite(site.dataDir)
  const tools = await database.asOwner('select name from tools')
  await database.close()
  expect(tools).toEqual([{ name: 'Late' }])
})
