import { expect, test } from 'vitest'
import { addMonths, findRevisedFields } from './own-decision.tsx'

const REVIEW = { title: 'It boils', content: 'Not once did it drip.', pros: ['Fast'], cons: [] }

test('findRevisedFields with an unchanged text returns null', () => {
  expect(findRevisedFields(REVIEW, { statement: 'Why?', ...REVIEW })).toBeNull()
})

test('findRevisedFields returns the changed fields alone, without the statement', () => {
  const revised = { ...REVIEW, statement: 'Why?', title: 'It boils well', pros: [] }
  expect(findRevisedFields(REVIEW, revised)).toEqual({ title: 'It boils well', pros: [] })
})

test.each([
  ['2026-08-31T10:00:00Z', '2027-02-28T10:00:00.000Z'],
  ['2027-08-30T23:59:59Z', '2028-02-29T23:59:59.000Z'],
  ['2026-03-31T00:00:00Z', '2026-09-30T00:00:00.000Z'],
  ['2026-12-15T12:00:00Z', '2027-06-15T12:00:00.000Z'],
])('addMonths(%s, 6) returns %s, as PostgreSQL', (timestamp, end) => {
  expect(addMonths(timestamp, 6)).toBe(end)
})
