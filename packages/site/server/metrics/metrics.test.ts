import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { createMetrics } from './metrics.ts'

function createMetricsApp(ping: () => Promise<void>): Hono {
  const metrics = createMetrics(ping)
  const app = new Hono()
  app.use(metrics.watch)
  app.get('/metrics', (c) => metrics.answer(c))
  return app
}

const readMetrics = async (app: Hono) => (await app.request('/metrics')).text()

test('200 paths and methods that the site does not have add one series', async () => {
  const app = createMetricsApp(async () => {})
  for (let count = 0; count < 200; count += 1) {
    await app.request(`/${crypto.randomUUID()}?x=${count}`, { method: `ODD${count}` })
  }
  const lines = (await readMetrics(app)).split('\n')
  const counted = lines.filter((line) => line.startsWith('http_request_duration_seconds_count'))
  expect(counted).toEqual([
    'http_request_duration_seconds_count{part="pages",method="other",status="4xx"} 200',
  ])
})

test.each([
  ['1', 'resolves', async () => {}],
  ['0', 'rejects', () => Promise.reject(new Error('gone'))],
])('toolmark_database_up is %s if the ping %s', async (value, _outcome, ping) => {
  expect(await readMetrics(createMetricsApp(ping))).toContain(`\ntoolmark_database_up ${value}\n`)
})

test('countMailHalfUsed adds one to the share, and shares without one show 0', async () => {
  const metrics = createMetrics(async () => {})
  const app = new Hono().get('/metrics', (c) => metrics.answer(c))
  metrics.countMailHalfUsed('sign_ups')
  const text = await readMetrics(app)
  expect(text).toContain('toolmark_mail_half_used_total{share="sign_ups"} 1')
  expect(text).toContain('toolmark_mail_half_used_total{share="members"} 0')
})

test('waiting emails and processes are read for each answer', async () => {
  const metrics = createMetrics(async () => {})
  let waiting = 3
  metrics.watchEmails(async () => ({ waiting, oldest: 90 }))
  metrics.watchProcesses(async () => ({ count: waiting, versions: { settings: 1, folder: 1 } }))
  const app = new Hono().get('/metrics', (c) => metrics.answer(c))
  const read = async () => (await app.request('/metrics')).text()
  expect(await read()).toMatch(/^toolmark_waiting_emails 3$/m)
  waiting = 2
  const later = await read()
  for (const line of ['waiting_emails 2', 'oldest_email_age_seconds 90', 'processes 2'])
    expect(later).toContain(`toolmark_${line}\n`)
})
