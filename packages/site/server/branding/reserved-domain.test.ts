import { expect, it } from 'vitest'
import { isUnreachable } from './reserved-domain.ts'

it.each([
  ['hello@toolmark.example', true],
  ['post@kiln.EXAMPLE', true],
  ['me@example.com', true],
  ['me@mail.example.org', true],
  ['me@site.invalid', true],
  ['root@localhost', true],
  ['post@kiln.de', false],
  ['post@myexample.com', false],
  ['example.com@kiln.de', false],
])('no mail reaches %s: %s', (address, isReserved) => {
  expect(isUnreachable(address)).toBe(isReserved)
})
