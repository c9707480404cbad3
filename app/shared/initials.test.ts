import fc from 'fast-check'
import { expect, it } from 'vitest'
import { initials } from './initials.ts'

it.each([
  ['Ana Ruiz', 'AR'],
  ['ana', 'A'],
  ['Ana Maria Ruiz', 'AM'],
  ['A 😀 tool', 'A😀'],
  ['\u0001 x', 'X'],
  ['', ''],
])('of %j are %j', (name, expected) => expect(initials(name)).toBe(expected))

it('never hold half of a sign', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      expect(initials(name).isWellFormed()).toBe(true)
    }),
  )
})
