/**
 * What was typed into a form and not yet sent; survives a reload and an expired session. A shared
 * computer must not hand one person's words to the next: a person's draft is kept under that
 * person's id, a visitor's only as long as the tab is open.
 */
const keyOf = (name: string, userId: string | undefined) =>
  `toolmark.draft.${userId ?? 'visitor'}.${name}`

/**
 * @param empty the form's empty values; of what was kept only fields of the same kind are taken
 * @returns nothing when nothing was kept
 */
export function readDraft<T extends object>(
  name: string,
  userId: string | undefined,
  empty: T,
): T | undefined {
  const text =
    (userId ? read(localStorage, keyOf(name, userId)) : null) ??
    // Typed before signing in.
    read(sessionStorage, keyOf(name, undefined))
  try {
    const kept: unknown = JSON.parse(text ?? 'null')
    if (typeof kept !== 'object' || kept === null) return undefined
    const fields = Object.entries(kept).filter(([field, value]) => {
      const model: unknown = empty[field as keyof T]
      return typeof model === typeof value && Array.isArray(model) === Array.isArray(value)
    })
    return { ...empty, ...Object.fromEntries(fields) }
  } catch {
    return undefined
  }
}

export function keepDraft(name: string, userId: string | undefined, values: object): void {
  const storage = userId ? localStorage : sessionStorage
  try {
    storage.setItem(keyOf(name, userId), JSON.stringify(values))
  } catch {
    // A full or forbidden storage costs the draft, not the form.
  }
}

export function dropDraft(name: string, userId: string | undefined): void {
  if (userId) localStorage.removeItem(keyOf(name, userId))
  sessionStorage.removeItem(keyOf(name, undefined))
}

function read(storage: Storage, key: string): string | null {
  try {
    return storage.getItem(key)
  } catch {
    return null
  }
}
