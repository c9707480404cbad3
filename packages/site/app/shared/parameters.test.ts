import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  readAttributes,
  readChoice,
  readCursor,
  readDay,
  readId,
  readNumber,
  readText,
} from './parameters.ts'

const of = (value: string) => new URLSearchParams({ name: value })

test('readText returns well-formed text without U+0000 and at most the length, of any address', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(0xffff)), fc.nat(50), (codes, length) => {
      const value = String.fromCharCode(...codes)
      const text = readText(of(value), 'name', length)
      return text.isWellFormed() && !text.includes('\0') && [...text].length <= length
    }),
  )
  expect(readText(of(`${'x'.repeat(199)}🎈y`), 'name', 200)).toBe(`${'x'.repeat(199)}🎈`)
  expect(readText(of('  a\0b '), 'name', 9)).toBe('ab')
  expect(readText(of('x'), 'other', 9)).toBe('')
})

test.each(['toString', 'constructor', '__proto__', 'valueOf', 'hasOwnProperty', '', 'x'])(
  'readChoice of %s returns undefined',
  (value) => {
    expect(readChoice(of(value), 'name', { rating: 1 })).toBeUndefined()
    expect(readChoice(of(value), 'name', ['rating'])).toBeUndefined()
  },
)

test('readChoice returns a choice in its own spelling for any case', () => {
  expect(readChoice(of('RATING'), 'name', { rating: 1 })).toBe('rating')
  expect(readChoice(of('rating'), 'name', ['Rating'])).toBe('Rating')
})

test('readNumber returns a decimal number between the limits, else 0', () => {
  const read = (value: string) => readNumber(of(value), 'name', 1, 5)
  expect(['4.5', '5', '1'].map(read)).toEqual([4.5, 5, 1])
  for (const value of ['0', '5.1', '-1', '1e1', '0x1', 'NaN', 'Infinity', '9'.repeat(30), '', '4.'])
    expect([value, read(value)]).toEqual([value, 0])
})

test('readDay, readId and readCursor return nothing for values of another form', () => {
  expect(
    ['2026-02-28', '2026-02-30', '+2026-01-01', '2026-1-1', 'x'].map((day) =>
      readDay(of(day), 'name'),
    ),
  ).toEqual(['2026-02-28', '', '', '', ''])
  const id = '00000000-0000-4000-8000-000000000000'
  expect([id, 'x', `${id}x`].map((value) => readId(of(value), 'name'))).toEqual([id, '', ''])
  expect(readCursor(new URLSearchParams('after=%00'))).toBeNull()
  expect(readCursor(new URLSearchParams('after=[1]'))).toBe('[1]')
})

test.each([
  ['a.gdpr=yes', { gdpr: ['yes'] }],
  ['a.sign_in=saml,oidc&a.sign_in=x', { sign_in: ['saml', 'oidc'] }],
  ['a.price=..200', { price: { max: '200' } }],
  ['a.price=1.5..', { price: { min: '1.5' } }],
  ['a.day=2026-01-01..2026-12-31', { day: { min: '2026-01-01', max: '2026-12-31' } }],
  ['a.price=..', { price: ['..'] }],
  ['a.gdpr=&a.=x&a.__proto__=x&a.Key=x&b.gdpr=yes', {}],
  [`a.${'x'.repeat(41)}=yes`, {}],
])('readAttributes of %s', (query, attributes) => {
  expect(readAttributes(new URLSearchParams(query))).toEqual(attributes)
})

test('readAttributes reads at most six', () => {
  const query = Array.from({ length: 9 }, (_, n) => `a.key_${n}=yes`).join('&')
  expect(Object.keys(readAttributes(new URLSearchParams(query)))).toHaveLength(6)
})
