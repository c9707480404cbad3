import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '@toolmark/backend/database/database.ts'
import type { RequestTracer } from '@toolmark/backend/server/listen.ts'
import { readRequest } from '@toolmark/backend/server/requests.ts'
import type { Environment } from '../environment.ts'

/** Spans of OpenTelemetry: one for a request, and below it one for each statement or transaction. */
export interface Tracing extends RequestTracer {
  /** The same database, with a span for each call in a request. */
  watchDatabase(database: Database): Database
  /** Sends what has not been sent. */
  close(): Promise<void>
}

/** How long a stop waits for the collector, in milliseconds. */
const CLOSE_TIMEOUT_MS = 1000

const CALLS = ['as', 'asReader', 'asOwner', 'transactionAs', 'transactionAsOwner']

/**
 * Loads OpenTelemetry only if it is wanted. The exporter reads the address, and its headers, from the
 * variables of OpenTelemetry itself.
 * @returns undefined without OTEL_EXPORTER_OTLP_ENDPOINT
 */
export async function startTracing({
  OTEL_EXPORTER_OTLP_ENDPOINT,
  OTEL_SERVICE_NAME,
  OTEL_TRACES_SAMPLER_ARG,
}: Environment): Promise<Tracing | undefined> {
  if (!OTEL_EXPORTER_OTLP_ENDPOINT) return undefined
  const { ROOT_CONTEXT, SpanKind, SpanStatusCode, defaultTextMapGetter, trace } = await import(
    '@opentelemetry/api'
  )
  const { W3CTraceContextPropagator } = await import('@opentelemetry/core')
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http')
  const { resourceFromAttributes } = await import('@opentelemetry/resources')
  const { BatchSpanProcessor, ParentBasedSampler, TraceIdRatioBasedSampler, TracerProvider } =
    await import('@opentelemetry/sdk-trace')
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': OTEL_SERVICE_NAME }),
    sampler: new ParentBasedSampler({
      root: new TraceIdRatioBasedSampler(OTEL_TRACES_SAMPLER_ARG),
    }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  })
  const tracer = provider.getTracer('toolmark')
  const propagator = new W3CTraceContextPropagator()

  async function traceCall<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const parent = readRequest()?.span
    if (!parent) return work()
    const span = tracer.startSpan(
      name,
      { kind: SpanKind.CLIENT, attributes: { 'db.system.name': 'postgresql' } },
      trace.setSpan(ROOT_CONTEXT, parent),
    )
    try {
      return await work()
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR })
      throw error
    } finally {
      span.end()
    }
  }

  return {
    startRequest(request, response, id) {
      const { method = '', url = '/', headers } = request
      // Without the query, which may have a key of a report or of a link in a mail.
      const [path = '/'] = url.split('?')
      const span = tracer.startSpan(
        `${method} /${path.split('/')[1] ?? ''}`,
        {
          kind: SpanKind.SERVER,
          attributes: { 'http.request.method': method, 'url.path': path, 'request.id': id },
        },
        propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter),
      )
      response.once('close', () => {
        span.setAttribute('http.response.status_code', response.statusCode)
        if (response.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
        span.end()
      })
      return span
    },
    watchDatabase: (database) =>
      new Proxy(database, {
        get(target, key) {
          const value: unknown = Reflect.get(target, key, target)
          if (typeof value !== 'function') return value
          const call = (...values: unknown[]) => Reflect.apply(value, target, values)
          if (!CALLS.includes(String(key))) return call
          return (...values: unknown[]) =>
            traceCall(`database ${String(key)}`, async () => call(...values))
        },
      }),
    // A collector that hangs or has gone does not delay a stop, nor make it fail.
    close: () =>
      Promise.race([
        provider.shutdown().catch(() => {}),
        pause(CLOSE_TIMEOUT_MS, undefined, { ref: false }),
      ]),
  }
}
