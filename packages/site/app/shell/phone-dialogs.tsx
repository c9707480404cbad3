import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { readReviewedCapabilities } from '../capabilities/read-capabilities.ts'
import { UseLinks } from '../capabilities/use-links.tsx'
import { useRead } from '../data/query.ts'
import { clearRecent, readRecent } from '../search/recent.ts'
import * as searchWords from '../search/words.ts'
import { getReader, useSession } from '../session/session.ts'
import { LinkButton, TextButton } from '../ui/button.tsx'
import { ThemeSwitch } from '../ui/theme/theme.tsx'
import { ICON_BUTTON } from './header.tsx'
import { SearchBox } from './search-box.tsx'
import * as shellWords from './words.ts'

const LINK = 'block rounded-control px-3 py-3 hover:bg-sunken'

interface PhoneDialogProps {
  /** The button that opens it. */
  trigger: { label: string; className: string; icon: React.ReactNode }
  title: string
  close: string
  className: string
  /** Whether its search field has the focus at first. */
  isSearch?: boolean
  children: React.ReactNode
}

/** A dialog of the header on small screens. It closes when another page opens. */
function PhoneDialog({ trigger, title, close, className, isSearch, children }: PhoneDialogProps) {
  const { key } = useLocation()
  const popup = useRef<HTMLDivElement>(null)
  // This code is loaded because the dialog was opened.
  const [openedAt, setOpenedAt] = useState<string | null>(key)
  // Back leads to the same key again.
  if (openedAt !== null && openedAt !== key) setOpenedAt(null)
  return (
    <Dialog.Root
      open={openedAt === key}
      onOpenChange={(isOpen, { reason, event }) => {
        // Escape in the field closes its suggestions first.
        if (reason === 'escape-key' && event.defaultPrevented) return
        setOpenedAt(isOpen ? key : null)
      }}
    >
      <Dialog.Trigger aria-label={trigger.label} className={trigger.className}>
        {trigger.icon}
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="shade" />
        <Dialog.Popup
          ref={popup}
          initialFocus={isSearch ? () => popup.current?.querySelector('input') : undefined}
          className={`fixed inset-y-0 right-0 z-50 flex flex-col gap-4 overflow-y-auto bg-paper p-4 ${className}`}
        >
          <div className="-mt-2 flex items-center justify-between">
            <Dialog.Title className="display text-lg">{title}</Dialog.Title>
            <Dialog.Close aria-label={close} className={`inline-grid ${ICON_BUTTON} -mr-3`}>
              <X aria-hidden size={20} />
            </Dialog.Close>
          </div>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** The side menu of small screens repeats the links and the search (spec 1 §2). */
export function SideMenu({ trigger }: Pick<PhoneDialogProps, 'trigger'>) {
  return (
    <PhoneDialog
      trigger={trigger}
      title={shellWords.sideMenuTitle}
      close={shellWords.sideMenuClose}
      className="w-80 max-w-[85vw] border-l border-line"
    >
      <SearchBox label={shellWords.sideMenuSearch} hasSuggestions />
      <nav aria-label={shellWords.sideMenuLinks}>
        {[...shellWords.MAIN_LINKS, ...shellWords.MORE_LINKS].map(({ to, label }) => (
          <NavLink key={to} to={to} className={LINK}>
            {label}
          </NavLink>
        ))}
      </nav>
      <div className="mt-auto">
        <ThemeSwitch />
      </div>
    </PhoneDialog>
  )
}

/** The search of phones, over the whole screen. */
export function PhoneSearch({ trigger }: Pick<PhoneDialogProps, 'trigger'>) {
  return (
    <PhoneDialog
      trigger={trigger}
      title={shellWords.searchTitle}
      close={shellWords.searchClose}
      className="w-full"
      isSearch
    >
      <SearchBox label={shellWords.headerSearch} hasSuggestions />
      <RecentSearches />
      <PopularUses />
      <LinkButton to="/categories" look="secondary" className="min-h-11">
        {shellWords.searchBrowse}
      </LinkButton>
    </PhoneDialog>
  )
}

const USES_SHOWN = 8

function PopularUses() {
  const { data } = useRead(['popular uses'], async () =>
    readReviewedCapabilities(await getReader()),
  )
  return (
    <UseLinks uses={data?.slice(0, USES_SHOWN) ?? []} className="flex-wrap max-sm:*:*:min-h-11" />
  )
}

function RecentSearches() {
  const { user } = useSession()
  const [recent, setRecent] = useState(() => readRecent(user?.id))
  if (recent.length === 0) return null
  return (
    <section aria-label={searchWords.recent}>
      <div className="flex items-center justify-between text-sm">
        <h3 className="text-xs font-semibold text-soft">{searchWords.recent}</h3>
        <TextButton
          onClick={() => {
            clearRecent(user?.id)
            setRecent([])
          }}
        >
          {searchWords.forget}
        </TextButton>
      </div>
      <ul>
        {recent.map(({ to, label }) => (
          <li key={to}>
            <Link to={to} className={`${LINK} -mx-3 wrap-anywhere`}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
