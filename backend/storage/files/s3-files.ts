import { createReadStream } from 'node:fs'
import { AwsClient } from 'aws4fetch'
import type { Files } from './files.ts'
import { openIncoming } from './incoming.ts'

/**
 * Stores files in any S3-compatible store.
 * @param address `https://ACCESS_KEY:SECRET@host/bucket?region=eu-central-1`; the bucket is in the
 *   path, which every such store supports
 * @param folder for incomplete uploads; created if it does not exist
 * @param timeoutMs without progress; ten times as long in all. Uploads are stored within a transaction,
 *   and on PGlite all other statements wait for its end
 */
export function createS3Files(address: string, folder: string, timeoutMs = 30_000): Files {
  const incoming = openIncoming(folder)
  const { origin, pathname, username, password, searchParams } = new URL(address)
  const client = new AwsClient({
    accessKeyId: decodeURIComponent(username),
    secretAccessKey: decodeURIComponent(password),
    region: searchParams.get('region') ?? 'us-east-1',
    service: 's3',
    retries: 3,
  })
  const bucket = pathname.replace(/\/+$/, '')
  const toUrl = (key: string) => `${origin}${bucket}/${key}`
  const request = async (
    method: string,
    key: string,
    more: RequestInit = {},
    timeout = startTimeout(timeoutMs),
  ) => {
    // A download takes as long as its reader does.
    const limit = method === 'GET' ? {} : { signal: timeout.signal }
    const response = await client
      .fetch(toUrl(key), { method, ...limit, ...more })
      .finally(timeout.end)
    if (response.ok || response.status === 404) return response
    await response.body?.cancel()
    throw new Error(`the file store answered ${method} with ${response.status}`)
  }
  const write = async (method: string, key: string, more: RequestInit, timeout?: Timeout) => {
    const response = await request(method, key, more, timeout)
    await response.body?.cancel()
    if (!response.ok) throw new Error(`the file store refused a file: ${response.status}`)
  }
  return {
    // A store needs the length before the first byte, and an upload is never wholly in memory.
    async stage(bytes, maxBytes) {
      const { path, ...received } = await incoming.receive(bytes, maxBytes)
      const keep = async (key: string) => {
        const timeout = startTimeout(timeoutMs)
        await write('PUT', key, streamFile(path, received.size, timeout.renew), timeout)
        await received.drop()
      }
      return { ...received, keep }
    },
    copy: (from, to) => write('PUT', to, { headers: { 'x-amz-copy-source': `${bucket}/${from}` } }),
    async remove(key) {
      await (await request('DELETE', key)).body?.cancel()
    },
    async size(key) {
      const response = await request('HEAD', key)
      return response.ok ? Number(response.headers.get('content-length')) : undefined
    },
    async read(key, { start, end }) {
      const response = await request('GET', key, { headers: { Range: `bytes=${start}-${end}` } })
      if (!response.ok || !response.body) throw new Error('the file store has lost a file')
      return response.body
    },
  }
}

interface Timeout {
  /** Aborts after too long without progress. */
  signal: AbortSignal
  /** Reports progress. */
  renew: () => void
  end: () => void
}

/** @param timeoutMs without progress; ten times as long in all */
function startTimeout(timeoutMs: number): Timeout {
  const silence = new AbortController()
  const giveUp = () => silence.abort(new Error('the file store does not answer'))
  const timer = setTimeout(giveUp, timeoutMs)
  return {
    signal: AbortSignal.any([silence.signal, AbortSignal.timeout(10 * timeoutMs)]),
    renew: () => timer.refresh(),
    end: () => clearTimeout(timer),
  }
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
