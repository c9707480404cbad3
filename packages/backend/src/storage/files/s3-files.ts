import { createReadStream } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { FileStoreError, type Files } from './files.ts'
import { openIncoming } from './incoming.ts'

/** How long the store may be silent, in milliseconds. */
const TIMEOUT_MS = 5000

/** After an answer that the store is busy or has failed. */
const RETRIES = 3
const FIRST_RETRY_MS = 50

/**
 * Stores files in any S3-compatible store.
 * @param address `https://ACCESS_KEY:SECRET@host/bucket?region=eu-central-1`; the bucket is in the
 *   path, which every such store supports
 * @param folder for incomplete uploads; created if it does not exist
 * @param timeoutMs without progress; a write takes at most ten times as long in all
 * @returns files whose methods throw a `FileStoreError` if the store does not work
 */
export function createS3Files(address: string, folder: string, timeoutMs = TIMEOUT_MS): Files {
  const incoming = openIncoming(folder)
  const { origin, host, pathname, username, password, searchParams } = new URL(address)
  const client = new AwsClient({
    accessKeyId: decodeURIComponent(username),
    secretAccessKey: decodeURIComponent(password),
    region: searchParams.get('region') ?? 'us-east-1',
    service: 's3',
  })
  const bucket = pathname.replace(/\/+$/, '')
  const toUrl = (key: string) => `${origin}${bucket}/${key}`
  const fail = (problem: string, cause?: unknown) =>
    new FileStoreError(`the file store ${host} ${problem}`, { cause })
  const startLimit = () => startTimeout(timeoutMs, fail('does not answer'))
  // The signal is an argument of `fetch`: one of a `Request` is lost if the request is collected as garbage while it
  // waits, so `client.fetch` would wait for ever.
  const fetchSigned = async (url: string, init: RequestInit, signal: AbortSignal) => {
    for (let attempt = 0; ; attempt += 1) {
      const response = await fetch(await client.sign(url, init), { signal })
      const canRetry = response.status >= 500 || response.status === 429
      if (!canRetry || attempt === RETRIES) return response
      await response.body?.cancel()
      await sleep(Math.random() * FIRST_RETRY_MS * 2 ** attempt)
    }
  }
  const send = async (method: string, key: string, more: RequestInit, timeout: Timeout) => {
    const response = await fetchSigned(toUrl(key), { method, ...more }, timeout.signal)
      .catch((error: unknown) => {
        if (error instanceof FileStoreError) throw error
        throw fail(`cannot be reached: ${describeCause(error)}`, error)
      })
      .finally(timeout.pause)
    if (response.ok || response.status === 404) return response
    await response.body?.cancel()
    throw fail(`answers ${method} with ${response.status}`)
  }
  const request = async (
    method: string,
    key: string,
    more: RequestInit = {},
    limit = startLimit(),
  ) => {
    const signal = AbortSignal.any([limit.signal, AbortSignal.timeout(10 * timeoutMs)])
    const response = await send(method, key, more, { ...limit, signal })
    await response.body?.cancel()
    return response
  }
  const write = async (key: string, more: RequestInit, limit?: Timeout) => {
    const { ok, status } = await request('PUT', key, more, limit)
    if (!ok) throw fail(`answers PUT with ${status}`)
  }
  return {
    // A store needs the length before the first byte, and an upload is never wholly in memory.
    async stage(bytes, maxBytes) {
      const { path, ...received } = await incoming.receive(bytes, maxBytes)
      const keep = async (key: string) => {
        const limit = startLimit()
        await write(key, streamFile(path, received.size, limit.renew), limit)
        await received.drop()
      }
      return { ...received, keep }
    },
    copy: (from, to) => write(to, { headers: { 'x-amz-copy-source': `${bucket}/${from}` } }),
    async remove(key) {
      await request('DELETE', key)
    },
    async size(key) {
      const response = await request('HEAD', key)
      return response.ok ? Number(response.headers.get('content-length')) : undefined
    },
    async read(key, { start, end }) {
      const limit = startLimit()
      const headers = { Range: `bytes=${start}-${end}` }
      const { ok, body } = await send('GET', key, { headers }, limit)
      if (!ok || !body) throw new Error(`the file store ${host} has lost a file`)
      return limitSilence(body, limit)
    },
  }
}

/** undici has the reason of a failed request in its cause, and one for each address of a host in that. */
function describeCause(error: unknown): string {
  const { cause, message } = error as Error
  const { code } = Object(cause) as { code?: unknown }
  return typeof code === 'string' ? code : cause instanceof Error ? cause.message : message
}

interface Timeout {
  /** Aborts after too long without progress. */
  signal: AbortSignal
  /** Reports progress, or begins another wait. */
  renew: () => void
  pause: () => void
}

/** @param reason the error of what is aborted */
function startTimeout(timeoutMs: number, reason: Error): Timeout {
  const silence = new AbortController()
  let timer: NodeJS.Timeout
  const pause = () => clearTimeout(timer)
  const renew = () => {
    pause()
    timer = setTimeout(() => silence.abort(reason), timeoutMs)
  }
  renew()
  return { signal: silence.signal, renew, pause }
}

/** A download takes as long as its reader does: only the time counts in which the store owes a part. */
function limitSilence(body: ReadableStream<Uint8Array>, limit: Timeout): ReadableStream {
  const reader = body.getReader()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      limit.renew()
      const { done, value } = await reader.read().finally(limit.pause)
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: (reason) => reader.cancel(reason),
  })
}

/**
 * A file as a body, which each attempt reads from its first byte. Node's `fetch` accepts iterables,
 * which the types do not have.
 * @param onChunk called after each chunk that was sent
 */
function streamFile(file: string, size: number, onChunk: () => void): RequestInit {
  const body = {
    async *[Symbol.asyncIterator]() {
      for await (const chunk of createReadStream(file)) {
        yield chunk
        onChunk()
      }
    },
  }
  const more = { headers: { 'Content-Length': String(size) }, body, duplex: 'half' }
  // With redirects `fetch` would keep a second copy of the body in memory.
  return { ...more, redirect: 'error', window: null } as unknown as RequestInit
}
