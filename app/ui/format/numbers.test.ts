import { expect, test } from 'vitest'
import { percent, plural, toOneDecimal, whole, wholeOrMore } from './numbers.ts'

test('numbers are formatted as the locale has them', () => {
  expect([whole(0), whole(12_345), percent(0.884)]).toEqual(['0', '12,345', '88%'])
})

test.each([
  [4, '4.0'],
  // 4.35 is a little less in binary, and still what the reviews average to.
  [4.35, '4.4'],
  [4.45, '4.5'],
])('%d is %s to one decimal', (value, text) => expect(toOneDecimal(value)).toBe(text))

test.each([
  [0, '0 tools'],
  [1, '1 tool'],
  [1200, '1,200 tools'],
])('%d of them: %s', (count, words) => {
  expect(plural(count, { one: '{n} tool', other: '{n} tools' })).toBe(words)
})

test('what was counted only so far says so', () => {
  expect(wholeOrMore(1000, false)).toBe('1,000')
  expect(plural(1000, { other: '{n} tools' }, wholeOrMore(1000, true))).toBe('1,000+ tools')
})

test('a form that a language does not tell apart is the other one', () => {
  expect(plural(1, { other: 'many' })).toBe('many')
})
