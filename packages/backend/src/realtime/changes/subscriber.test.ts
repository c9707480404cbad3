import { expect, test } from 'vitest'
import { Subscriber } from './subscriber.ts'

const toCallerKey = (
  claims: Record<string, unknown>,
  role: 'anon' | 'authenticated' = 'authenticated',
) =>
  new Subscriber(
    { role, claims },
    [],
    { onChange: () => {}, onEnd: () => {} },
    { onCaller: () => {}, onClose: () => {} },
  ).callerKey

test('subscribers share reads if their tokens differ only in the times', () => {
  const claims = { sub: 'ana', session_id: 'one', iat: 1, exp: 2 }
  expect(toCallerKey({ ...claims, iat: 3, exp: 4 })).toBe(toCallerKey(claims))
  expect(toCallerKey({ ...claims, session_id: 'two' })).not.toBe(toCallerKey(claims))
  expect(toCallerKey({ ...claims, sub: 'ben' })).not.toBe(toCallerKey(claims))
  expect(toCallerKey(claims, 'anon')).not.toBe(toCallerKey(claims))
})
