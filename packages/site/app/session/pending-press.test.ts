import { beforeEach, expect, test, vi } from 'vitest'
import { forgetPress, holdPress, rememberPress, takePress } from './pending-press.ts'

const NOW = 1_800_000_000_000
const HOUR = 60 * 60 * 1000
const PRESS = ['follow tool', 'a'] as const

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  return () => vi.unstubAllGlobals()
})

test('takePress returns a remembered press once, and no other one', () => {
  rememberPress(PRESS, NOW)
  expect(takePress(['follow tool', 'b'], NOW)).toBeUndefined()
  expect(takePress(['helpful', 'a'], NOW)).toBeUndefined()
  expect(takePress(PRESS, NOW)).toBe('remembered')
  expect(takePress(PRESS, NOW)).toBeUndefined()
})

test.each([
  ['just before an hour', HOUR - 1, 'remembered'],
  ['after an hour', HOUR, undefined],
  ['with a clock that was set back', -1, undefined],
])('takePress %s returns %s', (_label, age, expected) => {
  rememberPress(PRESS, NOW)
  expect(takePress(PRESS, NOW + age)).toBe(expected)
})

test('takePress returns a held press once', () => {
  holdPress(PRESS)
  expect(takePress(PRESS)).toBe('held')
  expect(takePress(PRESS)).toBeUndefined()
})

test('rememberPress replaces the last press, and forgetPress removes it', () => {
  rememberPress(PRESS, NOW)
  rememberPress(['helpful', 'r'], NOW)
  expect(takePress(PRESS, NOW)).toBeUndefined()
  forgetPress()
  expect(takePress(['helpful', 'r'], NOW)).toBeUndefined()
})
