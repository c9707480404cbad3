import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { applyContentSecurityPolicy } from './content-security-policy.ts'

const NONCE = 'a-nonce'
const createPolicy = (html: string, backendOrigin?: string) =>
  applyContentSecurityPolicy(html, NONCE, backendOrigin).policy
const hash = (text: string) => createHash('sha256').update(text).digest('base64')

it('applyContentSecurityPolicy allows scripts with the nonce by hash, and no other inline script', () => {
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

it('applyContentSecurityPolicy without scripts does not allow unsafe scripts', () => {
  expect(createPolicy('')).not.toMatch(/script-src[^;]*unsafe/)
})

it('applyContentSecurityPolicy with a hosted backend allows connections to it and no pictures of it', () => {
  const policy = createPolicy('', 'https://project.supabase.co')
  expect(policy).toContain(
    "connect-src 'self' https://project.supabase.co wss://project.supabase.co",
  )
  expect(policy.split('; ')).toContain("img-src 'self' data: blob:")
})
