import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { isDay } from '../../shared/parameters.ts'
import { shareRated } from '../words.ts'
import { formatDay, formatMonth, today } from './day.ts'
import {
  formatCount,
  formatCountOrMore,
  formatOneDecimal,
  formatPercent,
  pluralize,
} from './numbers.ts'
import { Rich } from './rich-text.tsx'

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
  [null, 0, null, 'No reviews yet'],
  [4.35, 1, null, '1 review'],
  [4.35, 1234, 4.25, '1,234 reviews · likely 4.3 to 4.9'],
])('shareRated of average %d, %d reviews, low end %d: %s', (average, reviews, low, text) =>
  expect(
    shareRated({
      ...{ rating_average: average, review_count: reviews, counted_reviews: reviews },
      ...{ adjusted_rating: low, rating_high: low && 4.85 },
    }),
  ).toBe(text),
)

test.each([
  ['2026-11-21', 'Nov 21, 2026'],
  ['2026-01-05T23:59:59.999+00:00', 'Jan 5, 2026'],
  // Jan 5 in UTC.
  ['2026-01-06T01:59:59+02:00', 'Jan 5, 2026'],
  ['infinity', 'infinity'],
])('spec 2 §9: formatDay(%s) returns "%s"', (timestamp, text) => {
  expect(formatDay(timestamp)).toBe(text)
})

test('formatMonth returns a short or a long name of the month', () => {
  const lastOfOctober = '2026-10-31T23:59:59Z'
  expect(formatMonth(lastOfOctober)).toBe('Oct 2026')
  expect(formatMonth(lastOfOctober, 'long')).toBe('October 2026')
})

test('today returns a day as "yyyy-MM-dd"', () => {
  expect(today()).toMatch(/^\d{4}-\d{2}-\d{2}$/)
})

test.each([
  ['2026-11-21', true],
  ['2024-02-29', true],
  ['2026-02-29', false],
  ['2026-13-01', false],
  ['2026-1-1', false],
  ['', false],
  ['infinity', false],
])('isDay(%j) returns %s', (text, expected) => {
  expect(isDay(text)).toBe(expected)
})

const strong = (words: React.ReactNode) => createElement('strong', null, words)

const render = (text: string, parts: Parameters<typeof Rich>[0]['parts']) =>
  renderToStaticMarkup(createElement(Rich, { text, parts }))

test.each([
  ['Nothing else.', 'Nothing else.'],
  ['{name} is new', 'Ada &lt;3 is new'],
  ['Trusted by <mark>many</mark>.', 'Trusted by <strong>many</strong>.'],
  ['<mark>Hello {name}</mark>, {name}', '<strong>Hello Ada &lt;3</strong>, Ada &lt;3'],
])('Rich with "%s" renders "%s"', (text, html) => {
  expect(render(text, { name: 'Ada <3', mark: strong })).toBe(html)
})

test('Rich with markup in a part escapes the markup', () => {
  expect(render('By {name}', { name: '<mark>{name}</mark>', mark: strong })).toBe(
    'By &lt;mark&gt;{name}&lt;/mark&gt;',
  )
})
