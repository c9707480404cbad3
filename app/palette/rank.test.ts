import { expect, it } from 'vitest'
import type { Place } from './choice.ts'
import { computeCloseness, rankChoices } from './rank.ts'

const createPlace = (label: string, kind: Place['kind'] = 'tool', detail?: string): Place => ({
  kind,
  id: label,
  label,
  detail,
  to: '/',
})

it.each([
  ['figma', 'Figma', 4],
  ['fig', 'Figma', 3],
  ['lin gr', 'Grace Lin', 2],
  ['cafe', 'Café', 4],
  ['gma', 'Figma', 1],
  ['zz', 'Figma', 0],
])('computeCloseness of %s to %s returns %d', (words, label, score) =>
  expect(computeCloseness(words, createPlace(label))).toBe(score),
)

it('rankChoices puts the kind of the best match first and the plain search last', () => {
  const groups = rankChoices('lau', [
    createPlace('Search for “lau”', 'search'),
    createPlace('Colauncher'),
    createPlace('Laurel'),
    createPlace('Launches', 'page'),
    createPlace('Launch something else entirely', 'launch'),
  ])
  expect(groups.map(({ kind }) => kind)).toEqual(['tool', 'page', 'launch', 'search'])
  expect(groups[0]?.items.map(({ label }) => label)).toEqual(['Laurel', 'Colauncher'])
})

it('rankChoices keeps results without a match after the matches', () => {
  const groups = rankChoices('launchez', [
    createPlace('LaunchDarkly'),
    createPlace('Launchez', 'page'),
  ])
  expect(groups.map(({ kind }) => kind)).toEqual(['page', 'tool'])
})

it('rankChoices with nine people returns four', () => {
  const many = Array.from({ length: 9 }, (_, index) => createPlace(`Ana ${index}`, 'person'))
  expect(rankChoices('ana', many)[0]?.items).toHaveLength(4)
})
