import { lazy, Suspense, useState } from 'react'
import { MENU_BUTTON, MenuIcon } from './menu-button.tsx'
import * as frameWords from './words/frame.ts'

const SideMenu = lazy(() => import('./side-menu.tsx'))

/** The button of small screens; what it opens is fetched when it is first wanted. */
export function MobileMenu() {
  const [isWanted, setWanted] = useState(false)
  const button = (
    <button
      type="button"
      aria-label={frameWords.headerOpenMenu}
      aria-haspopup="dialog"
      className={MENU_BUTTON}
      onClick={() => setWanted(true)}
    >
      <MenuIcon />
    </button>
  )
  if (!isWanted) return button
  return (
    <Suspense fallback={button}>
      <SideMenu />
    </Suspense>
  )
}
