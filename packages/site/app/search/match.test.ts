import fc from 'fast-check'
import { expect, it } from 'vitest'
import { hasWords, splitMatches } from './match.ts'

it.each([
  ['write', 'Write a review', true],
  ['REV wri', 'Write a review', true],
  ['cafe', 'Café', true],
  ['ite', 'Write a review', false],
  ['write tool', 'Write a review', false],
])('hasWords with %s in %s returns %s', (typed, label, expected) =>
  expect(hasWords(label, typed)).toBe(expected),
)

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
