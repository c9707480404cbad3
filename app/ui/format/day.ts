import { IDENTITY } from '../../shared/identity.ts'
import { NOTATION } from './notation.ts'

/**
 * Days are UTC days, so that the server and every browser format them equally.
 * @param patterns by month, as in `Notation`
 */
export const formatDate = (patterns: readonly string[], date: Date): string =>
  (patterns[date.getUTCMonth()] ?? '')
    .replace('{d}', String(date.getUTCDate()))
    .replace('{y}', String(date.getUTCFullYear()))

/**
 * Formats a day as "MMM d, yyyy" (spec 2 §9).
 * @param timestamp or a day as "yyyy-MM-dd"; any other text is returned unchanged, so that the page
 *   does not fail
 */
export function formatDay(timestamp: string): string {
  const date = new Date(timestamp)
  return Number.isNaN(date.getTime()) ? timestamp : formatDate(NOTATION.days, date)
}

/**
 * Formats a month as "Nov 2026" or "November 2026".
 * @param timestamp or a day as "yyyy-MM-dd"; any other text is returned unchanged
 */
export function formatMonth(timestamp: string, length: 'short' | 'long' = 'short'): string {
  const date = new Date(timestamp)
  return Number.isNaN(date.getTime()) ? timestamp : formatDate(NOTATION.months[length], date)
}

/** Formats day and time in the browser's time zone; only for parts that the server does not render. */
export function formatTime(timestamp: string): string {
  const options = { dateStyle: 'medium', timeStyle: 'short' } as const
  return new Intl.DateTimeFormat(IDENTITY.locale, options).format(new Date(timestamp))
}

/** The current UTC day as "yyyy-MM-dd". */
export const today = () => new Date().toISOString().slice(0, 10)

/** Whether a text is an existing day as "yyyy-MM-dd". */
export function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text
}
