// chunk: frame
import { Menu } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { NavLink } from 'react-router'
import { useKeysReady } from '../palette/overlay.ts'
import { PaletteHint } from '../palette/palette-hint.tsx'
import { useSession } from '../session/session.ts'
import { LinkButton } from '../ui/button.tsx'
import { Logo } from './logo.tsx'
import { SearchBox } from './search-box.tsx'
import * as shellWords from './words.ts'

const SideMenu = lazy(() => import('./side-menu.tsx'))

export const MENU_BUTTON =
  'inline-grid size-10 place-items-center rounded-control hover:bg-sunken lg:hidden'

export const MenuIcon = () => <Menu aria-hidden size={20} />

/** The menu button of small screens; the menu is loaded when it is first opened. */
function MobileMenu() {
  const [isWanted, setWanted] = useState(false)
  const button = (
    <button
      type="button"
      aria-label={shellWords.headerOpenMenu}
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

// For members only, and pages are rendered signed out.
const AccountMenu = lazy(() => import('./account-menu.tsx'))

export function Header() {
  const areKeysReady = useKeysReady()
  return (
    <header className="sticky top-0 z-40 border-b border-line bg-paper/90 backdrop-blur-md">
      <div className="page flex h-16 items-center gap-4 lg:gap-8">
        <Logo />
        <SearchBox
          label={shellWords.headerSearch}
          className="hidden max-w-xs flex-1 md:block"
          end={areKeysReady ? <PaletteHint /> : null}
          hasSuggestions
        />
        <nav
          aria-label={shellWords.headerMain}
          className="ml-auto hidden items-center gap-1 lg:flex"
        >
          {shellWords.MAIN_LINKS.map(({ to, label }) => (
            <NavLink
              key={to}
              to={to}
              className={({ isActive }) =>
                `inline-flex min-h-10 items-center rounded-control px-3 text-[0.9375rem] font-medium transition-colors hover:bg-sunken hover:text-ink ${isActive ? 'text-ink underline decoration-marker decoration-4 underline-offset-8' : 'text-soft'}`
              }
            >
              {label}
            </NavLink>
          ))}
        </nav>
        <div className="ml-auto flex items-center gap-2 lg:ml-0">
          <Viewer />
          <MobileMenu />
        </div>
      </div>
    </header>
  )
}

/** The link to the sign-in, or the account menu. */
function Viewer() {
  const { loading, user } = useSession()
  if (user) {
    return (
      <Suspense fallback={<span className="size-10 rounded-full bg-sunken" />}>
        <AccountMenu user={user} />
      </Suspense>
    )
  }
  return (
    <LinkButton to="/auth" className={loading ? 'invisible noscript:visible' : ''}>
      {shellWords.headerStart}
    </LinkButton>
  )
}
