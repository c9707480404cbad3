import type { Page } from 'playwright-core'
import type { Member } from './members.ts'

export interface Screen {
  name: string
  /** Where it is; as `path` of a member who owns what it shows. */
  path: string | ((member: Member) => string)
  /** Who looks; without it, a visitor. */
  as?: 'newcomer' | 'regular'
  /** On a site without any content. */
  isEmpty?: boolean
  /** What the backend does while the screen is opened; without it, it answers. */
  backend?: 'silent' | 'failing'
  /** Something stands before the page: what is seen at once is photographed, not the whole page. */
  isCovered?: boolean
  /** Brings the page into the state to be shown. */
  prepare?: (page: Page, width: number) => Promise<void>
}
