import { localStore } from '../data/browser-storage.ts'
import type { Place } from './choice-row.tsx'
import * as paletteWords from './words.ts'

const MAX_RECENT = 5

/** By member, since people share computers. */
const toStorageKey = (userId: string | undefined) => `toolmark.recent.${userId ?? 'visitor'}`

/** The searches, and the places opened from the palette, the latest first. */
export function readRecent(userId: string | undefined): Place[] {
  try {
    const stored: unknown = JSON.parse(localStore.getItem(toStorageKey(userId)) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isPlace).slice(0, MAX_RECENT) : []
  } catch {
    return []
  }
}

export function addRecent(userId: string | undefined, place: Omit<Place, 'kind'>): void {
  const others = readRecent(userId).filter(({ to }) => to !== place.to)
  const { id, label, detail, to } = place
  const places = [{ kind: 'recent', id, label, detail, to }, ...others].slice(0, MAX_RECENT)
  localStore.setItem(toStorageKey(userId), JSON.stringify(places))
}

export function addRecentSearch(userId: string | undefined, words: string): void {
  const to = `/?search=${encodeURIComponent(words)}`
  addRecent(userId, { id: to, label: words, detail: paletteWords.KINDS.search, to })
}

export function clearRecent(userId: string | undefined): void {
  localStore.removeItem(toStorageKey(userId))
}

/** Extensions can write into the storage: only paths of this site are offered. */
function isPlace(value: unknown): value is Place {
  const place = value as Partial<Place> | null
  return (
    typeof place?.id === 'string' &&
    typeof place.label === 'string' &&
    typeof place.to === 'string' &&
    /^\/(?![/\\])/.test(place.to)
  )
}
