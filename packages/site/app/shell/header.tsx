import { Menu, Search, X } from 'lucide-react'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import { Link, NavLink } from 'react-router'
import { tabStore, toReadExpression } from '../data/browser-storage.ts'
import { useSession } from '../session/session.ts'
import { IDENTITY } from '../shared/identity.ts'
import { keysReady } from '../shortcuts/deferred-shortcuts.tsx'
import { toEarlyKeysScript } from '../shortcuts/early-keys.ts'
import { isApple } from '../shortcuts/read-keys.ts'
import * as shortcutWords from '../shortcuts/words.ts'
import { LinkButton } from '../ui/button.tsx'
import type { PhoneSearch as OpenPhoneSearch } from './phone-dialogs.tsx'
import { SearchBox } from './search-box.tsx'
import * as shellWords from './words.ts'

const BANNER_KEY = 'site.banner'

/** Runs before the first paint, so that a closed banner does not move the page. */
export const BANNER_SCRIPT = `if(${toReadExpression(BANNER_KEY, true)})document.documentElement.dataset.banner='closed'`

/** Visitors can close it until the browser's tab is closed. */
export function DemoBanner({ isLoading }: { isLoading: boolean }) {
  const close = () => {
    tabStore.setItem(BANNER_KEY, 'closed')
    document.documentElement.dataset.banner = 'closed'
  }
  return (
    <aside
      aria-label={shellWords.aboutData}
      className="relative border-b border-line bg-card px-10 py-1 text-center text-xs font-medium text-ink in-data-[banner=closed]:hidden"
    >
      {shellWords.demo}
      {isLoading ? `. ${shellWords.demoLoading}` : null}
      <button
        type="button"
        aria-label={shellWords.demoClose}
        className="absolute inset-y-0 right-1 grid w-9 place-items-center text-soft hover:text-ink noscript:hidden"
        onClick={close}
      >
        <X aria-hidden size={16} />
      </button>
    </aside>
  )
}

export const ICON_BUTTON = 'size-11 shrink-0 place-items-center rounded-control hover:bg-sunken'

type PhoneDialog = typeof OpenPhoneSearch

const loadDialogs = () => import('./phone-dialogs.tsx')
const PhoneSearch = lazy(() => loadDialogs().then((part) => ({ default: part.PhoneSearch })))
const SideMenu = lazy(() => loadDialogs().then((part) => ({ default: part.SideMenu })))

interface DialogButtonProps extends React.ComponentProps<PhoneDialog> {
  Dialog: ComponentType<React.ComponentProps<PhoneDialog>>
}

/** A button of small screens; its dialog is loaded when it is first opened. */
function DialogButton({ Dialog, trigger }: DialogButtonProps) {
  const [isWanted, setWanted] = useState(false)
  const button = (
    <button
      type="button"
      aria-label={trigger.label}
      aria-haspopup="dialog"
      className={trigger.className}
      onClick={() => setWanted(true)}
    >
      {trigger.icon}
    </button>
  )
  if (!isWanted) return button
  return (
    <Suspense fallback={button}>
      <Dialog trigger={trigger} />
    </Suspense>
  )
}

const SEARCH = {
  label: shellWords.searchOpen,
  className: `inline-grid ${ICON_BUTTON} md:hidden noscript:hidden`,
  icon: <Search aria-hidden size={20} />,
}
const MENU = {
  label: shellWords.headerOpenMenu,
  className: `inline-grid ${ICON_BUTTON} -mr-3 lg:hidden`,
  icon: <Menu aria-hidden size={20} />,
}

const SEARCH_BUTTON = `header button[aria-label="${shellWords.searchOpen}"]`

export const EARLY_KEYS_SCRIPT = toEarlyKeysScript(SEARCH_BUTTON)

/** Puts the cursor into the search box of the open dialog or of the header; on phones the latter opens. */
export function focusSearch(): void {
  const dialog = document.querySelector('[role=dialog], [role=alertdialog]')
  const box = (dialog ?? document.querySelector('header'))?.querySelector<HTMLInputElement>(
    '[role=search] input',
  )
  if (box?.getClientRects().length) box.focus()
  else if (!dialog) document.querySelector<HTMLButtonElement>(SEARCH_BUTTON)?.click()
}

// For members only, and pages are rendered signed out.
const AccountMenu = lazy(() => import('./account-menu.tsx'))

export function Header() {
  const areKeysReady = keysReady.use()
  const keys = areKeysReady ? shortcutWords.KEYS[isApple() ? 'apple' : 'other'] : null
  return (
    <header className="sticky top-0 z-40 h-14 border-b border-line bg-paper/90 backdrop-blur-md md:h-16">
      <div className="page flex h-full items-center gap-4 lg:gap-6">
        <Logo />
        <SearchBox
          label={shellWords.headerSearch}
          className="hidden max-w-xs min-w-55 flex-1 md:block"
          keys={keys && { label: keys.search, name: keys.name }}
          hasSuggestions
        />
        <nav
          aria-label={shellWords.headerMain}
          className="ml-auto hidden shrink-0 items-center gap-1 lg:flex"
        >
          {shellWords.MAIN_LINKS.map(({ to, label }) => (
            <NavLink
              key={to}
              to={to}
              className={({ isActive }) =>
                `inline-flex min-h-10 items-center rounded-control px-3 text-sm font-medium transition-colors hover:bg-sunken hover:text-ink ${isActive ? 'text-ink underline decoration-2 underline-offset-8' : 'text-soft'}`
              }
            >
              {label}
            </NavLink>
          ))}
        </nav>
        <div className="ml-auto flex shrink-0 items-center md:gap-2 lg:ml-0">
          {/* Without scripts the search is that of the listing. */}
          <Link
            to="/tools#search"
            aria-label={shellWords.searchOpen}
            className={`hidden ${ICON_BUTTON} max-md:noscript:inline-grid`}
          >
            {SEARCH.icon}
          </Link>
          <DialogButton Dialog={PhoneSearch} trigger={SEARCH} />
          <Viewer />
          <DialogButton Dialog={SideMenu} trigger={MENU} />
        </div>
      </div>
    </header>
  )
}

/** The link to the sign-in, or the account menu. */
function Viewer() {
  const { loading, user } = useSession()
  return (
    // As wide as the parts of a member, if the browser has a session.
    <div className="flex justify-end in-data-[session]:min-w-22">
      {user ? (
        <Suspense fallback={null}>
          <AccountMenu user={user} />
        </Suspense>
      ) : (
        <LinkButton
          to="/auth"
          className={`whitespace-nowrap max-md:min-h-11 max-md:bg-transparent max-md:px-2 max-md:text-ink max-md:hover:bg-sunken ${loading ? 'invisible in-data-[session]:hidden noscript:visible' : ''}`}
        >
          {shellWords.headerStart}
        </LinkButton>
      )}
    </div>
  )
}

/** @param isFarDown its picture is loaded lazily */
export function Logo({ isFarDown = false }: { isFarDown?: boolean }) {
  return (
    <Link
      to="/"
      // A long name gives way to the search, the menu and the sign-in.
      className="display relative inline-flex min-h-11 min-w-7 items-center gap-2 text-lg font-extrabold"
    >
      <img
        src="/icon.svg"
        alt=""
        width={28}
        height={28}
        loading={isFarDown ? 'lazy' : undefined}
        className="shrink-0"
      />
      <span
        className={isFarDown ? 'min-w-0 wrap-anywhere' : 'min-w-0 truncate max-[22.5rem]:sr-only'}
      >
        {IDENTITY.name}
      </span>
    </Link>
  )
}
