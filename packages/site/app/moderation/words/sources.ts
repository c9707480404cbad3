// Texts of lists that the catalog comes from (spec 4 §6).
import { formatDay } from '../../ui/format/day.ts'
import { formatCount, pluralize } from '../../ui/format/numbers.ts'

interface Counted {
  created: number
  updated: number
  unchanged: number
  duplicate: number
  invalid: number
  kept: number
}

export const counted = (
  { created, updated, unchanged, duplicate, invalid }: Counted,
  gone: number,
  isDryRun: boolean,
) =>
  `${[
    `${formatCount(created)} new`,
    `${formatCount(updated)} changed`,
    `${formatCount(unchanged)} unchanged`,
    `${formatCount(gone)} gone`,
    ...(duplicate > 0 ? [`${formatCount(duplicate)} repeated`] : []),
    ...(invalid > 0 ? [`${formatCount(invalid)} refused`] : []),
  ].join(', ')}.${isDryRun ? ' Nothing has been saved.' : ''}`

/** A short name of a list: its host and path, or its file. */
export function nameSource(address: string): string {
  const { host, pathname } = URL.parse(address) ?? { host: '', pathname: address }
  return host === ''
    ? (address.split(/[\\/]/).at(-1) ?? address)
    : `${host}${pathname}`.replace(/\/$/, '')
}

export const notIn = (address: string, since: string) =>
  `Not in ${nameSource(address)} since ${formatDay(since)}`
export const notUnderstood = (count: number) => `Not understood, ${formatCount(count)}:`

export const title = 'Lists'
export const description = 'The lists that the tools of this site come from.'
export const intro =
  'A list of tools becomes part of the catalog: Markdown, CSV, JSON, YAML, publiccode.yml or the open data of another site. Nothing is saved before you have seen what would change.'
export const formTitle = 'Read a list'
export const address = 'Address *'
export const addressHint = 'Of the file itself, such as https://lists.example/README.md.'
export const kind = 'Kind'
export const KINDS = [
  ['', 'As its name says'],
  ['markdown', 'Markdown list'],
  ['csv', 'CSV'],
  ['json', 'JSON'],
  ['jsonl', 'JSON Lines'],
  ['yaml', 'YAML'],
  ['publiccode', 'publiccode or CodeMeta'],
  ['dump', 'Open data of a site like this'],
] as const
export const read = 'Read the list'
export const reading = 'Reading…'
export const choose = 'Choose a file'
export const tooLarge = 'The file is too large: 10 MB at most.'

export const mappingTitle = (name: string) => `What becomes of ${name}`
interface Found {
  rows: readonly unknown[]
  categories: readonly unknown[]
  capabilities: readonly unknown[]
  attributes: readonly unknown[]
}
export const found = ({ rows, categories, capabilities, attributes }: Found) =>
  [
    pluralize(rows.length, { one: '{n} tool', other: '{n} tools' }),
    pluralize(categories.length, { one: '{n} new category', other: '{n} new categories' }),
    pluralize(capabilities.length, { one: '{n} new use', other: '{n} new uses' }),
    pluralize(attributes.length, { one: '{n} new attribute', other: '{n} new attributes' }),
  ].join(', ')
export const becomes = (column: string) => `What ${column} becomes`
export const leftOut = 'Left out'
export const asField = (field: string) => `Field: ${field}`
export const asAttribute = (kindLabel: string) => `Attribute: ${kindLabel.toLowerCase()}`
export const every = 'Read it again'
export const EVERY = [
  ['', 'Never'],
  ['1 day', 'Every day'],
  ['1 week', 'Every week'],
  ['1 month', 'Every month'],
] as const
export const check = 'Show what would change'
export const write = (count: number) =>
  count === 0
    ? 'Save the list'
    : pluralize(count, { one: 'Save {n} tool', other: 'Save {n} tools' })

export const titled = (text: string, count: number) => `${text} (${formatCount(count)})`
export const changesTitle = 'Tools'
export const goneTitle = 'Not in the list any more'
export const reportTitle = 'Not understood, or kept'

export const listTitle = 'Lists of this site'
export const none = 'The catalog comes from no list.'
export const detail = (kindName: string, interval: string | null, day: string | null) =>
  [
    KINDS.find(([name]) => name === kindName)?.[1] ?? kindName,
    day ? `read on ${day}` : 'not read yet',
    interval && `again every ${interval.replace(/^1 /, '')}`,
  ]
    .filter(Boolean)
    .join(', ')
/** @param last what the database keeps of a read */
export function result(last: unknown): string {
  if (typeof last !== 'object' || last === null) return ''
  if ('error' in last) return `The last attempt failed: ${last.error}`
  const counts = last as Partial<Counted>
  return [
    `${formatCount(counts.created ?? 0)} new`,
    `${formatCount(counts.updated ?? 0)} changed`,
    `${formatCount(counts.unchanged ?? 0)} unchanged`,
  ].join(', ')
}
export const goneCount = (count: number) =>
  pluralize(count, {
    one: '{n} tool is not in it any more',
    other: '{n} tools are not in it any more',
  })
export const readAgain = 'Read again<hidden>: {name}</hidden>'
export const remove = 'Remove<hidden> {name}</hidden>'
export const removeTitle = (name: string) => `Remove ${name}?`
export const removeText = 'Its tools stay. The site does not read the list again.'
export const removeConfirm = 'Remove the list'
export const removed = (name: string) => `${name} is removed.`
