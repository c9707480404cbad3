import { expect, test } from 'vitest'
import { sealingKeyOf, sealOf } from './seal.ts'

test('opens what it closed, for the same thing alone, and nothing that was changed', () => {
  const seal = sealOf(sealingKeyOf('one'))
  const sealed = seal.close('a secret', 'this')
  expect(seal.open(sealed, 'this')).toBe('a secret')
  expect(seal.close('a secret', 'this')).not.toBe(sealed)
  expect(() => seal.open(sealed, 'that')).toThrow()
  expect(() => sealOf(sealingKeyOf('other')).open(sealed, 'this')).toThrow()
  const bytes = Buffer.from(sealed, 'base64')
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
  expect(() => seal.open(bytes.toString('base64'), 'this')).toThrow()
})
