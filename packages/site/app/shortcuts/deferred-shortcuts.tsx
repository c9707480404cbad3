import { lazy, Suspense, useSyncExternalStore } from 'react'
import { createStore } from '../data/create-store.ts'
import type { ShortcutKeysProps } from './shortcut-keys.tsx'

/** Whether the list of shortcuts is open, or will be as soon as its code has arrived. */
export const shortcutList = createStore(false)

/** Whether the shortcuts work: their code is fetched when the page has loaded. */
export const keysReady = createStore(false)

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
const ShortcutKeys = lazy<React.ComponentType<ShortcutKeysProps>>(() =>
  import('./shortcut-keys.tsx').then(
    ({ ShortcutKeys }) => ({ default: ShortcutKeys }),
    () => ({ default: () => null }),
  ),
)

/** The keyboard shortcuts, fetched when the page has loaded: no page needs them to be shown. */
export function DeferredShortcuts(props: ShortcutKeysProps) {
  const isReady = useSyncExternalStore(
    subscribe,
    () => isIdle,
    () => false,
  )
  return isReady ? (
    <Suspense fallback={null}>
      <ShortcutKeys {...props} />
    </Suspense>
  ) : null
}
