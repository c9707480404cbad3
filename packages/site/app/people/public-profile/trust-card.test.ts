import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  computeHelpfulness,
  computeTrustScore,
  formatResponseRate,
  listBadges,
  toTrustLabel,
} from './trust-card.tsx'

const createCounts = (total_reviews: number, helpful_votes = 0) => ({
  total_reviews,
  helpful_votes,
})

describe('spec 1 §9: the trust card', () => {
  it('computeTrustScore returns min(85 + 2 x total_reviews, 100)', () => {
    expect([0, 3, 7, 8, 500].map((count) => computeTrustScore(createCounts(count)))).toEqual([
      85, 91, 99, 100, 100,
    ])
  })
  it('computeHelpfulness returns min(4 + helpful_votes / max(total_reviews, 1), 5)', () => {
    expect(computeHelpfulness(createCounts(0, 0))).toBe(4)
    expect(computeHelpfulness(createCounts(4, 2))).toBe(4.5)
    expect(computeHelpfulness(createCounts(0, 9))).toBe(5)
  })
  it('formatResponseRate returns 85% with demo content, else a dash', () => {
    expect([formatResponseRate(true), formatResponseRate(false)]).toEqual(['85%', '–'])
  })
  it('computeTrustScore and computeHelpfulness with any counts stay below their maximum', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), (reviews, votes) => {
        expect(computeTrustScore(createCounts(reviews))).toBeLessThanOrEqual(100)
        expect(computeHelpfulness(createCounts(reviews, votes))).toBeLessThanOrEqual(5)
      }),
    )
  })
})

describe('spec 1 §4: labels and badges', () => {
  it.each([
    [90, 'Highly Trusted'],
    [89, 'Trusted'],
    [70, 'Trusted'],
    [69, 'Building Trust'],
  ])('toTrustLabel(%d) returns %s', (score, label) => expect(toTrustLabel(score)).toBe(label))

  it('listBadges returns Active Reviewer from 5 reviews on and Expert Reviewer from 20 on', () => {
    expect(listBadges(createCounts(4))).toEqual([])
    expect(listBadges(createCounts(5))).toEqual(['Active Reviewer'])
    expect(listBadges(createCounts(20))).toEqual(['Active Reviewer', 'Expert Reviewer'])
  })
})
