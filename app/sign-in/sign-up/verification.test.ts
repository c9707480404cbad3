import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { countAttempt, forgetAttempts, isLimited } from '../attempts.ts'
import { dropProgress, noteSent, readProgress } from './verification.ts'

const DAY = 24 * 60 * 60 * 1000
const kept = new Map<string, string>()

beforeEach(() => {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
})
afterEach(() => {
  kept.clear()
  vi.unstubAllGlobals()
})

it('a second sign-up makes no new resends, and one address is not another', async () => {
  await noteSent('ana@x.example', { isResend: false }, DAY)
  await noteSent('ana@x.example', { isResend: true }, DAY + 1)
  await noteSent('ben@x.example', { isResend: false }, DAY + 2)
  await noteSent(' Ana@x.example ', { isResend: false }, DAY + 3)
  expect(await readProgress('ana@x.example', DAY + 4)).toEqual({ sentAt: DAY + 3, attempts: 1 })
  expect(await readProgress('ana@x.example', 2 * DAY + 3)).toBeUndefined()
})

it('is dropped for the address that was confirmed', async () => {
  await noteSent('ana@x.example', { isResend: false })
  expect(await dropProgress('ben@x.example')).toBe(false)
  expect(await dropProgress('ana@x.example')).toBe(true)
  expect(await readProgress('ana@x.example')).toBeUndefined()
})

it('five attempts in 15 minutes, for each address', async () => {
  for (let attempt = 0; attempt < 5; attempt += 1) await countAttempt('login', 'ana@x.example', 0)
  expect(await isLimited('login', 'ANA@x.example', 1)).toBe(true)
  expect(await isLimited('signup', 'ana@x.example', 1)).toBe(false)
  expect(await isLimited('login', 'ben@x.example', 1)).toBe(false)
  expect(await isLimited('login', 'ana@x.example', 15 * 60_000)).toBe(false)
  await forgetAttempts('login', 'ana@x.example')
  expect(await isLimited('login', 'ana@x.example', 1)).toBe(false)
})

it('local storage holds no address', async () => {
  await countAttempt('login', 'ana@x.example')
  await noteSent('ana@x.example', { isResend: false })
  expect(JSON.stringify([...kept])).not.toContain('x.example')
})
