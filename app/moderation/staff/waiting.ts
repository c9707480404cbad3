import * as staffWords from './words.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** The time since a moment, such as "3 hours"; days from two on. */
export function formatWaiting(since: string, now = Date.now()): string {
  const waited = Math.max(0, now - Date.parse(since))
  if (waited >= 2 * DAY_MS) return staffWords.days(Math.floor(waited / DAY_MS))
  if (waited >= HOUR_MS) return staffWords.hours(Math.floor(waited / HOUR_MS))
  return staffWords.minutes(Math.floor(waited / MINUTE_MS))
}
