import { createServer, type IncomingMessage } from 'node:http'

export interface FakeStore {
  /** As `S3_URL` names it. */
  address: string
  /** What it holds, by path. */
  held: Map<string, Buffer>
  /** Answers everything with 503 from now on, or no longer. */
  fail(isFailing: boolean): void
  close(): Promise<void>
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** As much of S3 as a file store needs, in memory; it lets nobody in without a signature. */
export async function startFakeStore(): Promise<FakeStore> {
  const held = new Map<string, Buffer>()
  let isFailing = false
  const server = createServer((request, response) => {
    const answer = (status: number, headers: Record<string, string> = {}, body?: Buffer) => {
      response.writeHead(status, headers)
      response.end(request.method === 'HEAD' ? undefined : body)
    }
    void bodyOf(request).then((body) => {
      const path = request.url ?? ''
      const signed = request.headers.authorization ?? ''
      if (isFailing) return answer(503)
      if (!/^AWS4-HMAC-SHA256 Credential=KEY\/\d{8}\/eu-test-1\/s3\//.test(signed)) {
        return answer(403)
      }
      if (request.method === 'PUT') {
        const source = request.headers['x-amz-copy-source']
        const bytes = source === undefined ? body : held.get(String(source))
        if (!bytes) return answer(404)
        held.set(path, bytes)
        return answer(200)
      }
      const bytes = held.get(path)
      if (request.method === 'DELETE') {
        held.delete(path)
        return answer(204)
      }
      if (!bytes) return answer(404)
      const [, start = '0', end = ''] =
        /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
      const part = bytes.subarray(Number(start), end === '' ? undefined : Number(end) + 1)
      return answer(200, { 'Content-Length': String(part.length) }, part)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    address: `http://KEY:SECRET%2F1@127.0.0.1:${port}/bucket?region=eu-test-1`,
    held,
    fail: (failing) => {
      isFailing = failing
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
