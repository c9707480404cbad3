import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { securityHeaders } from './security-headers.ts'

it.each([
  ['https://tools.example', 'max-age=31536000; includeSubDomains'],
  ['http://127.0.0.1:3000', null],
])('a site at %s sends Strict-Transport-Security %s', async (siteUrl, value) => {
  const app = new Hono().use(securityHeaders(siteUrl)).get('/', (c) => c.text('here'))
  expect((await app.request('/')).headers.get('strict-transport-security')).toBe(value)
})
