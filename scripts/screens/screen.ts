import type { Page } from 'playwright-core'
import type { Member } from './members.ts'

export interface Screen {
  name: string
  /** The path, or a function of the member that owns the content. */
  path: string | ((member: Member) => string)
  /** The member that is signed in; without it, a visitor. */
  as?: 'newcomer' | 'regular' | 'staff'
  /** Whether the site has no content. */
  isEmpty?: boolean
  /** How the backend fails while the screen is opened. */
  backend?: 'silent' | 'failing'
  /** Whether a dialog is open: then the picture shows the viewport and not the whole page. */
  isCovered?: boolean
  /** Brings the page into the state of the picture. */
  prepare?: (page: Page, width: number) => Promise<void>
}

/** @param paths separated by spaces, without the first slash: the names of the screens */
export const listScreens = (paths: string, as?: Screen['as']): Screen[] =>
  paths.split(' ').map((name) => ({ name, path: `/${name}`, ...(as && { as }) }))
