import { expect, test } from 'vitest'
import { shareRating } from '../words.ts'
import {
  formatCount,
  formatCountOrMore,
  formatOneDecimal,
  formatPercent,
  pluralize,
} from './numbers.ts'

test('formatCount and formatPercent use the notation of the locale', () => {
  expect([formatCount(0), formatCount(12_345), formatPercent(0.884)]).toEqual([
    '0',
    '12,345',
    '88%',
  ])
})

test.each([
  [4, '4.0'],
  // The binary value is slightly below 4.35.
  [4.35, '4.4'],
  [4.45, '4.5'],
])('formatOneDecimal(%d) returns %s', (value, text) => expect(formatOneDecimal(value)).toBe(text))

test.each([
  [0, '0 tools'],
  [1, '1 tool'],
  [1200, '1,200 tools'],
])('pluralize with %d returns "%s"', (count, words) => {
  expect(pluralize(count, { one: '{n} tool', other: '{n} tools' })).toBe(words)
})

test('formatCountOrMore appends a plus sign only if there are more', () => {
  expect(formatCountOrMore(1000, false)).toBe('1,000')
  expect(pluralize(1000, { other: '{n} tools' }, formatCountOrMore(1000, true))).toBe(
    '1,000+ tools',
  )
})

test('pluralize without a form for the category returns the form "other"', () => {
  expect(pluralize(1, { other: 'many' })).toBe('many')
})

test.each([
  [4.35, 1, '★ 4.4 · 1 review'],
  [4.25, 1234, '★ 4.3 · 1,234 reviews'],
])('shareRating(%d, %d) rounds as pages do: %s', (rating, reviews, text) =>
  expect(shareRating(rating, reviews)).toBe(text),
)
