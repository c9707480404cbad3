import { useEffect } from 'react'
import { createPath, type DataRouter } from 'react-router'

declare global {
  /** Of React Router. */
  var __reactRouterDataRouter: DataRouter | undefined
}

/**
 * React Router reloads the present page if the script of a clicked one is gone, as after an upgrade. In browsers with the
 * Navigation API the clicked page loads instead.
 */
export function useClickedPage(): void {
  useEffect(() => {
    globalThis.navigation?.addEventListener('navigate', replaceReload)
    return () => globalThis.navigation?.removeEventListener('navigate', replaceReload)
  }, [])
}

function replaceReload(event: NavigateEvent): void {
  const clicked = globalThis.__reactRouterDataRouter?.state.navigation.location
  if (event.navigationType !== 'reload' || !clicked || !event.cancelable) return
  event.preventDefault()
  location.assign(createPath(clicked))
}
