import { expect, test } from 'vitest'
import { createSeal, deriveSealingKey } from './seal.ts'

test('a seal opens its text with the same key and context only, and no changed text', () => {
  const seal = createSeal(deriveSealingKey('one'))
  const sealed = seal.close('a secret', 'this')
  expect(seal.open(sealed, 'this')).toBe('a secret')
  expect(seal.close('a secret', 'this')).not.toBe(sealed)
  expect(() => seal.open(sealed, 'that')).toThrow()
  expect(() => createSeal(deriveSealingKey('other')).open(sealed, 'this')).toThrow()
  const bytes = Buffer.from(sealed, 'base64')
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
  expect(() => seal.open(bytes.toString('base64'), 'this')).toThrow()
})
