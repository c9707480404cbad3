import { expect, it } from 'vitest'
import { formatWaiting } from './staff-role.ts'

const now = Date.parse('2026-11-24T12:00:00Z')

it.each([
  ['2026-11-24T12:00:30Z', '0 minutes'],
  ['2026-11-24T11:59:00Z', '1 minute'],
  ['2026-11-24T11:00:01Z', '59 minutes'],
  ['2026-11-24T11:00:00Z', '1 hour'],
  ['2026-11-22T12:00:01Z', '47 hours'],
  ['2026-11-22T12:00:00Z', '2 days'],
  ['2023-11-24T12:00:00Z', '1,096 days'],
])('formatWaiting(%s) returns "%s"', (since, text) => {
  expect(formatWaiting(since, now)).toBe(text)
})
