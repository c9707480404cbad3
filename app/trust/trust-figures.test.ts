import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Counted } from './counted.ts'
import { trustFigures } from './trust-figures.ts'

const counted: Counted = {
  tools: 3,
  reviews: 9,
  reviewers: 4,
  people: 5,
  people_with_job: 1,
  experts: 0,
  signed_reviews: 8,
  average: 4.1,
  last_30_days: 6,
  days_30_to_60: 4,
  average_lately: 4.5,
  average_before: 4.0,
  distribution: { 1: 1, 2: 0, 3: 1, 4: 2, 5: 5 },
}

describe('spec 2 §9: trust figures with demo content', () => {
  const figures = trustFigures(counted, true)

  it('average to one decimal, trust score = percent of reviews rated 4 or higher', () => {
    expect(figures.average).toBe('4.1')
    expect(figures.trustScore).toBe('78%')
  })
  it('verified reviews = 80% of the count, rounded down', () => {
    expect(figures.verified).toBe('7')
  })
  it('total users = distinct reviewers times 20, capped at 10,000', () => {
    expect(figures.professionals).toBe('80')
    expect(trustFigures({ ...counted, reviewers: 501 }, true).professionals).toBe('10,000')
  })
  it('fixed: transparency 95%, security A+, growth +24%, trend Improving', () => {
    expect(figures).toMatchObject({
      transparency: '95%',
      security: 'A+',
      growth: '+24%',
      trend: 'Improving',
    })
  })
  it('distribution for 5 to 1 stars with count and percent to one decimal', () => {
    expect(figures.distribution).toEqual([
      { stars: 5, count: 5, share: 5 / 9, percent: '55.6%' },
      { stars: 4, count: 2, share: 2 / 9, percent: '22.2%' },
      { stars: 3, count: 1, share: 1 / 9, percent: '11.1%' },
      { stars: 2, count: 0, share: 0, percent: '0.0%' },
      { stars: 1, count: 1, share: 1 / 9, percent: '11.1%' },
    ])
  })
})

describe('trust figures without demo content are measured', () => {
  it('counts people and reviews as they are, and claims no grade', () => {
    expect(trustFigures(counted, false)).toMatchObject({
      professionals: '4',
      verified: '8',
      transparency: '89%',
      trend: 'Improving',
      security: 'Not assessed',
      growth: '+50%',
    })
  })
  it('says so where there is nothing to measure', () => {
    const nothing = {
      ...counted,
      reviews: 0,
      reviewers: 0,
      signed_reviews: 0,
      average: 0,
      last_30_days: 0,
      days_30_to_60: 0,
      average_lately: null,
      average_before: null,
      distribution: {},
    }
    expect(trustFigures(nothing, false)).toMatchObject({
      average: '0.0',
      trustScore: '0%',
      growth: '–',
      trend: 'Too early to tell',
    })
  })
  it('a tenth of a star is steady, and less is declining', () => {
    expect(trustFigures({ ...counted, average_lately: 4.05 }, false).trend).toBe('Steady')
    expect(trustFigures({ ...counted, average_lately: 3.5 }, false).trend).toBe('Declining')
    expect(trustFigures({ ...counted, last_30_days: 3 }, false).growth).toBe('-25%')
  })
})

it('every share stays between 0 and 100', () => {
  const count = fc.nat(1_000_000)
  fc.assert(
    fc.property(fc.tuple(count, count, count, count, count), ([a, b, c, d, e]) => {
      const distribution = { 1: a, 2: b, 3: c, 4: d, 5: e }
      const figures = trustFigures({ ...counted, distribution, reviews: a + b + c + d + e }, true)
      for (const { share } of figures.distribution) {
        expect(share).toBeGreaterThanOrEqual(0)
        expect(share).toBeLessThanOrEqual(1)
      }
      expect(Number.parseFloat(figures.trustScore)).toBeLessThanOrEqual(100)
    }),
  )
})
