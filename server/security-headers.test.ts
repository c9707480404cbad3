import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { contentSecurityPolicy, securityHeaders } from './security-headers.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const hash = (text: string) => createHash('sha256').update(text).digest('base64')

it('allows exactly the inline scripts of the page, by hash', () => {
  const policy = contentSecurityPolicy(
    bytesOf(
      '<p>é – ü</p><script>a()</script><script src="/x.js"></script><script type="module">b("é…")</script>' +
        '<script type="application/ld+json">{"a":1}</script>',
    ),
  )
  const scripts = policy.split('; ').find((part) => part.startsWith('script-src'))
  expect(scripts).toBe(`script-src 'self' 'sha256-${hash('a()')}' 'sha256-${hash('b("é…")')}'`)
})

it('never allows inline scripts at large', () => {
  expect(contentSecurityPolicy(bytesOf(''))).not.toMatch(/script-src[^;]*unsafe/)
})

it('lets the page reach a hosted backend, and nothing else', () => {
  const policy = contentSecurityPolicy(bytesOf(''), 'https://project.supabase.co')
  expect(policy).toContain(
    "connect-src 'self' https://project.supabase.co wss://project.supabase.co",
  )
})

it.each([
  ['https://tools.example', 'max-age=31536000; includeSubDomains'],
  ['http://127.0.0.1:3000', null],
])('at %s browsers are told to stay on https: %s', async (siteUrl, value) => {
  const app = new Hono().use(securityHeaders(siteUrl)).get('/', (c) => c.text('here'))
  expect((await app.request('/')).headers.get('strict-transport-security')).toBe(value)
})
