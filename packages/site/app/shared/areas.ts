import type { Area } from './area-table.ts'
import { IDENTITY } from './identity.ts'

/** Without the table of areas, which the browser does not need. */
export const isAreaOn = (area: Area): boolean => !IDENTITY.offAreas.includes(area)
