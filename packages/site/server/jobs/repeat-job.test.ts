import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { repeatJob } from './repeat-job.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function start(
  run: (hasEnded: () => boolean) => Promise<number | undefined>,
  more: { longestFailurePauseMs?: number } = {},
) {
  const logged: unknown[] = []
  const job = repeatJob({
    name: 'count',
    run,
    firstPauseMs: 1000,
    pauseMs: 5000,
    log: (error) => logged.push(error),
    ...more,
  })
  return { logged, ...job }
}

test('repeatJob runs after the first pause, after each pause, and after a pause that a run asks for', async () => {
  const run = vi.fn(async () => (run.mock.calls.length === 2 ? 60_000 : undefined))
  const { end } = start(run)
  await vi.advanceTimersByTimeAsync(999)
  expect(run).toHaveBeenCalledTimes(0)
  await vi.advanceTimersByTimeAsync(1)
  expect(run).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(5000)
  expect(run).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(59_999)
  expect(run).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(1)
  expect(run).toHaveBeenCalledTimes(3)
  await end()
})

test('repeatJob logs the first of several failures, and again after a success', async () => {
  const outcomes = [false, false, true, false]
  const { logged, end } = start(async () => {
    if (!outcomes.shift()) throw new Error('the database is down')
    return undefined
  })
  await vi.advanceTimersByTimeAsync(6000)
  expect(logged).toHaveLength(1)
  expect(logged[0]).toMatchObject({ cause: { message: 'the database is down' } })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(logged).toHaveLength(2)
  await end()
})

test.each([
  ['stays', {}, [1, 6, 11, 16, 21, 26]],
  ['doubles up to the longest', { longestFailurePauseMs: 12_000 }, [1, 6, 16, 28, 40, 45]],
])('the pause after failures %s, until a run succeeds', async (_what, more, expected) => {
  const seconds: number[] = []
  const startedAt = Date.now()
  const { end } = start(async () => {
    seconds.push((Date.now() - startedAt) / 1000)
    if (seconds.length !== 5) throw new Error('the disk is full')
    return undefined
  }, more)
  while (seconds.length < 6) await vi.advanceTimersByTimeAsync(1000)
  expect(seconds).toEqual(expected)
  await end()
})

test('end waits for the run in progress, which sees hasEnded, and starts no other', async () => {
  let finish = () => {}
  let hasSeenEnd = false
  const run = vi.fn(async (hasEnded: () => boolean) => {
    await new Promise<void>((resolve) => {
      finish = resolve
    })
    hasSeenEnd = hasEnded()
    return undefined
  })
  const { end } = start(run)
  await vi.advanceTimersByTimeAsync(1000)
  const ended = end()
  finish()
  await ended
  expect(hasSeenEnd).toBe(true)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(run).toHaveBeenCalledTimes(1)
})

test('wake runs now, once more after the run in progress, and does not shorten a pause that a run asks for', async () => {
  let finish = (_pause?: number) => {}
  const run = vi.fn(
    () =>
      new Promise<number | undefined>((resolve) => {
        finish = resolve
      }),
  )
  const { wake, end } = start(run)
  wake()
  await vi.advanceTimersByTimeAsync(0)
  expect(run).toHaveBeenCalledTimes(1)
  wake()
  wake()
  finish()
  await vi.advanceTimersByTimeAsync(0)
  expect(run).toHaveBeenCalledTimes(2)
  wake()
  finish(60_000)
  await vi.advanceTimersByTimeAsync(59_999)
  expect(run).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(1)
  expect(run).toHaveBeenCalledTimes(3)
  finish()
  await end()
})
