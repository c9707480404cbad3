import { localStore, tabStore } from '../../data/browser-storage.ts'

/**
 * The text of a form that was not sent; it survives a reload and an expired session. People share
 * computers, so a member's draft is stored under the member's id, and a visitor sees their own only as
 * long as the tab is open. The link of a sign-up's mail opens another tab: there the new member gets it.
 */
const toStorageKey = (name: string, userId: string | undefined) =>
  `toolmark.draft.${userId ?? 'visitor'}.${name}`

/**
 * @param saved the form's values without a draft. Fields of the draft with another type are ignored;
 *   if the draft knows the values it was typed over, so are fields that the user did not change, or
 *   whose stored value has changed since
 * @returns undefined without a draft
 */
export function readDraft<T extends object>(
  name: string,
  userId: string | undefined,
  saved: T,
): T | undefined {
  const own = userId ? readStorage(localStore, toStorageKey(name, userId)) : undefined
  // Typed before signing in, or after the session had ended: the later draft is used.
  const visitorDraft =
    readStorage(tabStore, toStorageKey(name, undefined)) ?? (userId ? readShared(name) : undefined)
  const draft = visitorDraft && visitorDraft.at > (own?.at ?? 0) ? visitorDraft : own
  if (userId && draft && draft === visitorDraft) {
    localStore.setItem(toStorageKey(name, userId), JSON.stringify(draft))
    forgetShared(name)
  }
  if (!draft) return undefined
  const { values, over } = draft
  const fields = Object.entries(values).filter(([field, value]) => {
    const now: unknown = saved[field as keyof T]
    const isOfKind = typeof now === typeof value && Array.isArray(now) === Array.isArray(value)
    return isOfKind && (!over || (!isEqual(value, over[field]) && isEqual(over[field], now)))
  })
  if (over && fields.length === 0) return undefined
  return { ...saved, ...Object.fromEntries(fields) }
}

/** @param over the stored values that the form opened with, if they can change elsewhere */
export function saveDraft(
  name: string,
  userId: string | undefined,
  values: object,
  over?: object,
): void {
  const draft = { at: Date.now(), values, over }
  const storage = userId ? localStore : tabStore
  storage.setItem(toStorageKey(name, userId), JSON.stringify(draft))
  if (!userId) localStore.setItem(SHARED_KEY, JSON.stringify({ ...draft, name }))
}

export function removeDraft(name: string, userId: string | undefined): void {
  if (userId) localStore.removeItem(toStorageKey(name, userId))
  tabStore.removeItem(toStorageKey(name, undefined))
  forgetShared(name)
}

/** The last draft of a visitor, for the member that they become. */
const SHARED_KEY = 'toolmark.visitor-draft'

/** As long as a sign-up with its mail may take. */
const SHARED_LIFE_MS = 60 * 60 * 1000

function readShared(name: string): StoredDraft | undefined {
  const draft: (StoredDraft & { name?: unknown }) | undefined = readStorage(localStore, SHARED_KEY)
  const isFresh = draft !== undefined && Date.now() - draft.at < SHARED_LIFE_MS
  return isFresh && draft.name === name ? draft : undefined
}

const forgetShared = (name: string) => {
  if (readShared(name)) forgetVisitorDraft()
}

/** At a sign-out: the next member on this computer is another person. */
export const forgetVisitorDraft = () => localStore.removeItem(SHARED_KEY)

interface StoredDraft {
  /** ms since 1970 */
  at: number
  values: object
  over?: Readonly<Record<string, unknown>>
}

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

function readStorage(storage: typeof localStore, key: string): StoredDraft | undefined {
  try {
    const draft = JSON.parse(storage.getItem(key) ?? 'null') as Partial<StoredDraft> | null
    const isWhole =
      typeof draft?.at === 'number' && typeof draft.values === 'object' && draft.values
    return isWhole ? (draft as StoredDraft) : undefined
  } catch {
    return undefined
  }
}
