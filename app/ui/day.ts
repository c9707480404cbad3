import { format, parseISO } from 'date-fns'

/**
 * The day of a timestamp as "MMM d, yyyy" (spec 2 §9). Only the day is read, so that server and
 * browser, wherever they are, write the same one: UTC's.
 */
export const formatDay = (timestamp: string) =>
  format(parseISO(timestamp.slice(0, 10)), 'MMM d, yyyy')

/** Today as "yyyy-MM-dd": one day for everyone, UTC's. */
export const today = () => new Date().toISOString().slice(0, 10)
