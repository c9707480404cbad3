import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { applyContentSecurityPolicy } from './content-security-policy.ts'

const NONCE = 'a-nonce'
const policyOf = (html: string, backendOrigin?: string) =>
  applyContentSecurityPolicy(html, NONCE, backendOrigin).policy
const hash = (text: string) => createHash('sha256').update(text).digest('base64')

it('allows the document’s own inline scripts by hash, and no script in user content', () => {
  const { html, policy } = applyContentSecurityPolicy(
    '<p>é – ü</p><script nonce="a-nonce">a()</script><script nonce="a-nonce" src="/x.js"></script>' +
      '<script>steal()</script><script nonce="b-nonce">steal()</script><link nonce="a-nonce" href="/x.js"/>' +
      '<script type="module" nonce="a-nonce">b("é…")</script><script type="application/ld+json">{"a":1}</script>',
    NONCE,
  )
  expect(html).toBe(
    '<p>é – ü</p><script>a()</script><script src="/x.js"></script>' +
      '<script>steal()</script><script nonce="b-nonce">steal()</script><link href="/x.js"/>' +
      '<script type="module">b("é…")</script><script type="application/ld+json">{"a":1}</script>',
  )
  const scripts = policy.split('; ').find((part) => part.startsWith('script-src'))
  expect(scripts).toBe(`script-src 'self' 'sha256-${hash('a()')}' 'sha256-${hash('b("é…")')}'`)
})

it('never allows all inline scripts', () => {
  expect(policyOf('')).not.toMatch(/script-src[^;]*unsafe/)
})

it('allows connections to a hosted backend and nothing else', () => {
  const policy = policyOf('', 'https://project.supabase.co')
  expect(policy).toContain(
    "connect-src 'self' https://project.supabase.co wss://project.supabase.co",
  )
  expect(policy.split('; ')).toContain("img-src 'self' data: blob:")
})
