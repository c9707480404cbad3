import { IDENTITY } from '../shared/identity.ts'
import { NOTATION } from './notation.ts'

// The days of this site are UTC's, one for everyone: so server and browser write the same.
export const daySaid = (forms: readonly string[], date: Date): string =>
  (forms[date.getUTCMonth()] ?? '')
    .replace('{d}', String(date.getUTCDate()))
    .replace('{y}', String(date.getUTCFullYear()))

/**
 * The day of a timestamp, or a day as "yyyy-MM-dd", as "MMM d, yyyy" (spec 2 §9). What is no day
 * is shown as it is: a page must not fail for it.
 */
export function formatDay(timestamp: string): string {
  const date = new Date(timestamp)
  return Number.isNaN(date.getTime()) ? timestamp : daySaid(NOTATION.days, date)
}

/** The month of a timestamp, or of a day as "yyyy-MM-dd": `Nov 2026`, or `November 2026` in full. */
export function formatMonth(timestamp: string, length: 'short' | 'long' = 'short'): string {
  return daySaid(NOTATION.months[length], new Date(timestamp))
}

/** Day and time of a timestamp where its reader is, so only for what a browser alone renders. */
export function formatTime(timestamp: string): string {
  const options = { dateStyle: 'medium', timeStyle: 'short' } as const
  return new Intl.DateTimeFormat(IDENTITY.locale, options).format(new Date(timestamp))
}

/** Today as "yyyy-MM-dd". */
export const today = () => new Date().toISOString().slice(0, 10)

/** Whether a text is a day as "yyyy-MM-dd" that the calendar has. */
export function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text
}
