import { useEffect } from 'react'
import { createStore } from '../data/create-store.ts'

/** A single key that works on the current page. */
export interface PageKey {
  key: string
  /** What it does, for the list of shortcuts. */
  label: string
  run: () => void
}

const groups = createStore<readonly (readonly PageKey[])[]>([])

/** @returns a function that removes the keys */
export function addPageKeys(keys: readonly PageKey[]): () => void {
  groups.set([...groups.get(), keys])
  return () => groups.set(groups.get().filter((group) => group !== keys))
}

/** The keys work while the component is shown. */
export function usePageKeys(keys: readonly PageKey[]): void {
  useEffect(() => addPageKeys(keys), [keys])
}

export const findPageKey = (pressed: string): PageKey | null =>
  groups
    .get()
    .flat()
    .find(({ key }) => key === pressed) ?? null

export const usePageKeyList = (): readonly PageKey[] => groups.use().flat()
