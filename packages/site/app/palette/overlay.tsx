// chunk: frame

import { lazy, Suspense, useSyncExternalStore } from 'react'
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

/** A browser that is never idle, on a slow or busy machine, loads them after this time. */
const LONGEST_WAIT_MS = 2000

/** Whether the page has loaded and the browser was idle since. */
let isIdle = false

function subscribe(listener: () => void): () => void {
  if (isIdle) return () => {}
  const notify = () => {
    isIdle = true
    listener()
  }
  const wait = () =>
    'requestIdleCallback' in window
      ? requestIdleCallback(notify, { timeout: LONGEST_WAIT_MS })
      : setTimeout(notify)
  if (document.readyState === 'complete') wait()
  else addEventListener('load', wait, { once: true })
  return () => removeEventListener('load', wait)
}

/**
 * A lost network must not replace the page and what is typed into it by an error. Browsers remember a
 * failed import, so the shortcuts are missing until the next load of a document.
 */
const Overlays = lazy<React.ComponentType>(() =>
  import('./overlays.tsx').then(
    ({ Overlays }) => ({ default: Overlays }),
    () => ({ default: () => null }),
  ),
)

/** The palette and the shortcuts, fetched when the page has loaded: no page needs them to be shown. */
export function DeferredOverlays() {
  const isReady = useSyncExternalStore(
    subscribe,
    () => isIdle,
    () => false,
  )
  return isReady ? (
    <Suspense fallback={null}>
      <Overlays />
    </Suspense>
  ) : null
}
