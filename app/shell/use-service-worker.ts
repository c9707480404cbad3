import { useEffect, useRef } from 'react'
import { useSession } from '../session/session.ts'

/** The cache of pages in app/offline/service-worker.js. */
const PAGES = 'toolmark-pages'

/** What makes the site open without a network; in development nothing may be kept. */
export function useServiceWorker(): void {
  const { user } = useSession()
  const wasSignedIn = useRef(false)

  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
    // Where it may not be had the site works as ever.
    navigator.serviceWorker.register('/service-worker.js').catch(() => {})
    addEventListener('click', leaveByDocument, { capture: true })
    return () => removeEventListener('click', leaveByDocument, { capture: true })
  }, [])

  useEffect(() => {
    // The pages are public, but which of them somebody read is not for the next one to see.
    if (wasSignedIn.current && !user && 'caches' in window) void caches.delete(PAGES)
    wasSignedIn.current = user !== null
  }, [user])
}

/** Without a network only whole pages are kept, so a link is followed as one. */
function leaveByDocument(event: MouseEvent): void {
  if (navigator.onLine || !navigator.serviceWorker.controller) return
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!isPlain || !link || link.target || link.origin !== location.origin || link.hash) return
  event.preventDefault()
  event.stopPropagation()
  location.assign(link.href)
}
