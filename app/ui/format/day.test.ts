import { expect, it } from 'vitest'
import { formatDay, formatMonth, isDay, today } from './day.ts'

it.each([
  ['2026-11-21', 'Nov 21, 2026'],
  ['2026-01-05T23:59:59.999+00:00', 'Jan 5, 2026'],
  // Jan 5 in UTC.
  ['2026-01-06T01:59:59+02:00', 'Jan 5, 2026'],
  ['infinity', 'infinity'],
])('spec 2 §9: formatDay(%s) returns "%s"', (timestamp, text) => {
  expect(formatDay(timestamp)).toBe(text)
})

it('formatMonth returns a short or a long name of the month', () => {
  const lastOfOctober = '2026-10-31T23:59:59Z'
  expect(formatMonth(lastOfOctober)).toBe('Oct 2026')
  expect(formatMonth(lastOfOctober, 'long')).toBe('October 2026')
})

it('today returns a day as "yyyy-MM-dd"', () => {
  expect(today()).toMatch(/^\d{4}-\d{2}-\d{2}$/)
})

it.each([
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
