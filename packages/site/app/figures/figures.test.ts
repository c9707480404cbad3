import { expect, test } from 'vitest'
import { followPointer } from './figure/read-figure.ts'
import { formatTerm } from './rank/read-rank.ts'
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

test.each([
  ['', { a: 1 }, { a: 1 }],
  ['/a/5', { a: { 5: 2 } }, 2],
  ['/0/b', [{ b: 3 }], 3],
  ['/a~1b/m~0n', { 'a/b': { 'm~n': 4 } }, 4],
  ['/a', { a: null }, null],
  ['/a/b', { a: null }, undefined],
  ['/toString', {}, undefined],
])('followPointer "%s" of %j returns %j', (pointer, value, part) => {
  expect(followPointer(value, pointer)).toEqual(part)
})

test.each([
  [12, [12, 3], '12'],
  [12, [12, 0.5], '12.0000'],
  [-0.31415, [-0.31415], '−0.3142'],
])('formatTerm of %d in the column %j returns "%s"', (value, column, text) => {
  expect(formatTerm(value, column)).toBe(text)
})
