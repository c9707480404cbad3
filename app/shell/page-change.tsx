import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import * as uiWords from '../ui/words.ts'

/** A page has its title and its parts this long after its address, in milliseconds. */
const SETTLED = 150

/** Who waits longer is told so, in milliseconds. */
const LONG = 1000

/** Shows that a page is on its way, and tells who cannot see it that another one has come. */
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
      // The link that was followed has gone, and the focus with it: the next Tab begins in the page.
      if (document.activeElement === document.body) {
        document.getElementById('content')?.focus({ preventScroll: true })
      }
    }, SETTLED)
    return () => clearTimeout(timer)
  }, [pathname])

  useEffect(() => {
    if (state !== 'loading') return
    const timer = setTimeout(() => setTitle(uiWords.loading), LONG)
    return () => {
      clearTimeout(timer)
      setTitle((said) => (said === uiWords.loading ? '' : said))
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
