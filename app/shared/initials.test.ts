import fc from 'fast-check'
import { expect, it } from 'vitest'
import { initials } from './initials.ts'

it.each([
  ['Ana Ruiz', 'AR'],
  ['ana', 'A'],
  ['Ana Maria Ruiz', 'AM'],
  ['A 😀 tool', 'AT'],
  ['Alder & Finch', 'AF'],
  ['😀', '😀'],
  ['\u0001 x', 'X'],
  ['', ''],
])('initials(%j) returns %j', (name, expected) => expect(initials(name)).toBe(expected))

it('initials with any characters returns no half of a surrogate pair', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      expect(initials(name).isWellFormed()).toBe(true)
    }),
  )
})
