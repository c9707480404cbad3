import { expect, test } from 'vitest'
import { Subscriber } from './subscriber.ts'

const keyOf = (claims: Record<string, unknown>, role: 'anon' | 'authenticated' = 'authenticated') =>
  new Subscriber(
    { role, claims },
    [],
    { onChange: () => {}, onEnd: () => {} },
    { onCaller: () => {}, onClose: () => {} },
  ).callerKey

test('subscribers share reads if their tokens differ only in the times', () => {
  const claims = { sub: 'ana', session_id: 'one', iat: 1, exp: 2 }
  expect(keyOf({ ...claims, iat: 3, exp: 4 })).toBe(keyOf(claims))
  expect(keyOf({ ...claims, session_id: 'two' })).not.toBe(keyOf(claims))
  expect(keyOf({ ...claims, sub: 'ben' })).not.toBe(keyOf(claims))
  expect(keyOf(claims, 'anon')).not.toBe(keyOf(claims))
})
