import { AwsClient } from 'aws4fetch'
import { counted, type Files } from './files.ts'

/**
 * Any S3-compatible store.
 * @param address `https://ACCESS_KEY:SECRET@host/bucket?region=eu-central-1`; the bucket comes in
 *   the path, as every such store understands it
 */
export function createS3Files(address: string): Files {
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
  const ask = async (method: string, key: string, more: RequestInit = {}) => {
    const response = await client.fetch(urlOf(key), { method, ...more })
    if (response.ok || response.status === 404) return response
    await response.body?.cancel()
    throw new Error(`the file store answered ${method} with ${response.status}`)
  }
  const written = async (method: string, key: string, more: RequestInit) => {
    const response = await ask(method, key, more)
    await response.body?.cancel()
    if (!response.ok) throw new Error(`the file store has no place for a file: ${response.status}`)
  }
  return {
    // A store wants to know the length before the first byte; the limit bounds what waits here.
    async stage(bytes, limit) {
      const about = { size: 0, head: new Uint8Array() }
      const chunks: Uint8Array[] = []
      for await (const chunk of counted(bytes, limit, about)) chunks.push(chunk)
      const body = new Uint8Array(Buffer.concat(chunks))
      return { ...about, keep: (key) => written('PUT', key, { body }), drop: async () => {} }
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
