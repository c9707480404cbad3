// Changes of tools (spec 10 §5).
import { IDENTITY } from '../../shared/identity.ts'

/** By the kind of track_changes, in the order of the tabs. */
export const KINDS = {
  price: 'Price',
  license: 'License',
  major_version: 'New major version',
  archived: 'Archived',
  discontinued: 'Discontinued',
  back_to_life: 'Back to life',
} as const

export const title = 'Changes of Tools'
export const description =
  'New prices, licenses and major versions of software tools, and tools that ended or returned.'
export const intro =
  'What changed about tools in the last 30 days: prices, licenses, major versions, and tools that ended or returned.'
export const kinds = 'Kinds of changes'
export const all = 'All'
export const none = 'Nothing of this kind has changed in the last 30 days.'
export const historyOf = 'History<hidden> of {tool}</hidden>'

export const feedTitle = `Changes of tools on ${IDENTITY.name}`
/** @param kinds of {@link KINDS} */
export const entryTitle = (tool: string, kinds: readonly string[]) => `${tool}: ${kinds.join(', ')}`
export const entryLine = (label: string, before: string, after: string) =>
  `${label}: ${before} → ${after}`
