import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { createMetrics } from './metrics.ts'

function appWith(ping: () => Promise<void>): Hono {
  const metrics = createMetrics(ping)
  const app = new Hono()
  app.use(metrics.watch)
  app.get('/metrics', (c) => metrics.answer(c))
  return app
}

const textOf = async (app: Hono) => (await app.request('/metrics')).text()

test('whatever strangers ask for, series are few', async () => {
  const app = appWith(async () => {})
  for (let count = 0; count < 200; count += 1) {
    await app.request(`/${crypto.randomUUID()}?x=${count}`, { method: `ODD${count}` })
  }
  const lines = (await textOf(app)).split('\n')
  const counted = lines.filter((line) => line.startsWith('http_request_duration_seconds_count'))
  expect(counted).toEqual([
    'http_request_duration_seconds_count{part="pages",method="other",status="4xx"} 200',
  ])
})

test.each([
  ['1', async () => {}],
  ['0', () => Promise.reject(new Error('gone'))],
])('toolmark_database_up %s', async (value, ping) => {
  expect(await textOf(appWith(ping))).toContain(`\ntoolmark_database_up ${value}\n`)
})

test('countMailHalfUsed adds one to the share, and shares without one show 0', async () => {
  const metrics = createMetrics(async () => {})
  const app = new Hono().get('/metrics', (c) => metrics.answer(c))
  metrics.countMailHalfUsed('sign_ups')
  const text = await textOf(app)
  expect(text).toContain('toolmark_mail_half_used_total{share="sign_ups"} 1')
  expect(text).toContain('toolmark_mail_half_used_total{share="members"} 0')
})
