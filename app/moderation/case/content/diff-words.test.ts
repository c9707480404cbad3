import fc from 'fast-check'
import { expect, it } from 'vitest'
import { diffWords } from './diff-words.ts'

it('diffWords returns the words that were removed and added', () => {
  expect(diffWords('It boils fast', 'It boils very fast')).toEqual([
    { kind: 'same', text: 'It boils ' },
    { kind: 'added', text: 'very ' },
    { kind: 'same', text: 'fast' },
  ])
  expect(diffWords('Call 555 0134 now', 'Call now')).toEqual([
    { kind: 'same', text: 'Call ' },
    { kind: 'removed', text: '555 0134 ' },
    { kind: 'same', text: 'now' },
  ])
  expect(diffWords('', 'new')).toEqual([{ kind: 'added', text: 'new' }])
  expect(diffWords('same', 'same')).toEqual([{ kind: 'same', text: 'same' }])
  expect(diffWords('', '')).toEqual([])
})

it('diffWords keeps both texts whole', () => {
  const words = fc.array(fc.constantFrom('a', 'b', 'c', ' ', '\n')).map((list) => list.join(''))
  fc.assert(
    fc.property(words, words, (before, after) => {
      const parts = diffWords(before, after)
      const without = (kind: string) =>
        parts.filter((part) => part.kind !== kind).map(({ text }) => text)
      expect(without('added').join('')).toBe(before)
      expect(without('removed').join('')).toBe(after)
    }),
  )
})

it('diffWords with very long texts compares them as a whole', () => {
  const [before, after] = ['a '.repeat(2000), 'b '.repeat(2000)]
  expect(diffWords(before, after)).toEqual([
    { kind: 'removed', text: before },
    { kind: 'added', text: after },
  ])
})
