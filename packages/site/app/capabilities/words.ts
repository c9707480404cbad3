import { formatCount, pluralize } from '../ui/format/numbers.ts'

export const linksLabel = 'Popular uses'
export const listTitle = 'What tools are used for'
export const listDescription = 'All uses of the listed tools, by category.'
export const listCount = (tools: number) =>
  pluralize(tools, { one: '{n} tool', other: '{n} tools' }, formatCount(tools))
export const listUses = (uses: number) =>
  pluralize(uses, { one: '{n} use', other: '{n} uses' }, formatCount(uses))
export const listNone = 'No uses are listed yet.'

export const pageDescription = (name: string, description: string) =>
  description || `Software tools for ${name.toLowerCase()}, the best rated first.`
export const pageAlsoKnown = (synonyms: readonly string[]) => `Also called ${synonyms.join(', ')}.`
export const pageRelated = 'Goes with'
export const pageAll = 'All uses'
export const pageNone = 'No tool is listed for this use yet.'
export const missing = 'Use Not Found'
export const missingText = 'This use is not in the list. It may have been renamed.'
