// Texts of lists that the catalog comes from (spec 4 §6).
import { formatDay } from '../../ui/format/day.ts'
import { formatCount } from '../../ui/format/numbers.ts'

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
