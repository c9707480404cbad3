import { describe, expect, test } from 'vitest'
import { describeUse, listInterests } from '../review.ts'
import { compareTexts } from './read-history.ts'

const FIRST = {
  rating: 4,
  title: 'It boils',
  content: 'It never dripped.',
  pros: ['Fast'],
  cons: [],
  used_version: null,
  used_plan: null,
  used_from: null,
  used_until: null,
  relationship: null,
  incentive: null,
  used_for_names: null,
}

describe('compareTexts', () => {
  test('of the first version returns each text whole, without empty ones', () => {
    expect(compareTexts(FIRST, null)).toEqual([
      { name: 'rating', parts: [{ place: 0, text: '4/5' }] },
      { name: 'title', parts: [{ place: 0, text: 'It boils' }] },
      { name: 'content', parts: [{ place: 0, text: 'It never dripped.' }] },
      { name: 'pros', parts: [{ place: 0, text: 'Fast' }] },
    ])
  })

  test('of a changed version marks what was added and removed, also a list that is now empty', () => {
    const changed = {
      ...FIRST,
      content: 'It once dripped.',
      pros: [],
      used_plan: 'paid',
      used_for_names: ['Tea', 'Soup'],
    }
    const fields = Object.fromEntries(
      compareTexts(changed, FIRST).map(({ name, parts }) => [
        name,
        parts.map(({ text, change }) => [text, change]),
      ]),
    )
    expect(fields).toEqual({
      rating: [['4/5', undefined]],
      title: [['It boils', undefined]],
      content: [
        ['It ', undefined],
        ['never', 'removed'],
        ['once', 'added'],
        [' dripped.', undefined],
      ],
      pros: [['Fast', 'removed']],
      context: [['Paid plan\nUsed for Tea and Soup', 'added']],
    })
  })
})

test('compareTexts of texts with few words in common, or of ratings, replaces the whole text', () => {
  const changed = { ...FIRST, rating: 2, title: 'Loud, and it leaks' }
  const fields = compareTexts(changed, FIRST).slice(0, 2)
  expect(fields.map(({ parts }) => parts.map(({ text, change }) => [text, change]))).toEqual([
    [
      ['4/5', 'removed'],
      ['2/5', 'added'],
    ],
    [
      ['It boils', 'removed'],
      ['Loud, and it leaks', 'added'],
    ],
  ])
})

test.each([
  [
    { used_version: '3.2', used_plan: 'paid', used_from: '2024-03-15' },
    'Version 3.2, paid plan, used since Mar 2024',
  ],
  [{ used_from: '2024-03-15', used_until: '2025-01-02' }, 'Used Mar 2024 to Jan 2025'],
  [{ used_until: '2025-01-02' }, 'Used until Jan 2025'],
  [{}, ''],
])('describeUse of %j returns "%s"', (use, text) => {
  expect(describeUse({ ...FIRST, ...use })).toBe(text)
})

test('listInterests leaves out `none` and what is not stated', () => {
  expect(listInterests({ relationship: 'maker', incentive: 'free_access' })).toEqual([
    'Works for the maker',
    'Received free access',
  ])
  expect(listInterests({ relationship: 'none', incentive: null })).toEqual([])
})
