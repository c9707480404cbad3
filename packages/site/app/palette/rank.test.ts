import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Place } from './choice-row.tsx'
import { computeCloseness, rankChoices, splitMatches } from './rank.ts'

const createPlace = (label: string, kind: Place['kind'] = 'tool', detail?: string): Place => ({
  kind,
  id: label,
  label,
  detail,
  to: '/',
})

it.each([
  ['figma', 'Figma', 5],
  ['light', 'Light theme', 4],
  ['light', 'Lightroom', 3],
  ['fig', 'Figma', 3],
  ['lin gr', 'Grace Lin', 2],
  ['cafe', 'Café', 5],
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

it.each([
  ['fig', 'Figma', '[Fig]ma'],
  ['gr li', 'Grace Lin', '[Gr]ace [Li]n'],
  ['cafe', 'Café Noir', '[Café] Noir'],
  ['cafe', 'Cafe\u0301 Noir', '[Cafe\u0301] Noir'],
  ['zz', 'Figma', 'Figma'],
  ['', 'Figma', 'Figma'],
  ['한', '한국', '[한]국'],
  ['하', '한국', '[한]국'],
  ['st', 'ﬆyle', 'ﬆyle'],
])('splitMatches of %s in %s marks %s', (words, label, marked) => {
  const parts = splitMatches(label, words)
  expect(parts.map(({ text, isMatch }) => (isMatch ? `[${text}]` : text)).join('')).toBe(marked)
  for (const { text, start } of parts) expect(label.startsWith(text, start)).toBe(true)
})

it('splitMatches of any text returns parts that join to the label', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 12 })
  fc.assert(
    fc.property(text, text, fc.nat(12), (label, other, length) => {
      for (const words of [label.slice(0, length), other]) {
        const parts = splitMatches(label, words)
        expect(parts.map((part) => part.text).join('')).toBe(label)
      }
    }),
  )
})
