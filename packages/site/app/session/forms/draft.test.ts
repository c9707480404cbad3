import { afterEach, expect, it, vi } from 'vitest'
import { readDraft, removeDraft, saveDraft } from './draft.ts'

const storage = () => {
  const stored = new Map<string, string>()
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
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

it('readDraft returns the later of the draft of a member and that of a visitor', () => {
  browser()
  saveDraft('tool', 'ana', { ...EMPTY, name: 'old' })
  vi.advanceTimersByTime(1000)
  saveDraft('tool', undefined, { ...EMPTY, name: 'new' })
  expect(readDraft('tool', 'ana', EMPTY)?.name).toBe('new')
  vi.advanceTimersByTime(1000)
  saveDraft('tool', 'ana', { ...EMPTY, name: 'newest' })
  expect(readDraft('tool', 'ana', EMPTY)?.name).toBe('newest')
  removeDraft('tool', 'ana')
  expect(readDraft('tool', 'ana', EMPTY)).toBeUndefined()
})

it('readDraft returns no draft of another member', () => {
  browser()
  saveDraft('tool', 'ana', { ...EMPTY, name: 'ana' })
  expect(readDraft('tool', 'ben', EMPTY)).toBeUndefined()
  expect(readDraft('tool', undefined, EMPTY)).toBeUndefined()
})

it('readDraft ignores fields whose stored value has changed since', () => {
  browser()
  const over = { name: 'saved', points: ['a'] }
  saveDraft('profile', 'ana', { name: 'typed', points: ['a'] }, over)
  expect(readDraft('profile', 'ana', over)).toEqual({ name: 'typed', points: ['a'] })
  // Fields that the user has not changed show the stored value.
  const elsewhere = { name: 'saved', points: ['b'] }
  expect(readDraft('profile', 'ana', elsewhere)).toEqual({ name: 'typed', points: ['b'] })
  expect(readDraft('profile', 'ana', { name: 'newer', points: ['a'] })).toBeUndefined()
})

it('readDraft ignores fields of another type than the form has', () => {
  browser()
  localStorage.setItem(
    'toolmark.draft.ana.tool',
    JSON.stringify({ at: 1, values: { name: 7, points: 'x' } }),
  )
  expect(readDraft('tool', 'ana', EMPTY)).toEqual(EMPTY)
  localStorage.setItem('toolmark.draft.ana.tool', '{{{')
  expect(readDraft('tool', 'ana', EMPTY)).toBeUndefined()
})
