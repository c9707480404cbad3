import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { initials } from '../shared/initials.ts'
import { displayName, USERNAME } from './profile.ts'
import { badgesOf, helpfulness, responseRate, trustLabel, trustScore } from './trust-score.ts'

const of = (total_reviews: number, helpful_votes = 0) => ({ total_reviews, helpful_votes })

describe('spec 1 §9: the trust card', () => {
  it('trust score = min(85 + 2 x total_reviews, 100)', () => {
    expect([0, 3, 7, 8, 500].map((count) => trustScore(of(count)))).toEqual([85, 91, 99, 100, 100])
  })
  it('helpfulness = min(4 + helpful_votes / max(total_reviews, 1), 5)', () => {
    expect(helpfulness(of(0, 0))).toBe(4)
    expect(helpfulness(of(4, 2))).toBe(4.5)
    expect(helpfulness(of(0, 9))).toBe(5)
  })
  it('response rate fixed 85 beside sample figures, unmeasured otherwise', () => {
    expect([responseRate(true), responseRate(false)]).toEqual(['85%', '–'])
  })
  it('stays in its bounds whatever was counted', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), (reviews, votes) => {
        expect(trustScore(of(reviews))).toBeLessThanOrEqual(100)
        expect(helpfulness(of(reviews, votes))).toBeLessThanOrEqual(5)
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
  ])('%d is %s', (score, label) => expect(trustLabel(score)).toBe(label))

  it('5 reviews give Active Reviewer, 20 Expert Reviewer', () => {
    expect(badgesOf(of(4))).toEqual([])
    expect(badgesOf(of(5))).toEqual(['Active Reviewer'])
    expect(badgesOf(of(20))).toEqual(['Active Reviewer', 'Expert Reviewer'])
  })
})

describe('spec 1 §2, §3: names', () => {
  it('first and last name joined, else username, else "User"', () => {
    const unnamed = { first_name: null, last_name: null, username: null }
    expect(displayName({ ...unnamed, first_name: 'Ana', last_name: 'Ruiz' })).toBe('Ana Ruiz')
    expect(displayName({ ...unnamed, last_name: 'Ruiz', username: 'ana' })).toBe('Ruiz')
    expect(displayName({ ...unnamed, username: 'ana' })).toBe('ana')
    expect(displayName(unnamed)).toBe('User')
    expect(displayName(unnamed, 'ana@x.example')).toBe('ana@x.example')
  })
  it('initials: first letters of the display name, at most 2, uppercase', () => {
    expect(initials('ana maria ruiz')).toBe('AM')
    expect(initials('ana')).toBe('A')
  })
  it('a username in an address: letters, digits, hyphen, underscore only', () => {
    expect(['ana', 'Ana_2-x'].every((name) => USERNAME.test(name))).toBe(true)
    expect(['', 'a b', 'a.b', 'a%', 'ä'].some((name) => USERNAME.test(name))).toBe(false)
  })
})
