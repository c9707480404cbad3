import { INTERFACE_LOCALE } from '../../shared/languages.ts'

/** Days are UTC days, so that the server and every browser format them equally. */
const createFormat = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(INTERFACE_LOCALE, {
    ...options,
    timeZone: 'UTC',
    calendar: 'gregory',
    numberingSystem: 'latn',
  })
const DAY = createFormat({ year: 'numeric', month: 'short', day: 'numeric' })
const MONTHS = {
  short: createFormat({ year: 'numeric', month: 'short' }),
  long: createFormat({ year: 'numeric', month: 'long' }),
}

/** @param timestamp is returned unchanged if it is none, so that the page does not fail */
function format(timestamp: string, { format }: Intl.DateTimeFormat): string {
  const date = new Date(timestamp)
  return Number.isNaN(date.getTime()) ? timestamp : format(date)
}

/**
 * Formats a day as "MMM d, yyyy" (spec 2 §9).
 * @param timestamp or a day as "yyyy-MM-dd"
 */
export const formatDay = (timestamp: string): string => format(timestamp, DAY)

/**
 * Formats a month as "Nov 2026" or "November 2026".
 * @param timestamp or a day as "yyyy-MM-dd"
 */
export const formatMonth = (timestamp: string, length: keyof typeof MONTHS = 'short'): string =>
  format(timestamp, MONTHS[length])

/** Formats day and time in the browser's time zone; only for parts that the server does not render. */
export function formatTime(timestamp: string): string {
  const options = { dateStyle: 'medium', timeStyle: 'short' } as const
  return new Intl.DateTimeFormat(INTERFACE_LOCALE, options).format(new Date(timestamp))
}

/** The current UTC day as "yyyy-MM-dd". */
export const today = () => new Date().toISOString().slice(0, 10)
