/**
 * What was typed into a form and not yet sent; survives a reload and an expired session. A shared
 * computer must not hand one person's words to the next: a person's draft is kept under that
 * person's id, a visitor's only as long as the tab is open.
 */
const keyOf = (name: string, userId: string | undefined) =>
  `toolmark.draft.${userId ?? 'visitor'}.${name}`

/**
 * @param saved what the form shows without a draft; of what was kept only fields of the same kind
 * are taken. Where it is known what the draft was typed over, only fields that were changed, and
 * that nobody saved anew since
 * @returns nothing when nothing was kept
 */
export function readDraft<T extends object>(
  name: string,
  userId: string | undefined,
  saved: T,
): T | undefined {
  const own = userId ? read(localStorage, keyOf(name, userId)) : undefined
  // Typed before signing in, or while the session was lost: what was typed last is what is meant.
  const visitors = read(sessionStorage, keyOf(name, undefined))
  const kept = visitors && visitors.at > (own?.at ?? 0) ? visitors : own
  if (!kept) return undefined
  const { values, over } = kept
  const fields = Object.entries(values).filter(([field, value]) => {
    const now: unknown = saved[field as keyof T]
    const isOfKind = typeof now === typeof value && Array.isArray(now) === Array.isArray(value)
    return isOfKind && (!over || (!isSame(value, over[field]) && isSame(over[field], now)))
  })
  if (over && fields.length === 0) return undefined
  return { ...saved, ...Object.fromEntries(fields) }
}

/** @param over what was saved when it was typed, where that may change elsewhere */
export function keepDraft(
  name: string,
  userId: string | undefined,
  values: object,
  over?: object,
): void {
  const storage = userId ? localStorage : sessionStorage
  try {
    storage.setItem(keyOf(name, userId), JSON.stringify({ at: Date.now(), values, over }))
  } catch {
    // A full or forbidden storage costs the draft, not the form.
  }
}

export function dropDraft(name: string, userId: string | undefined): void {
  if (userId) localStorage.removeItem(keyOf(name, userId))
  sessionStorage.removeItem(keyOf(name, undefined))
}

interface Kept {
  /** ms since 1970 */
  at: number
  values: object
  over?: Readonly<Record<string, unknown>>
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

function read(storage: Storage, key: string): Kept | undefined {
  try {
    const kept = JSON.parse(storage.getItem(key) ?? 'null') as Partial<Kept> | null
    const isWhole = typeof kept?.at === 'number' && typeof kept.values === 'object' && kept.values
    return isWhole ? (kept as Kept) : undefined
  } catch {
    return undefined
  }
}
