import { useEffect, useRef } from 'react'
import { logFailure } from '../data/command-error.ts'
import { useSession } from '../session/session.ts'

/** The cache of pages in app/offline/service-worker.js. */
const PAGES = 'toolmark-pages'

/** Lets the site open without a network; in development nothing is cached. */
export function useServiceWorker(): void {
  const { user } = useSession()
  const wasSignedIn = useRef(false)

  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
    // Without the worker the site works, only not offline. If site data is blocked, reading the
    // property may throw.
    const register = async () => navigator.serviceWorker.register('/service-worker.js')
    register().catch(() => {})
    addEventListener('click', loadLinkAsDocument, { capture: true })
    return () => removeEventListener('click', loadLinkAsDocument, { capture: true })
  }, [])

  useEffect(() => {
    // The pages are public, but the next user of this browser must not see which were read.
    const removePages = async () => caches.delete(PAGES)
    if (wasSignedIn.current && !user && 'caches' in window) removePages().catch(logFailure)
    wasSignedIn.current = user !== null
  }, [user])
}

/** The worker caches documents only, so offline a link has to load one. */
function loadLinkAsDocument(event: MouseEvent): void {
  if (navigator.onLine || !navigator.serviceWorker.controller) return
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!isPlain || !link || link.target || link.origin !== location.origin || link.hash) return
  event.preventDefault()
  event.stopPropagation()
  location.assign(link.href)
}
