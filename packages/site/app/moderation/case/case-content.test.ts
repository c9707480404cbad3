import { expect, it } from 'vitest'
import type { CaseReport, ContentRow } from '../../data/rpc-results.ts'
import { diffWords, hasSameFields, listFields, listSnapshots } from './case-content.tsx'

it('diffWords returns the words that were removed and added', () => {
  expect(diffWords('It boils fast', 'It boils very fast')).toEqual([
    { kind: 'same', text: 'It boils ' },
    { kind: 'added', text: 'very ' },
    { kind: 'same', text: 'fast' },
  ])
  expect(diffWords('Call 555 0134 now', 'Call now')).toEqual([
    { kind: 'same', text: 'Call ' },
    { kind: 'removed', text: '555 0134 ' },
    { kind: 'same', text: 'now' },
  ])
  expect(diffWords('', 'new')).toEqual([{ kind: 'added', text: 'new' }])
  expect(diffWords('same', 'same')).toEqual([{ kind: 'same', text: 'same' }])
  expect(diffWords('', '')).toEqual([])
})

const ROW = { rating: 4, title: 'It boils', content: 'No drip.', pros: ['Fast', 'Red'], cons: [] }

it('listFields returns the fields with a value, and a line per entry of a list', () => {
  expect(listFields('review', { ...ROW, helpful_count: 3 })).toEqual([
    { column: 'rating', text: '4' },
    { column: 'title', text: 'It boils' },
    { column: 'content', text: 'No drip.' },
    { column: 'pros', text: 'Fast\nRed' },
  ])
})

it('hasSameFields ignores columns that people do not read', () => {
  expect(hasSameFields('review', ROW, { ...ROW, helpful_count: 3 })).toBe(true)
  expect(hasSameFields('review', ROW, { ...ROW, title: 'It drips' })).toBe(false)
})

it('listSnapshots returns each reported text once, with its reports', () => {
  const report = (number: number, snapshot: ContentRow | null) =>
    ({ number, snapshot }) as CaseReport
  const reports = [
    report(4, { ...ROW, helpful_count: 9 }),
    report(3, { ...ROW, title: 'It drips' }),
    report(2, null),
    report(1, ROW),
  ]
  const numbers = listSnapshots('review', reports).map((one) =>
    one.reports.map(({ number }) => number),
  )
  expect(numbers).toEqual([[4, 1], [3]])
})
