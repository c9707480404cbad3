import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startDumps } from './scheduled-dumps.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
let folder: string
let stops: (() => Promise<void>)[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'toolmark-dumps-'))
  vi.useFakeTimers({ now: new Date('2026-11-28T02:57:30Z') })
})
afterEach(async () => {
  await Promise.all(stops.map((stop) => stop()))
  stops = []
  vi.useRealTimers()
  rmSync(folder, { recursive: true })
})

const listDumps = () => readdirSync(folder).filter((name) => name.startsWith('2026'))
const makeDump = vi.fn(async (to: string) => {
  mkdirSync(to)
})
const start = (more: Partial<Parameters<typeof startDumps>[0]> = {}) => {
  const stop = startDumps({ folder, makeDump, log: () => expect.unreachable(), ...more })
  stops.push(stop)
  return stop
}

test('two processes make one dump a day at 03:00 UTC, and the newest seven stay', async () => {
  makeDump.mockClear()
  start()
  start()
  await vi.advanceTimersByTimeAsync(MINUTE)
  // That of the night before was missing.
  expect(listDumps()).toEqual(['2026-11-27'])
  await vi.advanceTimersByTimeAsync(2 * MINUTE)
  expect(listDumps()).toEqual(['2026-11-27', '2026-11-28'])
  await vi.advanceTimersByTimeAsync(23 * HOUR + 55 * MINUTE)
  expect(makeDump).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(8 * 24 * HOUR)
  expect(makeDump).toHaveBeenCalledTimes(10)
  expect(listDumps()).toEqual(['2026-11-30', ...[1, 2, 3, 4, 5, 6].map((day) => `2026-12-0${day}`)])
})

test('a dump that fails is logged once and tried again, and what a crash has left goes', async () => {
  mkdirSync(join(folder, '2026-11-20.part'))
  const log = vi.fn()
  const failing = vi.fn(makeDump).mockRejectedValueOnce(new Error('the disk is full'))
  start({ makeDump: failing, log })
  await vi.advanceTimersByTimeAsync(2 * MINUTE)
  expect(log).toHaveBeenCalledTimes(1)
  expect(listDumps()).toEqual(['2026-11-27'])
})

test('a disk without room for eight dumps holds the newest seven', async () => {
  for (const day of [19, 20, 21, 22, 23, 24, 25, 26]) mkdirSync(join(folder, `2026-11-${day}`))
  start({
    makeDump: async (to) => {
      if (listDumps().length > 6) throw new Error('the disk is full')
      mkdirSync(to)
    },
  })
  await vi.advanceTimersByTimeAsync(MINUTE)
  expect(listDumps()).toEqual([21, 22, 23, 24, 25, 26, 27].map((day) => `2026-11-${day}`))
})

test('a dump that fails for a day is tried again after pauses of up to an hour', async () => {
  const failing = vi.fn(() => Promise.reject(new Error('the disk is full')))
  const log = vi.fn()
  start({ makeDump: failing, log })
  await vi.advanceTimersByTimeAsync(24 * HOUR)
  expect(log).toHaveBeenCalledTimes(1)
  // Six pauses of 1 to 32 minutes, then one each hour.
  expect(failing).toHaveBeenCalledTimes(7 + 22)
})

test('the end of the process ends the dump', async () => {
  const stop = start({
    makeDump: (_to, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
      }),
  })
  await vi.advanceTimersByTimeAsync(MINUTE)
  await stop()
  expect(listDumps()).toEqual([])
})
