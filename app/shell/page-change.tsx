import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import * as uiWords from '../ui/words.ts'
import { useServiceWorker } from './use-service-worker.ts'

/** The title and parts of a page change within this time after its URL. */
const SETTLED_MS = 150

/** A navigation that takes longer is announced. */
const LONG_MS = 1000

/** Shows that a page is loading, announces the next page's title, and lets pages open offline. */
export function PageChange() {
  const { pathname } = useLocation()
  const { state } = useNavigation()
  const [title, setTitle] = useState('')
  const shown = useRef(pathname)
  useServiceWorker()

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
