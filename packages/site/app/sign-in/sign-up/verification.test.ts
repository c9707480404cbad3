import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CommandError } from '../../data/command-error.ts'
import { clearAttempts, countAttempt, isLimited, limitAttempts } from '../attempts.ts'
import { countMail, readProgress, removeProgress } from './verification.ts'

const DAY = 24 * 60 * 60 * 1000
const stored = new Map<string, string>()

beforeEach(() => {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
})
afterEach(() => {
  stored.clear()
  vi.unstubAllGlobals()
})

it('countMail counts resends by address; a second sign-up does not reset them', async () => {
  await countMail('ana@x.example', { isResend: false }, DAY)
  await countMail('ana@x.example', { isResend: true }, DAY + 1)
  await countMail('ben@x.example', { isResend: false }, DAY + 2)
  await countMail(' Ana@x.example ', { isResend: false }, DAY + 3)
  expect(await readProgress('ana@x.example', DAY + 4)).toEqual({ sentAt: DAY + 3, attempts: 1 })
  expect(await readProgress('ana@x.example', 2 * DAY + 3)).toBeUndefined()
})

it('removeProgress removes the progress of one address', async () => {
  await countMail('ana@x.example', { isResend: false })
  expect(await removeProgress('ben@x.example')).toBe(false)
  expect(await removeProgress('ana@x.example')).toBe(true)
  expect(await readProgress('ana@x.example')).toBeUndefined()
})

it('isLimited is true after five attempts in 15 minutes, by address', async () => {
  for (let attempt = 0; attempt < 5; attempt += 1) await countAttempt('login', 'ana@x.example', 0)
  expect(await isLimited('login', 'ANA@x.example', 1)).toBe(true)
  expect(await isLimited('signup', 'ana@x.example', 1)).toBe(false)
  expect(await isLimited('login', 'ben@x.example', 1)).toBe(false)
  expect(await isLimited('login', 'ana@x.example', 15 * 60_000)).toBe(false)
  await clearAttempts('login', 'ana@x.example')
  expect(await isLimited('login', 'ana@x.example', 1)).toBe(false)
})

it('limitAttempts counts attempts that the server refused, and none that did not reach it', async () => {
  const attempt = (reason: 'offline' | 'refused') =>
    limitAttempts('login', 'ana@x.example', () => Promise.reject(new CommandError(reason)))
  for (let count = 0; count < 6; count += 1) {
    await expect(attempt('offline')).rejects.toMatchObject({ reason: 'offline' })
  }
  for (let count = 0; count < 5; count += 1) {
    await expect(attempt('refused')).rejects.toMatchObject({ reason: 'refused' })
  }
  await expect(attempt('refused')).rejects.toMatchObject({ reason: 'rate-limited' })
})

it('attempts and progress store no address', async () => {
  await countAttempt('login', 'ana@x.example')
  await countMail('ana@x.example', { isResend: false })
  expect(JSON.stringify([...stored])).not.toContain('x.example')
})
