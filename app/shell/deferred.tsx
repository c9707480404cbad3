import { type ComponentType, lazy, Suspense, useSyncExternalStore } from 'react'
import type { DeferredPart } from './deferred-parts.tsx'

/** A browser that is never idle, on a slow or busy machine, loads the parts after this time. */
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
 * failed import, so the parts are missing until the next load of a document.
 */
const DeferredParts = lazy<ComponentType<{ part: DeferredPart }>>(() =>
  import('./deferred-parts.tsx').catch(() => ({ default: () => null })),
)

/** A part of the shell that is fetched when the page has loaded: no page needs it to be shown. */
export function Deferred({ part }: { part: DeferredPart }) {
  const isReady = useSyncExternalStore(
    subscribe,
    () => isIdle,
    () => false,
  )
  return isReady ? (
    <Suspense fallback={null}>
      <DeferredParts part={part} />
    </Suspense>
  ) : null
}
