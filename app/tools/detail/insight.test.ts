import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { agreement, monthsOf } from './insight.ts'
import * as detailWords from './words.ts'

describe('how sure a rating is', () => {
  test.each([
    [{ 5: 1 }, 'One voice so far'],
    [{}, 'One voice so far'],
    [{ 4: 10, 5: 10 }, 'Reviewers agree'],
    [{ 3: 5, 4: 5, 5: 5 }, 'Reviewers mostly agree'],
    [{ 1: 5, 5: 5 }, 'Opinions are divided'],
  ])('%j: %s', (distribution, words) => {
    expect(agreement(distribution)).toBe(words)
  })

  test('ten times as many reviews of the same spread say the same', () => {
    const counts = fc.array(fc.nat(50), { minLength: 5, maxLength: 5 })
    fc.assert(
      fc.property(counts, (found) => {
        fc.pre(found.reduce((sum, count) => sum + count, 0) > 1)
        const of = (factor: number) =>
          agreement(Object.fromEntries(found.map((count, index) => [index + 1, count * factor])))
        expect(of(10)).toBe(of(1))
      }),
    )
  })

  test.each([
    [[], '0 reviews'],
    [['2026-11-01'], '1 review within one month'],
    [['2025-12-01', '2026-01-01'], '2 reviews over 2 months'],
    [['2024-11-01', '2025-03-01', '2026-11-01'], '3 reviews over 25 months'],
  ])('reviews of %j: %s', (months, words) => {
    const count = monthsOf(months.map((month) => ({ month, reviews: 1, average: 4 })))
    expect(detailWords.ratingPanelBasedOn(months.length, count)).toBe(words)
  })
})
