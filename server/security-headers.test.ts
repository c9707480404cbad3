import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { sealed, securityHeaders } from './security-headers.ts'

const MARK = 'a-mark'
const policyOf = (text: string, backendOrigin?: string) => sealed(text, MARK, backendOrigin).policy
const hash = (text: string) => createHash('sha256').update(text).digest('base64')

it('allows exactly the page’s own inline scripts, by hash, and not what came with what people wrote', () => {
  const { html, policy } = sealed(
    '<p>é – ü</p><script nonce="a-mark">a()</script><script nonce="a-mark" src="/x.js"></script>' +
      '<script>steal()</script><script nonce="b-mark">steal()</script><link nonce="a-mark" href="/x.js"/>' +
      '<script type="module" nonce="a-mark">b("é…")</script><script type="application/ld+json">{"a":1}</script>',
    MARK,
  )
  expect(String(Buffer.from(html))).toBe(
    '<p>é – ü</p><script>a()</script><script src="/x.js"></script>' +
      '<script>steal()</script><script nonce="b-mark">steal()</script><link href="/x.js"/>' +
      '<script type="module">b("é…")</script><script type="application/ld+json">{"a":1}</script>',
  )
  const scripts = policy.split('; ').find((part) => part.startsWith('script-src'))
  expect(scripts).toBe(`script-src 'self' 'sha256-${hash('a()')}' 'sha256-${hash('b("é…")')}'`)
})

it('never allows inline scripts at large', () => {
  expect(policyOf('')).not.toMatch(/script-src[^;]*unsafe/)
})

it('lets the page reach a hosted backend, and nothing else', () => {
  const policy = policyOf('', 'https://project.supabase.co')
  expect(policy).toContain(
    "connect-src 'self' https://project.supabase.co wss://project.supabase.co",
  )
  expect(policy.split('; ')).toContain("img-src 'self' data: blob:")
})

it.each([
  ['https://tools.example', 'max-age=31536000; includeSubDomains'],
  ['http://127.0.0.1:3000', null],
])('at %s browsers are told to stay on https: %s', async (siteUrl, value) => {
  const app = new Hono().use(securityHeaders(siteUrl)).get('/', (c) => c.text('here'))
  expect((await app.request('/')).headers.get('strict-transport-security')).toBe(value)
})
