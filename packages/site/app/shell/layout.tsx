import { useEffect, useRef, useState } from 'react'
import { Outlet, useLocation, useNavigation, useRouteLoaderData } from 'react-router'
import type { loader as rootLoader } from '../root.tsx'
import { DeferredShortcuts } from '../shortcuts/deferred-shortcuts.tsx'
import { ErrorFallback } from '../ui/feedback/notice.tsx'
import * as uiWords from '../ui/words.ts'
import { Footer } from './footer.tsx'
import { DemoBanner, focusSearch, Header } from './header.tsx'
import * as shellWords from './words.ts'

/** The title and parts of a page change within this time after its URL. */
const SETTLED_MS = 150

/** A navigation that takes longer is announced. */
const LONG_MS = 1000

/** Shows that a page is loading, and announces the next page's title. */
export function PageChange() {
  const { pathname } = useLocation()
  const { state } = useNavigation()
  const [title, setTitle] = useState('')
  const shown = useRef(pathname)

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
      {root?.hasDemoContent ? <DemoBanner isLoading={root.isDemoLoading} /> : null}
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
