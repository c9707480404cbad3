import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sweepAnonymousUsers } from './sweep-anonymous.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

test('users are removed after a minute and each day, until the end', async () => {
  const asOwner = vi.fn(async () => [])
  const stop = sweepAnonymousUsers({ asOwner }, () => {})
  await vi.advanceTimersByTimeAsync(MINUTE_MS - 1)
  expect(asOwner).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(asOwner).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(DAY_MS)
  expect(asOwner).toHaveBeenCalledTimes(2)
  await stop()
  await vi.advanceTimersByTimeAsync(2 * DAY_MS)
  expect(asOwner).toHaveBeenCalledTimes(2)
})

test('an error is logged, and the next day tries again', async () => {
  const log = vi.fn()
  const error = new Error('the database is down')
  const asOwner = vi.fn(() => Promise.reject(error))
  const stop = sweepAnonymousUsers({ asOwner }, log)
  await vi.advanceTimersByTimeAsync(MINUTE_MS + DAY_MS)
  expect(log.mock.calls).toEqual([[error], [error]])
  await stop()
})
