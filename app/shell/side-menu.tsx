import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useState } from 'react'
import { NavLink } from 'react-router'
import { ThemeSwitch } from '../ui/theme/theme-switch.tsx'
import { MENU_BUTTON, MenuIcon } from './mobile-menu.tsx'
import { SearchBox } from './search-box.tsx'
import * as frameWords from './words/frame.ts'
import * as linksWords from './words/links.ts'
import * as menuWords from './words/menus.ts'

/** The side menu of small screens repeats the links and the search (spec 1 §2). */
export default function SideMenu() {
  // This code is loaded because the menu was opened.
  const [isOpen, setOpen] = useState(true)
  const close = () => setOpen(false)
  return (
    <Dialog.Root open={isOpen} onOpenChange={setOpen}>
      <Dialog.Trigger aria-label={frameWords.headerOpenMenu} className={MENU_BUTTON}>
        <MenuIcon />
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="shade" />
        <Dialog.Popup className="fixed inset-y-0 right-0 z-50 flex w-80 max-w-[85vw] flex-col gap-4 overflow-y-auto border-l border-line bg-paper p-4">
          <div className="flex items-center justify-between">
            <Dialog.Title className="display text-lg">{menuWords.sideMenuTitle}</Dialog.Title>
            <Dialog.Close
              aria-label={menuWords.sideMenuClose}
              className="inline-grid size-10 place-items-center rounded-control hover:bg-sunken"
            >
              <X aria-hidden size={20} />
            </Dialog.Close>
          </div>
          <SearchBox label={menuWords.sideMenuSearch} onSearch={close} />
          <nav aria-label={menuWords.sideMenuLinks} className="grid">
            {[...linksWords.MAIN_LINKS, ...linksWords.MORE_LINKS].map(({ to, label }) => (
              <NavLink
                key={to}
                to={to}
                onClick={close}
                className="rounded-control px-3 py-3 hover:bg-sunken"
              >
                {label}
              </NavLink>
            ))}
          </nav>
          <div className="mt-auto">
            <ThemeSwitch />
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
