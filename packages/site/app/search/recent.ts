import { localStore } from '../data/browser-storage.ts'

const MAX_RECENT = 5

/** By member, since people share computers. */
const toStorageKey = (userId: string | undefined) => `toolmark.recent.${userId ?? 'visitor'}`

/** A search, or a place that was opened from an earlier version of the site. */
interface Recent {
  label: string
  to: string
}

/** The searches, the latest first. */
export function readRecent(userId: string | undefined): Recent[] {
  try {
    const stored: unknown = JSON.parse(localStore.getItem(toStorageKey(userId)) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isRecent).slice(0, MAX_RECENT) : []
  } catch {
    return []
  }
}

export const toSearchPath = (words: string) => `/?search=${encodeURIComponent(words)}`

export function addRecentSearch(userId: string | undefined, words: string): void {
  const to = toSearchPath(words)
  const others = readRecent(userId).filter((recent) => recent.to !== to)
  const searches = [{ label: words, to }, ...others].slice(0, MAX_RECENT)
  localStore.setItem(toStorageKey(userId), JSON.stringify(searches))
}

export function clearRecent(userId: string | undefined): void {
  localStore.removeItem(toStorageKey(userId))
}

/** Extensions can write into the storage: only paths of this site are offered. */
function isRecent(value: unknown): value is Recent {
  const recent = value as Partial<Recent> | null
  return (
    typeof recent?.label === 'string' &&
    typeof recent.to === 'string' &&
    /^\/(?![/\\])/.test(recent.to)
  )
}
