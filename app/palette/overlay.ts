// chunk: frame
import { createStore } from '../data/create-store.ts'

/** A dialog over the page: the command palette or the list of shortcuts. */
export type Overlay = 'palette' | 'shortcuts'

/** Set as soon as it is requested, before its code has arrived. */
const overlay = createStore<Overlay | null>(null)

/** @param next null closes what is open */
export const showOverlay = (next: Overlay | null) => overlay.set(next)
export const hasOverlay = () => overlay.get() !== null
export const useOverlay = () => overlay.use()

/** Whether the shortcuts work: their code is fetched when the page has loaded. */
const keysReady = createStore(false)

export const setKeysReady = () => keysReady.set(true)
export const useKeysReady = () => keysReady.use()
