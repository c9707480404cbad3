import { afterEach, expect, test, vi } from 'vitest'
import { createDailyLimit } from './daily-limit.ts'

afterEach(() => void vi.useRealTimers())

const LIMIT = { points: 2, message: 'Not more today.' }

test('createDailyLimit counts each network, and throws PT429 with the seconds until midnight UTC', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-24T23:59:30Z') })
  const count = createDailyLimit(LIMIT, 'test')
  await count('203.0.113.7')
  await count('203.0.113.7')
  await expect(count('203.0.113.7')).rejects.toThrow(
    expect.objectContaining({
      status: 429,
      body: { code: 'PT429', details: null, hint: null, message: 'Not more today.' },
      headers: { 'Retry-After': '30' },
    }),
  )
  await count('203.0.113.8')
  vi.setSystemTime(Date.parse('2026-11-25T00:00:00Z'))
  await count('203.0.113.7')
})

test('createDailyLimit gives a point back, and none to the next day', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-24T12:00:00Z') })
  const count = createDailyLimit(LIMIT, 'test')
  await count('203.0.113.7')
  const giveBack = await count('203.0.113.7')
  await giveBack()
  const giveBackLate = await count('203.0.113.7')
  await expect(count('203.0.113.7')).rejects.toThrow()
  vi.setSystemTime(Date.parse('2026-11-25T12:00:00Z'))
  await count('203.0.113.7')
  await giveBackLate()
  await count('203.0.113.7')
  await expect(count('203.0.113.7')).rejects.toThrow()
})

test('createDailyLimit gives an IPv6 /48 the points of four networks, and this machine no limit', async () => {
  const count = createDailyLimit(LIMIT, 'test')
  const networks = ['1', '2', '3', '4'].map((part) => `2001:db8:1:${part}`)
  for (const network of [...networks, ...networks]) await count(network)
  await expect(count('2001:db8:1:5')).rejects.toThrow()
  await count('2001:db8:2:1')
  for (const address of ['127.0.0.1', '0:0:0:0', 'the site itself'])
    for (const _ of [1, 2, 3]) await count(address)
})
