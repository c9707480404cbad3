import { IDENTITY } from '../../shared/identity.ts'
import { NOTATION } from './notation.ts'

// The site's days are UTC days, so that the server and every browser write the same.
export const formatDate = (forms: readonly string[], date: Date): string =>
  (forms[date.getUTCMonth()] ?? '')
    .replace('{d}', String(date.getUTCDate()))
    .replace('{y}', String(date.getUTCFullYear()))

/**
 * The day of a timestamp, or a day as "yyyy-MM-dd", as "MMM d, yyyy" (spec 2 §9). A text that is no
 * day is returned as it is: a page must not fail because of it.
 */
export function formatDay(timestamp: string): string {
  const date = new Date(timestamp)
  return Number.isNaN(date.getTime()) ? timestamp : formatDate(NOTATION.days, date)
}

/** The month of a timestamp, or of a day as "yyyy-MM-dd": `Nov 2026`, or `November 2026` in full. */
export function formatMonth(timestamp: string, length: 'short' | 'long' = 'short'): string {
  return formatDate(NOTATION.months[length], new Date(timestamp))
}

/** Day and time in the browser's time zone; only for parts that the server does not render. */
export function formatTime(timestamp: string): string {
  const options = { dateStyle: 'medium', timeStyle: 'short' } as const
  return new Intl.DateTimeFormat(IDENTITY.locale, options).format(new Date(timestamp))
}

/** Today as "yyyy-MM-dd". */
export const today = () => new Date().toISOString().slice(0, 10)

/** Whether a text is an existing day as "yyyy-MM-dd". */
export function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text
}
