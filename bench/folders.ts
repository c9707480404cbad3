import { join } from 'node:path'

/** Folder of the repository. */
export const ROOT = join(import.meta.dirname, '..')

/** Folder of the site. */
export const SITE = join(ROOT, 'packages', 'site')
