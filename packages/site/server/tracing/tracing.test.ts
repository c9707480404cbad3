import type { Database } from '@toolmark/backend/database/database.ts'
import { LIMITS, listen } from '@toolmark/backend/server/listen.ts'
import { serveLocally } from '@toolmark/backend/tests/support/services/local-server.ts'
import { Hono } from 'hono'
import { afterEach, expect, test } from 'vitest'
import { readEnvironment } from '../environment.ts'
import { startTracing } from './tracing.ts'

interface SentSpan {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: { key: string; value: Record<string, unknown> }[]
  status: { code?: number }
}

afterEach(() => {
  delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT
})

test('a collector that hangs delays a stop by a second, and it succeeds', async () => {
  const collector = await serveLocally((request) => request.resume())
  const endpoint = collector.url
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = endpoint
  const tracing = await startTracing(readEnvironment({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }))
  const listener = await listen('127.0.0.1', 0, LIMITS, tracing)
  listener.attach(new Hono())
  await fetch(`http://127.0.0.1:${listener.port}/`)
  await listener.close()
  const since = performance.now()
  await tracing?.close()
  expect(performance.now() - since).toBeLessThan(3000)
  collector.close()
})

test('a request and its statements are spans of the trace that a proxy has begun', async () => {
  const spans: SentSpan[] = []
  const collector = await serveLocally(async (request, response) => {
    const chunks = (await request.toArray()) as Buffer[]
    const { resourceSpans } = JSON.parse(Buffer.concat(chunks).toString()) as {
      resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[]
    }
    spans.push(...resourceSpans.flatMap((each) => each.scopeSpans.flatMap((scope) => scope.spans)))
    response.end('{}')
  })
  const endpoint = collector.url
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = endpoint
  const tracing = await startTracing(readEnvironment({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }))
  const rows = [{ one: 1 }]
  const real = {
    engine: 'postgres',
    asOwner: async (text: string) => {
      if (text !== 'select 1') throw new Error('syntax error')
      return rows
    },
  }
  const database = tracing?.watchDatabase(real as unknown as Database)
  const listener = await listen('127.0.0.1', 0, LIMITS, tracing)
  const app = new Hono()
  app.get('/report/7', async (c) => {
    await database?.asOwner('select').catch(() => {})
    return c.json(await database?.asOwner('select 1'))
  })
  listener.attach(app)
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  const response = await fetch(`http://127.0.0.1:${listener.port}/report/7?key=secret`, {
    headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-01`, 'X-Request-Id': 'of-the-proxy' },
  })
  expect(await response.json()).toEqual(rows)
  // Outside of a request nothing is traced.
  await database?.asOwner('select 1')
  await listener.close()
  await tracing?.close()
  collector.close()
  const request = spans.find(({ name }) => name === 'GET /report')
  expect(request).toMatchObject({ traceId, parentSpanId: '00f067aa0ba902b7' })
  expect(request?.attributes).toEqual(
    expect.arrayContaining([
      { key: 'url.path', value: { stringValue: '/report/7' } },
      { key: 'request.id', value: { stringValue: 'of-the-proxy' } },
      { key: 'http.response.status_code', value: { intValue: 200 } },
    ]),
  )
  expect(JSON.stringify(spans)).not.toContain('secret')
  const statements = spans.filter(({ name }) => name === 'database asOwner')
  expect(statements.map((each) => [each.parentSpanId, each.status.code])).toEqual([
    [request?.spanId, 2],
    [request?.spanId, 0],
  ])
})

test('without an address of a collector nothing is loaded', async () => {
  expect(await startTracing(readEnvironment({}))).toBeUndefined()
})
