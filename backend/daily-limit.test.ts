import { afterEach, expect, test, vi } from 'vitest'
import { createDailyLimit } from './daily-limit.ts'

afterEach(() => void vi.useRealTimers())

const LIMIT = { points: 2, message: 'Not more today.' }

test('createDailyLimit counts each network, and throws PT429 with the seconds until midnight UTC', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-24T23:59:30Z') })
  const count = createDailyLimit(LIMIT)
  count('203.0.113.7')
  count('203.0.113.7')
  expect(() => count('203.0.113.7')).toThrow(
    expect.objectContaining({
      status: 429,
      body: { code: 'PT429', details: null, hint: null, message: 'Not more today.' },
      headers: { 'Retry-After': '30' },
    }),
  )
  expect(() => count('203.0.113.8')).not.toThrow()
  vi.setSystemTime(Date.parse('2026-11-25T00:00:00Z'))
  expect(() => count('203.0.113.7')).not.toThrow()
})

test('createDailyLimit gives a point back, and none to the next day', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-24T12:00:00Z') })
  const count = createDailyLimit(LIMIT)
  count('203.0.113.7')
  const giveBack = count('203.0.113.7')
  giveBack()
  const giveBackLate = count('203.0.113.7')
  expect(() => count('203.0.113.7')).toThrow()
  vi.setSystemTime(Date.parse('2026-11-25T12:00:00Z'))
  count('203.0.113.7')
  giveBackLate()
  count('203.0.113.7')
  expect(() => count('203.0.113.7')).toThrow()
})

test('createDailyLimit gives an IPv6 /48 the points of four networks, and this machine no limit', () => {
  const count = createDailyLimit(LIMIT)
  const networks = ['1', '2', '3', '4'].map((part) => `2001:db8:1:${part}`)
  for (const network of [...networks, ...networks]) count(network)
  expect(() => count('2001:db8:1:5')).toThrow()
  expect(() => count('2001:db8:2:1')).not.toThrow()
  for (const address of ['127.0.0.1', '0:0:0:0', 'the site itself'])
    for (const _ of [1, 2, 3]) expect(() => count(address)).not.toThrow()
})
