import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readBackupAge, startBackups } from './scheduled-backups.ts'

const MINUTE = 60_000
let folder: string
let stops: (() => Promise<void>)[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'toolmark-backups-'))
  vi.useFakeTimers({ now: new Date('2026-11-28T02:57:30Z') })
})
afterEach(async () => {
  await Promise.all(stops.map((stop) => stop()))
  stops = []
  vi.useRealTimers()
  rmSync(folder, { recursive: true })
})

const listCopies = () =>
  readdirSync(folder)
    .filter((name) => name.startsWith('toolmark-'))
    .sort()
const makeCopy = async (file: string) => {
  writeFileSync(file, 'a copy')
  return 1
}
const start = (more: { makeCopy?: typeof makeCopy; log?: (error: unknown) => void } = {}) =>
  stops.push(
    startBackups({
      folder,
      keep: 2,
      minute: 3 * 60,
      makeCopy,
      log: () => expect.unreachable(),
      ...more,
    }),
  )

test('processes that share the folder make one copy a day at the time, and the newest stay', async () => {
  start()
  start()
  await vi.advanceTimersByTimeAsync(MINUTE)
  // None of yesterday was there.
  expect(listCopies()).toEqual(['toolmark-2026-11-28T02-58-30Z.gz'])
  await vi.advanceTimersByTimeAsync(2 * MINUTE)
  expect(listCopies()).toHaveLength(2)
  expect(listCopies().at(-1)).toBe('toolmark-2026-11-28T03-00-30Z.gz')
  await vi.advanceTimersByTimeAsync(23 * 60 * MINUTE)
  expect(listCopies()).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(60 * MINUTE)
  expect(listCopies().map((name) => name.slice(9, 19))).toEqual(['2026-11-28', '2026-11-29'])
})

test('the age is that of the newest copy, and infinite without one', () => {
  expect(readBackupAge(folder)).toBe(Number.POSITIVE_INFINITY)
  for (const day of ['26', '27'])
    writeFileSync(join(folder, `toolmark-2026-11-${day}T02-57-30Z.gz`), '')
  expect(readBackupAge(folder)).toBe(24 * 3600)
})

test('a copy that fails is logged once and tried again, and its unfinished file goes', async () => {
  const log = vi.fn()
  const copy = vi.fn(makeCopy).mockRejectedValueOnce(new Error('the disk is full'))
  writeFileSync(join(folder, 'toolmark-2026-11-20T03-00-00Z.gz.part'), 'of a crash')
  start({ makeCopy: copy, log })
  await vi.advanceTimersByTimeAsync(2 * MINUTE)
  expect(log).toHaveBeenCalledTimes(1)
  expect(listCopies()).toEqual(['toolmark-2026-11-28T02-59-30Z.gz'])
})

test.each(['/proc/nope', '/proc/nope/deep', '/dev/null/backups'])(
  'a folder %s, which cannot be created, throws one line with BACKUP_DIR',
  (place) => {
    const options = { folder: place, keep: 2, minute: 0, makeCopy, log: () => {} }
    expect(() => startBackups(options)).toThrow(/^BACKUP_DIR cannot be created: [A-Z]+: [^\n]*$/)
  },
)

test('a file in place of the folder throws one line with its path, and its mode stays', () => {
  const place = join(folder, 'taken')
  writeFileSync(place, '', { mode: 0o644 })
  const options = { folder: place, keep: 2, minute: 0, makeCopy, log: () => {} }
  expect(() => startBackups(options)).toThrow(
    `BACKUP_DIR cannot be created: ENOTDIR: ${place} is a file, and no folder`,
  )
  expect(statSync(place).mode & 0o777).toBe(0o644)
})
