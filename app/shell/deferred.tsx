import { lazy, Suspense, useSyncExternalStore } from 'react'
import type { DeferredPart } from './deferred-parts.tsx'

/** Whether the page has loaded and the browser was idle since. */
let isIdle = false

function subscribe(listener: () => void): () => void {
  if (isIdle) return () => {}
  const notify = () => {
    isIdle = true
    listener()
  }
  const wait = () =>
    'requestIdleCallback' in window ? requestIdleCallback(notify) : setTimeout(notify)
  if (document.readyState === 'complete') wait()
  else addEventListener('load', wait, { once: true })
  return () => removeEventListener('load', wait)
}

const DeferredParts = lazy(() => import('./deferred-parts.tsx'))

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
