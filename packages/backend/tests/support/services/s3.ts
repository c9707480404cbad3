import { createServer, type IncomingMessage } from 'node:http'
import { listenLocally } from './local-server.ts'

export type FakeStore = Awaited<ReturnType<typeof startFakeStore>>

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** The part of S3 that a file store needs, in memory; it refuses requests without a signature. */
export async function startFakeStore() {
  /** By path. */
  const files = new Map<string, Buffer>()
  let isFailing = false
  const server = createServer((request, response) => {
    const answer = (status: number, headers: Record<string, string> = {}, body?: Buffer) => {
      response.writeHead(status, headers)
      response.end(request.method === 'HEAD' ? undefined : body)
    }
    void readBody(request).then((body) => {
      const path = request.url ?? ''
      const signed = request.headers.authorization ?? ''
      if (isFailing) return answer(503)
      if (!/^AWS4-HMAC-SHA256 Credential=KEY\/\d{8}\/eu-test-1\/s3\//.test(signed)) {
        return answer(403)
      }
      if (request.method === 'PUT') {
        const source = request.headers['x-amz-copy-source']
        const bytes = source === undefined ? body : files.get(String(source))
        if (!bytes) return answer(404)
        files.set(path, bytes)
        return answer(200)
      }
      const bytes = files.get(path)
      if (request.method === 'DELETE') {
        files.delete(path)
        return answer(204)
      }
      if (!bytes) return answer(404)
      const [, start = '0', end = ''] =
        /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
      const part = bytes.subarray(Number(start), end === '' ? undefined : Number(end) + 1)
      return answer(200, { 'Content-Length': String(part.length) }, part)
    })
  })
  const port = await listenLocally(server)
  return {
    /** For `S3_URL`. */
    address: `http://KEY:SECRET%2F1@127.0.0.1:${port}/bucket?region=eu-test-1`,
    files,
    /** Makes every request return 503, or ends that. */
    setFailing: (failing: boolean) => {
      isFailing = failing
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
