import { expect, it } from 'vitest'
import { findContact, isUnreachable } from './reserved-domain.ts'

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

it('mails of a public site name its address if no mail reaches its contact', () => {
  const [made, real] = ['hello@kiln.example', 'post@kiln.org']
  expect(findContact(made, 'https://kiln.org')).toBe('https://kiln.org')
  expect(findContact(real, 'https://kiln.org')).toBe(real)
  expect(findContact(made, 'http://localhost:3000')).toBe(made)
})
