import { expect, test } from 'vitest'
import { findRevisedFields } from './own-decision.tsx'

const REVIEW = { title: 'It boils', content: 'Not once did it drip.', pros: ['Fast'], cons: [] }

test('findRevisedFields with an unchanged text returns null', () => {
  expect(findRevisedFields(REVIEW, { statement: 'Why?', ...REVIEW })).toBeNull()
})

test('findRevisedFields returns the changed fields alone, without the statement', () => {
  const revised = { ...REVIEW, statement: 'Why?', title: 'It boils well', pros: [] }
  expect(findRevisedFields(REVIEW, revised)).toEqual({ title: 'It boils well', pros: [] })
})
