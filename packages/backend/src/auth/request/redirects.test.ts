import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sanitizeRedirect } from './redirects.ts'

const SITE = 'https://tools.example'

describe('sanitizeRedirect', () => {
  test.each([
    ['https://app.example', 'https://app.example', true],
    ['https://app.example/', 'https://app.example', true],
    ['https://app.example/welcome', 'https://app.example/welcome', true],
    ['https://app.example/welcome/', 'https://app.example/welcome', false],
    ['http://app.example', 'https://app.example', false],
    ['https://app.example:8443', 'https://app.example', false],
    ['https://app.example/a/b', 'https://app.example/**', true],
    ['https://app.example/a/b', 'https://app.example/*', false],
    ['https://app.example/a', 'https://app.example/*', true],
    ['https://one.app.example', 'https://*.app.example', true],
    ['https://appXexample', 'https://app.example', false],
    ['https://anything.example/x', 'https://**', true],
    ['https://one.previews.example', 'https://*.previews.example', true],
    ['https://a.b.previews.example', 'https://*.previews.example', false],
    ['https://one.previews.example.evil.example', 'https://*.previews.example', false],
    // An IP address for a browser.
    ['https://3232235777?.previews.example', 'https://*.previews.example', false],
    ['https://3232235777#.previews.example', 'https://*.previews.example', false],
    ['https://a.b.wide.example/any/where', 'https://**.wide.example/**', true],
    ['https://evil.example/x.wide.example/', 'https://**.wide.example/**', false],
  ])('of %s with the pattern %s is allowed: %s', (wanted, pattern, isAllowed) => {
    const redirect = sanitizeRedirect(wanted, SITE, [pattern])
    expect(redirect === SITE).toBe(!isAllowed)
  })

  test.each([
    'https://evil.example/',
    '//evil.example',
    'javascript:alert(1)',
    'https://tools.example@evil.example/',
    'https://tools.example.evil.example/',
    'https:\\\\evil.example',
  ])('without allowed addresses returns the site for %s', (wanted) => {
    expect(sanitizeRedirect(wanted, SITE, [])).toBe(SITE)
  })

  test('without allowed addresses always returns an address of the site', () => {
    const piece = fc.oneof(
      fc.constantFrom('https:', 'http:', '//', '/', '\\', '@', '#', '?', '.', ':', '%2f', '%40'),
      fc.constantFrom('tools.example', 'evil.example', 'javascript:', 'data:', '\t', '\n', '0x7f'),
      fc.string({ maxLength: 5 }),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const redirect = sanitizeRedirect(pieces.join(''), SITE, [])
        expect(new URL(redirect).origin).toBe(SITE)
        expect(new URL(redirect).username).toBe('')
      }),
      { numRuns: 2000 },
    )
  })
})
