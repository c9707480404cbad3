import { expect, it } from 'vitest'
import { measureFigures } from './read-home.ts'

const emptyCounts = {
  tools: 0,
  reviews: 0,
  reviewers: 0,
  experts: 0,
  signed_percent: null,
  job_percent: null,
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
    signed_percent: 87.5,
    job_percent: 25,
  })
  expect(hero[0]?.value).toBe('12,345')
  expect(trust.slice(0, 2).map(({ value }) => value)).toEqual(['88%', '25%'])
})
