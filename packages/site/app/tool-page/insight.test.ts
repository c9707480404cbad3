import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as detailWords from '../tools/words/detail.ts'
import { describeAgreement } from './describe-tool.ts'
import { countMonths } from './insight.ts'

describe('the evidence of a rating', () => {
  test.each([
    [{ 5: 1 }, 'One review so far'],
    [{}, 'One review so far'],
    [{ 4: 10, 5: 10 }, 'Reviewers agree'],
    [{ 3: 5, 4: 5, 5: 5 }, 'Reviewers mostly agree'],
    [{ 1: 5, 5: 5 }, 'Opinions are divided'],
  ])('describeAgreement(%j) returns "%s"', (distribution, words) => {
    expect(describeAgreement(distribution)).toBe(words)
  })

  test('describeAgreement with ten times as many reviews of each rating returns the same text', () => {
    const counts = fc.array(fc.nat(50), { minLength: 5, maxLength: 5 })
    fc.assert(
      fc.property(counts, (byStars) => {
        fc.pre(byStars.reduce((sum, count) => sum + count, 0) > 1)
        const describeMultiple = (factor: number) =>
          describeAgreement(
            Object.fromEntries(byStars.map((count, index) => [index + 1, count * factor])),
          )
        expect(describeMultiple(10)).toBe(describeMultiple(1))
      }),
    )
  })

  test.each([
    [[], '0 reviews'],
    [['2026-11-01'], '1 review within one month'],
    [['2025-12-01', '2026-01-01'], '2 reviews over 2 months'],
    [['2024-11-01', '2025-03-01', '2026-11-01'], '3 reviews over 25 months'],
  ])('basedOn with reviews in %j returns "%s"', (months, words) => {
    const count = countMonths(months.map((month) => ({ month, reviews: 1, average: 4 })))
    expect(detailWords.basedOn(months.length, count)).toBe(words)
  })
})
