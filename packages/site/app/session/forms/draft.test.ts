import { afterEach, expect, it, vi } from 'vitest'
import { forgetVisitorDraft, readDraft, removeDraft, saveDraft } from './draft.ts'

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

/** A tab that a mailed link opens has a session storage of its own. */
const openOtherTab = () => vi.stubGlobal('sessionStorage', storage())

it('readDraft in another tab returns the draft of a visitor to one member, and to no visitor', () => {
  browser()
  saveDraft('tool', undefined, { ...EMPTY, name: 'typed' })
  openOtherTab()
  expect(readDraft('tool', undefined, EMPTY)).toBeUndefined()
  expect(readDraft('other', 'ana', EMPTY)).toBeUndefined()
  expect(readDraft('tool', 'ana', EMPTY)?.name).toBe('typed')
  // It is hers now.
  expect(readDraft('tool', 'ben', EMPTY)).toBeUndefined()
  expect(readDraft('tool', 'ana', EMPTY)?.name).toBe('typed')
})

it.each([
  ['after an hour', () => vi.advanceTimersByTime(60 * 60 * 1000)],
  ['after a sign-out', forgetVisitorDraft],
  ['after it was sent', () => removeDraft('tool', 'ben')],
])('readDraft in another tab returns no draft of a visitor %s', (_label, act) => {
  browser()
  saveDraft('tool', undefined, { ...EMPTY, name: 'typed' })
  openOtherTab()
  act()
  expect(readDraft('tool', 'ana', EMPTY)).toBeUndefined()
})
