import { createReadStream } from 'node:fs'
import { AwsClient } from 'aws4fetch'
import type { Files } from './files.ts'
import { openIncoming } from './incoming.ts'

/**
 * Any S3-compatible store.
 * @param address `https://ACCESS_KEY:SECRET@host/bucket?region=eu-central-1`; the bucket comes in
 *   the path, as every such store understands it
 * @param folder where uploads wait until they are whole; made when it is not there
 * @param patience until a store that neither takes nor answers is given up, in milliseconds, and a
 *   tenth of the longest that anything may take: what is kept is kept within a transaction, and on
 *   PGlite everybody waits for its end
 */
export function createS3Files(address: string, folder: string, patience = 30_000): Files {
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
  const urlOf = (key: string) => `${origin}${bucket}/${key}`
  const ask = async (
    method: string,
    key: string,
    more: RequestInit = {},
    waiting = waitingFor(patience),
  ) => {
    // What is read may take as long as its reader.
    const limit = method === 'GET' ? {} : { signal: waiting.signal }
    const response = await client
      .fetch(urlOf(key), { method, ...limit, ...more })
      .finally(waiting.end)
    if (response.ok || response.status === 404) return response
    await response.body?.cancel()
    throw new Error(`the file store answered ${method} with ${response.status}`)
  }
  const written = async (method: string, key: string, more: RequestInit, waiting?: Waiting) => {
    const response = await ask(method, key, more, waiting)
    await response.body?.cancel()
    if (!response.ok) throw new Error(`the file store has no place for a file: ${response.status}`)
  }
  return {
    // A store wants to know the length before the first byte, and nobody has the whole in memory.
    async stage(bytes, limit) {
      const { part, ...taken } = await incoming.take(bytes, limit)
      const keep = async (key: string) => {
        const waiting = waitingFor(patience)
        await written('PUT', key, streamed(part, taken.size, waiting.renew), waiting)
        await taken.drop()
      }
      return { ...taken, keep }
    },
    copy: (from, to) =>
      written('PUT', to, { headers: { 'x-amz-copy-source': `${bucket}/${from}` } }),
    async remove(key) {
      await (await ask('DELETE', key)).body?.cancel()
    },
    async size(key) {
      const response = await ask('HEAD', key)
      return response.ok ? Number(response.headers.get('content-length')) : undefined
    },
    async read(key, { start, end }) {
      const response = await ask('GET', key, { headers: { Range: `bytes=${start}-${end}` } })
      if (!response.ok || !response.body) throw new Error('the file store has lost a file')
      return response.body
    },
  }
}

interface Waiting {
  /** Aborts when nothing has happened for too long. */
  signal: AbortSignal
  /** Something has. */
  renew: () => void
  end: () => void
}

/** @param patience in milliseconds, and ten times as long in all */
function waitingFor(patience: number): Waiting {
  const silence = new AbortController()
  const giveUp = () => silence.abort(new Error('the file store does not answer'))
  const timer = setTimeout(giveUp, patience)
  return {
    signal: AbortSignal.any([silence.signal, AbortSignal.timeout(10 * patience)]),
    renew: () => timer.refresh(),
    end: () => clearTimeout(timer),
  }
}

/**
 * A file as a body, from the first byte again for each attempt. Node's `fetch` takes what can be
 * iterated, of which the browsers' types know nothing.
 * @param onPart told of each part that was taken
 */
function streamed(file: string, size: number, onPart: () => void): RequestInit {
  const body = {
    async *[Symbol.asyncIterator]() {
      for await (const part of createReadStream(file)) {
        yield part
        onPart()
      }
    },
  }
  const more = { headers: { 'Content-Length': String(size) }, body, duplex: 'half' }
  // Else a second copy of the body waits, in memory, to be sent where an answer may point.
  return { ...more, redirect: 'error', window: null } as unknown as RequestInit
}
