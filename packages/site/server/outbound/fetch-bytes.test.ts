import type { RequestListener } from 'node:http'
import { serveLocally } from '@toolmark/backend/tests/support/services/local-server.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { fetchBytes } from './fetch-bytes.ts'

const cleanups: (() => void)[] = []
afterEach(() => {
  for (const clean of cleanups.splice(0)) clean()
})

async function serve(answer: RequestListener): Promise<string> {
  const { url, close } = await serveLocally(answer)
  cleanups.push(close)
  return url
}

describe('fetching', () => {
  const options = { limit: 1000, isTyped: false, accept: '*/*', timeoutMs: 5000 }

  it('stops at the limit, however long the answer goes on', async () => {
    const url = await serve((_request, response) => {
      const more = setInterval(() => response.write(Buffer.alloc(400)), 1)
      response.on('close', () => clearInterval(more))
    })
    await expect(fetchBytes(url, options)).rejects.toThrow('more than 1000 bytes')
    expect(await fetchBytes(url, { ...options, isCut: true })).toHaveLength(1000)
  })

  it('follows three redirects and no more', async () => {
    const url = await serve((request, response) => {
      const step = Number(request.url?.slice(1))
      if (step === 0) response.end('there')
      else response.writeHead(302, { location: `/${step - 1}` }).end()
    })
    expect((await fetchBytes(`${url}/3`, options)).toString()).toBe('there')
    await expect(fetchBytes(`${url}/4`, options)).rejects.toThrow('too many redirects')
  })

  it('an address that a person typed is not fetched from this machine, also not by a name', async () => {
    let calls = 0
    const url = await serve((_request, response) => {
      calls += 1
      response.end('secret')
    })
    const typed = { ...options, isTyped: true }
    await expect(fetchBytes(url, typed)).rejects.toThrow()
    // By the look-up's own refusal, not for want of somebody who listens there.
    await expect(fetchBytes('http://localhost/x.png', typed)).rejects.toMatchObject({
      cause: { message: 'localhost is not on the open internet' },
    })
    expect(calls).toBe(0)
    const testHosts = new Set([new URL(url).host])
    expect(String(await fetchBytes(url, { ...typed, testHosts }))).toBe('secret')
  })
})
