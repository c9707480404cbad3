import { lazy, Suspense, useSyncExternalStore } from 'react'
import type { Extra } from './extras.tsx'

/** Whether the page has been shown, and the machine has time for what nobody has asked for yet. */
let isLater = false

function subscribe(listener: () => void): () => void {
  if (isLater) return () => {}
  const tell = () => {
    isLater = true
    listener()
  }
  const wait = () =>
    'requestIdleCallback' in window ? requestIdleCallback(tell) : setTimeout(tell)
  if (document.readyState === 'complete') wait()
  else addEventListener('load', wait, { once: true })
  return () => removeEventListener('load', wait)
}

/** What is fetched when the page has been shown: nobody waits for it. */
const Extras = lazy(() => import('./extras.tsx'))

export function Later({ part }: { part: Extra }) {
  const isNow = useSyncExternalStore(
    subscribe,
    () => isLater,
    () => false,
  )
  return isNow ? (
    <Suspense fallback={null}>
      <Extras part={part} />
    </Suspense>
  ) : null
}
