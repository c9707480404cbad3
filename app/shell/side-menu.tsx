import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useState } from 'react'
import { NavLink } from 'react-router'
import { ThemeSwitch } from '../ui/theme/theme-switch.tsx'
import { MENU_BUTTON, MenuIcon } from './header.tsx'
import { SearchBox } from './search-box.tsx'
import * as shellWords from './words.ts'

/** The side menu of small screens repeats the links and the search (spec 1 §2). */
export default function SideMenu() {
  // This code is loaded because the menu was opened.
  const [isOpen, setOpen] = useState(true)
  const close = () => setOpen(false)
  return (
    <Dialog.Root open={isOpen} onOpenChange={setOpen}>
      <Dialog.Trigger aria-label={shellWords.headerOpenMenu} className={MENU_BUTTON}>
        <MenuIcon />
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="shade" />
        <Dialog.Popup className="fixed inset-y-0 right-0 z-50 flex w-80 max-w-[85vw] flex-col gap-4 overflow-y-auto border-l border-line bg-paper p-4">
          <div className="flex items-center justify-between">
            <Dialog.Title className="display text-lg">{shellWords.sideMenuTitle}</Dialog.Title>
            <Dialog.Close
              aria-label={shellWords.sideMenuClose}
              className="inline-grid size-10 place-items-center rounded-control hover:bg-sunken"
            >
              <X aria-hidden size={20} />
            </Dialog.Close>
          </div>
          <SearchBox label={shellWords.sideMenuSearch} onSearch={close} />
          <nav aria-label={shellWords.sideMenuLinks} className="grid">
            {[...shellWords.MAIN_LINKS, ...shellWords.MORE_LINKS].map(({ to, label }) => (
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
