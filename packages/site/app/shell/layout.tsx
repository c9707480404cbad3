import { useContext, useEffect, useRef, useState } from 'react'
import {
  createPath,
  Outlet,
  UNSAFE_DataRouterContext,
  useLocation,
  useNavigation,
  useRouteLoaderData,
} from 'react-router'
import { logFailure } from '../data/command-error.ts'
import type { loader as rootLoader } from '../root.tsx'
import { useSession } from '../session/session.ts'
import { DeferredShortcuts } from '../shortcuts/deferred-shortcuts.tsx'
import { ErrorFallback } from '../ui/feedback/notice.tsx'
import * as uiWords from '../ui/words.ts'
import { Footer } from './footer.tsx'
import { DemoBanner, focusSearch, Header } from './header.tsx'
import * as shellWords from './words.ts'

/** The cache of pages in app/offline/service-worker.js. */
const PAGES = 'toolmark-pages'

/** Lets the site open without a network; in development nothing is cached. */
function useServiceWorker(): void {
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

/** The title and parts of a page change within this time after its URL. */
const SETTLED_MS = 150

/** A navigation that takes longer is announced. */
const LONG_MS = 1000

/**
 * The router reloads the present page if the clicked one's script is gone, as after a new build. The
 * clicked page is loaded instead, where the browser has the Navigation API.
 */
function useLostScripts(): void {
  // A script may fail before React renders the state of `useNavigation`.
  const router = useContext(UNSAFE_DataRouterContext)?.router

  useEffect(() => {
    if (!('navigation' in window)) return
    const loadClicked = (event: NavigateEvent) => {
      const clicked = router?.state.navigation.location
      if (event.navigationType !== 'reload' || event.userInitiated || !clicked) return
      event.preventDefault()
      location.assign(createPath(clicked))
    }
    navigation.addEventListener('navigate', loadClicked)
    return () => navigation.removeEventListener('navigate', loadClicked)
  }, [router])
}

/** Shows that a page is loading, announces the next page's title, and lets pages open offline. */
export function PageChange() {
  const { pathname } = useLocation()
  const { state } = useNavigation()
  const [title, setTitle] = useState('')
  const shown = useRef(pathname)
  useServiceWorker()
  useLostScripts()

  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    const timer = setTimeout(() => {
      setTitle(document.title)
      // The clicked link has disappeared with the focus: the next Tab starts in the page.
      if (document.activeElement === document.body) {
        document.getElementById('content')?.focus({ preventScroll: true })
      }
    }, SETTLED_MS)
    return () => clearTimeout(timer)
  }, [pathname])

  useEffect(() => {
    if (state !== 'loading') return
    const timer = setTimeout(() => setTitle(uiWords.loading), LONG_MS)
    return () => {
      clearTimeout(timer)
      setTitle((announced) => (announced === uiWords.loading ? '' : announced))
    }
  }, [state])

  return (
    <>
      <p aria-live="polite" className="sr-only">
        {title}
      </p>
      {state === 'idle' ? null : <div aria-hidden className="on-its-way" />}
    </>
  )
}

function Shell({ children }: { children: React.ReactNode }) {
  const root = useRouteLoaderData<typeof rootLoader>('root')
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:bg-card focus:p-3"
      >
        {shellWords.skip}
      </a>
      {root?.hasDemoContent ? <DemoBanner /> : null}
      <Header />
      <main id="content" tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      <Footer />
      <DeferredShortcuts onSearch={focusSearch} />
      <PageChange />
    </div>
  )
}

export default function ShellLayout() {
  return (
    <Shell>
      <Outlet />
    </Shell>
  )
}

export function ErrorBoundary() {
  return (
    <Shell>
      <ErrorFallback />
    </Shell>
  )
}
