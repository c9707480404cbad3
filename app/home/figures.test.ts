import { expect, it } from 'vitest'
import { measureFigures } from './figures.ts'

const emptyCounts = {
  tools: 0,
  reviews: 0,
  reviewers: 0,
  people: 0,
  people_with_job: 0,
  experts: 0,
  signed_reviews: 0,
}

it('measureFigures without content returns zeros, and dashes for shares', () => {
  const { hero, trust } = measureFigures(emptyCounts)
  expect(hero.map(({ value }) => value)).toEqual(['0', '0', '0'])
  expect(trust.map(({ value }) => value)).toEqual(['–', '–', '0', '0'])
})

it('measureFigures formats counts and shares', () => {
  const { hero, trust } = measureFigures({
    ...emptyCounts,
    tools: 12_345,
    reviews: 8,
    signed_reviews: 7,
    people: 4,
    people_with_job: 1,
  })
  expect(hero[0]?.value).toBe('12,345')
  expect(trust.slice(0, 2).map(({ value }) => value)).toEqual(['88%', '25%'])
})
