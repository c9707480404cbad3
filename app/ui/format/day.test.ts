import { expect, it } from 'vitest'
import { formatDay, formatMonth, isDay, today } from './day.ts'

it.each([
  ['2026-11-21', 'Nov 21, 2026'],
  ['2026-01-05T23:59:59.999+00:00', 'Jan 5, 2026'],
  // The same moment, in another time zone.
  ['2026-01-06T01:59:59+02:00', 'Jan 5, 2026'],
  ['infinity', 'infinity'],
])('spec 2 §9: %s is written "%s"', (timestamp, written) => {
  expect(formatDay(timestamp)).toBe(written)
})

it('a month is written short or in full', () => {
  const lastOfOctober = '2026-10-31T23:59:59Z'
  expect(formatMonth(lastOfOctober)).toBe('Oct 2026')
  expect(formatMonth(lastOfOctober, 'long')).toBe('October 2026')
})

it('today is a day of UTC', () => {
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
])('%j is a day: %s', (text, is) => {
  expect(isDay(text)).toBe(is)
})
