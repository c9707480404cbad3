import { Menu } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import * as frameWords from './words/frame.ts'

const SideMenu = lazy(() => import('./side-menu.tsx'))

export const MENU_BUTTON =
  'inline-grid size-10 place-items-center rounded-control hover:bg-sunken lg:hidden'

export const MenuIcon = () => <Menu aria-hidden size={20} />

/** The menu button of small screens; the menu is loaded when it is first opened. */
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
