import { Menu } from 'lucide-react'

export const MENU_BUTTON =
  'inline-grid size-10 place-items-center rounded-control hover:bg-sunken lg:hidden'

export function MenuIcon() {
  return <Menu aria-hidden size={20} />
}
