import { lazy, Suspense } from 'react'
import { NavLink } from 'react-router'
import { useSession } from '../session/session.ts'
import { LinkButton } from '../ui/button.tsx'
import { Deferred } from './deferred.tsx'
import { Logo } from './logo.tsx'
import { MobileMenu } from './mobile-menu.tsx'
import { SearchBox } from './search-box.tsx'
import * as frameWords from './words/frame.ts'
import * as linksWords from './words/links.ts'

// For members only, and pages are rendered signed out.
const AccountMenu = lazy(() => import('./account-menu.tsx'))

export function Header() {
  return (
    <header className="sticky top-0 z-40 border-b border-line bg-paper/90 backdrop-blur-md">
      <div className="page flex h-16 items-center gap-4 lg:gap-8">
        <Logo />
        <SearchBox
          label={frameWords.headerSearch}
          className="hidden max-w-xs flex-1 md:block"
          end={<Deferred part="hint" />}
          hasSuggestions
        />
        <nav
          aria-label={frameWords.headerMain}
          className="ml-auto hidden items-center gap-1 lg:flex"
        >
          {linksWords.MAIN_LINKS.map(({ to, label }) => (
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
      {frameWords.headerStart}
    </LinkButton>
  )
}
