import { beforeEach, expect, test, vi } from 'vitest'
import {
  forgetMail,
  hasRequestedMail,
  rememberMail,
  startSignIn,
  takeSignIn,
} from '../requested-links.ts'

const NOW = 1_800_000_000_000
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

let stored: Map<string, string>
beforeEach(() => {
  stored = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  return () => vi.unstubAllGlobals()
})

test('hasRequestedMail is true for an address in any case after rememberMail, and for no other', async () => {
  await rememberMail('Ana@People.example', NOW)
  await rememberMail('ben@people.example', NOW)
  expect(await hasRequestedMail('ana@people.example', NOW)).toBe(true)
  expect(await hasRequestedMail('BEN@people.example', NOW)).toBe(true)
  expect(await hasRequestedMail('eve@people.example', NOW)).toBe(false)
})

test('hasRequestedMail is false after a day', async () => {
  await rememberMail('ana@people.example', NOW)
  expect(await hasRequestedMail('ana@people.example', NOW + DAY - 1)).toBe(true)
  expect(await hasRequestedMail('ana@people.example', NOW + DAY)).toBe(false)
})

test('forgetMail removes the request of one address, and the key with the last one', async () => {
  await rememberMail('ana@people.example', NOW)
  await rememberMail('ben@people.example', NOW)
  await forgetMail('Ana@people.example', NOW)
  expect(await hasRequestedMail('ana@people.example', NOW)).toBe(false)
  expect(await hasRequestedMail('ben@people.example', NOW)).toBe(true)
  await forgetMail('ben@people.example', NOW)
  expect(stored.has('toolmark.requested-mail')).toBe(false)
})

test('rememberMail stores no address', async () => {
  await rememberMail('ana@people.example', NOW)
  expect([...stored.values()].join()).not.toContain('ana')
})

test.each(['{{{', 'null', '[]', '{"x":"y"}'])(
  'hasRequestedMail with %j stored is false',
  async (value) => {
    stored.set('toolmark.requested-mail', value)
    expect(await hasRequestedMail('ana@people.example', NOW)).toBe(false)
  },
)

test('takeSignIn is true once for the nonce that startSignIn returned', () => {
  const nonce = startSignIn(NOW)
  expect(nonce).toMatch(/^[0-9a-f]{32}$/)
  expect(takeSignIn(undefined, NOW)).toBe(false)
  expect(takeSignIn('0'.repeat(32), NOW)).toBe(false)
  expect(takeSignIn(nonce, NOW + 9 * MINUTE)).toBe(true)
  expect(takeSignIn(nonce, NOW + 9 * MINUTE)).toBe(false)
})

test('takeSignIn is false after ten minutes, and without a stored nonce', () => {
  expect(takeSignIn('', NOW)).toBe(false)
  expect(takeSignIn('undefined', NOW)).toBe(false)
  expect(takeSignIn(startSignIn(NOW), NOW + 10 * MINUTE)).toBe(false)
})
