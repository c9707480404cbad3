import { describe, expect, it } from 'vitest'
import type { SiteCounts } from '../data/rpc-results.ts'
import { computeTrustFigures } from './trust-figures.ts'

const PRIOR = { mean: 4.08, reviews: 0 }
const counts: SiteCounts = {
  tools: 3,
  reviews: 9,
  reviewers: 4,
  people: 5,
  experts: 0,
  signed_reviews: 8,
  average: 4.1,
  average_lately: 4.5,
  average_before: 4.0,
  distribution: { 1: 1, 2: 0, 3: 1, 4: 2, 5: 5 },
  signed_percent: 800 / 9,
  job_percent: 20,
  positive_percent: 700 / 9,
  distribution_percent: { 1: 100 / 9, 2: 0, 3: 100 / 9, 4: 200 / 9, 5: 500 / 9 },
  quality: 82,
  growth_percent: 50,
}

describe('spec 2 §9: trust figures with demo content', () => {
  const figures = computeTrustFigures(counts, PRIOR, true)

  it('average has one decimal, and trustScore is the percentage of reviews with 4 or 5 stars', () => {
    expect(figures.average).toBe('4.1')
    expect(figures.trustScore).toBe('78%')
  })
  it('verified is 80% of the reviews, rounded down', () => {
    expect(figures.verified).toBe('7')
  })
  it('professionals is 20 times the number of reviewers, at most 10,000', () => {
    expect(figures.professionals).toBe('80')
    expect(computeTrustFigures({ ...counts, reviewers: 501 }, PRIOR, true).professionals).toBe(
      '10,000',
    )
  })
  it('transparency, security, growth and trend are fixed', () => {
    expect(figures).toMatchObject({
      transparency: '95%',
      security: 'A+',
      growth: '+24%',
      trend: 'Improving',
    })
  })
  it('distribution has count and percentage with one decimal for 5 to 1 stars', () => {
    expect(figures.distribution).toEqual([
      { stars: 5, count: '5', share: 500 / 9, percent: '55.6%' },
      { stars: 4, count: '2', share: 200 / 9, percent: '22.2%' },
      { stars: 3, count: '1', share: 100 / 9, percent: '11.1%' },
      { stars: 2, count: '0', share: 0, percent: '0.0%' },
      { stars: 1, count: '1', share: 100 / 9, percent: '11.1%' },
    ])
  })
})

describe('trust figures without demo content', () => {
  it('computeTrustFigures returns measured figures and no grade', () => {
    expect(computeTrustFigures(counts, PRIOR, false)).toMatchObject({
      professionals: '4',
      verified: '8',
      transparency: '89%',
      trend: 'Improving',
      security: 'Not assessed',
      growth: '+50%',
    })
  })
  it('computeTrustFigures without reviews returns texts for unknown values', () => {
    const emptyCounts = {
      ...counts,
      reviews: 0,
      reviewers: 0,
      signed_reviews: 0,
      average: null,
      average_lately: null,
      average_before: null,
      distribution: {},
      signed_percent: null,
      job_percent: null,
      positive_percent: null,
      distribution_percent: {},
      quality: null,
      growth_percent: null,
    }
    expect(computeTrustFigures(emptyCounts, PRIOR, false)).toMatchObject({
      average: '–',
      trustScore: '–',
      transparency: '–',
      quality: '–',
      growth: '–',
      trend: 'Too early to tell',
    })
  })
  it('trend is Steady below a tenth of a star and else Declining; growth can be negative', () => {
    expect(computeTrustFigures({ ...counts, average_lately: 4.05 }, PRIOR, false).trend).toBe(
      'Steady',
    )
    expect(computeTrustFigures({ ...counts, average_lately: 3.5 }, PRIOR, false).trend).toBe(
      'Declining',
    )
    expect(computeTrustFigures({ ...counts, growth_percent: -25 }, PRIOR, false).growth).toBe(
      '-25%',
    )
  })
})
