import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'

/** How much of a body that is too large is read, and for how long. */
const MAX_DISCARDED_BYTES = 256 * 1024 * 1024
const MAX_DISCARD_MS = 20_000

/** Answers 413 to a request with a larger body. */
export function limitBody(maxBytes: number): MiddlewareHandler {
  const onError = async (c: Context) => {
    await discardBody(c.req.raw.body)
    return Response.json(
      { message: 'The request is too large' },
      // The rest of the body is never read, so the connection cannot be used again.
      { status: 413, headers: { Connection: 'close' } },
    )
  }
  const limit = bodyLimit({ maxSize: maxBytes, onError })
  // GET and HEAD have no body, and looking for it costs more than everything else before the database.
  return (c, next) => (['GET', 'HEAD'].includes(c.req.method) ? next() : limit(c, next))
}

/**
 * Reads a body without storing it: clients send all of it before they read the response, and a
 * connection that ends meanwhile is a network error to them.
 */
async function discardBody(body: ReadableStream<Uint8Array> | null): Promise<void> {
  // A locked body was read up to the limit, and still belongs to that reader.
  if (!body || body.locked) return
  const reader = body.getReader()
  const timer = setTimeout(() => void reader.cancel().catch(() => {}), MAX_DISCARD_MS)
  let bytes = 0
  try {
    while (bytes < MAX_DISCARDED_BYTES) {
      const { done, value } = await reader.read()
      if (done) break
      bytes += value.length
    }
  } catch {
    // The client has closed the connection.
  } finally {
    clearTimeout(timer)
  }
}
