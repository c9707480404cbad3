import { expect, it } from 'vitest'
import type { Place } from './choice.ts'
import { closeness, ranked } from './rank.ts'

const place = (label: string, kind: Place['kind'] = 'tool', detail?: string): Place => ({
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
])('%s fits %s: %d', (words, label, score) => expect(closeness(words, place(label))).toBe(score))

it('the kind of the best comes first, the best first in it, the plain search last', () => {
  const groups = ranked('lau', [
    place('Search for “lau”', 'search'),
    place('Colauncher'),
    place('Laurel'),
    place('Launches', 'page'),
    place('Launch something else entirely', 'launch'),
  ])
  expect(groups.map(({ kind }) => kind)).toEqual(['tool', 'page', 'launch', 'search'])
  expect(groups[0]?.items.map(({ label }) => label)).toEqual(['Laurel', 'Colauncher'])
})

it('what the server found for a misspelt word stays, after what fits', () => {
  const groups = ranked('launchez', [place('LaunchDarkly'), place('Launchez', 'page')])
  expect(groups.map(({ kind }) => kind)).toEqual(['page', 'tool'])
})

it('one kind does not hide the others', () => {
  const many = Array.from({ length: 9 }, (_, index) => place(`Ana ${index}`, 'person'))
  expect(ranked('ana', many)[0]?.items).toHaveLength(4)
})
