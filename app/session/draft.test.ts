import { afterEach, expect, it, vi } from 'vitest'
import { dropDraft, keepDraft, readDraft } from './draft.ts'

const storage = () => {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}
const EMPTY = { name: '', points: [] as string[] }
const browser = () => {
  vi.useFakeTimers({ now: 1_000_000 })
  vi.stubGlobal('localStorage', storage())
  vi.stubGlobal('sessionStorage', storage())
}
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('what was typed last is what is meant, signed in or not', () => {
  browser()
  keepDraft('tool', 'ana', { ...EMPTY, name: 'old' })
  vi.advanceTimersByTime(1000)
  keepDraft('tool', undefined, { ...EMPTY, name: 'new' })
  expect(readDraft('tool', 'ana', EMPTY)?.name).toBe('new')
  vi.advanceTimersByTime(1000)
  keepDraft('tool', 'ana', { ...EMPTY, name: 'newest' })
  expect(readDraft('tool', 'ana', EMPTY)?.name).toBe('newest')
  dropDraft('tool', 'ana')
  expect(readDraft('tool', 'ana', EMPTY)).toBeUndefined()
})

it('one person’s words are not the next one’s', () => {
  browser()
  keepDraft('tool', 'ana', { ...EMPTY, name: 'hers' })
  expect(readDraft('tool', 'ben', EMPTY)).toBeUndefined()
  expect(readDraft('tool', undefined, EMPTY)).toBeUndefined()
})

it('what was saved anew since is not overridden by an older draft', () => {
  browser()
  const over = { name: 'saved', points: ['a'] }
  keepDraft('profile', 'ana', { name: 'typed', points: ['a'] }, over)
  expect(readDraft('profile', 'ana', over)).toEqual({ name: 'typed', points: ['a'] })
  // What was not typed is shown as it is now.
  const elsewhere = { name: 'saved', points: ['b'] }
  expect(readDraft('profile', 'ana', elsewhere)).toEqual({ name: 'typed', points: ['b'] })
  expect(readDraft('profile', 'ana', { name: 'newer', points: ['a'] })).toBeUndefined()
})

it('takes only fields of the kind that the form has', () => {
  browser()
  localStorage.setItem(
    'toolmark.draft.ana.tool',
    JSON.stringify({ at: 1, values: { name: 7, points: 'x' } }),
  )
  expect(readDraft('tool', 'ana', EMPTY)).toEqual(EMPTY)
  localStorage.setItem('toolmark.draft.ana.tool', '{{{')
  expect(readDraft('tool', 'ana', EMPTY)).toBeUndefined()
})
