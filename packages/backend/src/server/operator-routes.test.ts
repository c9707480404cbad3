import { expect, test } from 'vitest'
import { serveHealth } from './operator-routes.ts'

test.each([
  ['answers', async () => {}, 200, 'ok'],
  ['refuses', () => Promise.reject(new Error('away')), 503, 'the database does not answer'],
  ['is silent', () => new Promise<void>(() => {}), 503, 'the database does not answer'],
] as const)(
  '/_/health and /_/ready say that the database %s',
  async (_case, ping, code, status) => {
    const app = serveHealth({ ping, isDraining: () => false }, 20)
    for (const path of ['/_/health', '/_/ready']) {
      const response = await app.request(path)
      expect([response.status, await response.json()]).toEqual([code, { status }])
    }
    expect((await app.request('/_/live')).status).toBe(200)
  },
)
