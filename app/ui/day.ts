// The days of this site are UTC's, one for everyone: so server and browser write the same.
const DAY = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
})

/**
 * The day of a timestamp, or a day as "yyyy-MM-dd", as "MMM d, yyyy" (spec 2 §9). What is no day
 * is shown as it is: a page must not fail for it.
 */
export function formatDay(timestamp: string): string {
  const date = new Date(timestamp)
  return Number.isNaN(date.getTime()) ? timestamp : DAY.format(date)
}

/** Today as "yyyy-MM-dd". */
export const today = () => new Date().toISOString().slice(0, 10)

/** Whether a text is a day as "yyyy-MM-dd" that the calendar has. */
export function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text
}
