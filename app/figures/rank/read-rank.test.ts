import { expect, test } from 'vitest'
import { formatTerm } from './read-rank.ts'

test.each([
  [12, [12, 3], '12'],
  [12, [12, 0.5], '12.0000'],
  [-0.31415, [-0.31415], '−0.3142'],
])('formatTerm of %d in the column %j returns "%s"', (value, column, text) => {
  expect(formatTerm(value, column)).toBe(text)
})
