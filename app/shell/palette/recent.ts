import type { Place } from './choice.ts'

const MOST = 5

/** One person's choices are not the next one's, on a computer that they share. */
const keyOf = (userId: string | undefined) => `toolmark.recent.${userId ?? 'visitor'}`

/** Where the palette led before, the last first. */
export function readRecent(userId: string | undefined): Place[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isPlace).slice(0, MOST) : []
  } catch {
    return []
  }
}

export function keepRecent(userId: string | undefined, place: Place): void {
  const others = readRecent(userId).filter(({ to }) => to !== place.to)
  const { id, label, detail, to } = place
  const kept = [{ kind: 'recent', id, label, detail, to }, ...others].slice(0, MOST)
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify(kept))
  } catch {
    // A full or forbidden storage costs the memory, not the way there.
  }
}

export function forgetRecent(userId: string | undefined): void {
  localStorage.removeItem(keyOf(userId))
}

/** Others can write into the storage too: what leads off the site is not offered. */
function isPlace(value: unknown): value is Place {
  const place = value as Partial<Place> | null
  return (
    typeof place?.id === 'string' &&
    typeof place.label === 'string' &&
    typeof place.to === 'string' &&
    /^\/(?![/\\])/.test(place.to)
  )
}
