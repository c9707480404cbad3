import { expect, test } from 'vitest'
import { createRequest, describeRequest, toCurl, toGetUrl } from './request-panel.tsx'

const backend = { url: 'https://tools.example', anonKey: 'key' }

test('toGetUrl encodes texts, writes lists as arrays of PostgreSQL and leaves out null', () => {
  const request = createRequest('compare', { slugs: ['a', 'b'], query: 'a&b c', category: null })
  const url = new URL(toGetUrl(request, backend))
  expect(url.origin + url.pathname).toBe('https://tools.example/rest/v1/rpc/compare')
  expect(Object.fromEntries(url.searchParams)).toEqual({
    slugs: '{a,b}',
    query: 'a&b c',
    apikey: 'key',
  })
})

test('toCurl with a quote in the body closes the quote of the shell', () => {
  const command = toCurl(createRequest('search_tools', { query: "it's" }), backend)
  expect(command).toContain(`-d '{"query":"it'\\''s"}'`)
  expect(command).toContain("curl 'https://tools.example/rest/v1/rpc/search_tools'")
})

test('describeRequest leaves out the key and encodes nothing', () => {
  expect(describeRequest(createRequest('trust_figures'))).toBe('/rest/v1/rpc/trust_figures')
  expect(describeRequest(createRequest('compare', { slugs: ['a', 'b'], query: 'c d' }))).toBe(
    '/rest/v1/rpc/compare?slugs={a,b}&query=c d',
  )
})
