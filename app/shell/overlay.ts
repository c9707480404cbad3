import { useSyncExternalStore } from 'react'

/** What lies over the page when it is asked for: the command palette, the list of shortcuts. */
export type Overlay = 'palette' | 'shortcuts'

let shown: Overlay | null = null
const listeners = new Set<() => void>()

/** @param overlay null closes what is open */
export function showOverlay(overlay: Overlay | null): void {
  shown = overlay
  for (const listener of listeners) listener()
}

/** Also while what was asked for is still on its way. */
export const hasOverlay = () => shown !== null

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useOverlay = (): Overlay | null =>
  useSyncExternalStore(
    subscribe,
    () => shown,
    () => null,
  )
