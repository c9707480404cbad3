import { isDay, readDay, readText } from '../shared/parameters.ts'
import { today } from '../ui/format/day.ts'

/** Days of the archive, as "yyyy-MM-dd"; both belong to it. */
export interface Period {
  /** As in the address: "2026-11-16", "2026-W47" or "2026-11". */
  name: string
  kind: 'day' | 'week' | 'month'
  from: string
  to: string
}

const DAY_MS = 86_400_000

const toDay = (time: number) => new Date(time).toISOString().slice(0, 10)

/** @returns the period of ?day=, ?week= or ?month=, if it has begun, and has ended if it is a day */
export function readPeriod(parameters: URLSearchParams): Period | undefined {
  const day = readDay(parameters, 'day')
  if (day && day < today()) return { name: day, kind: 'day', from: day, to: day }
  const period =
    toWeek(readText(parameters, 'week', 8)) ?? toMonth(readText(parameters, 'month', 7))
  return period && period.from <= today() ? period : undefined
}

/** @param name an ISO 8601 week such as "2026-W47" */
export function toWeek(name: string): Period | undefined {
  const [, year, week] = /^(20\d\d)-W(0[1-9]|[1-4]\d|5[0-3])$/.exec(name) ?? []
  if (!year || !week) return undefined
  // January 4 is in the first week, which begins on its Monday.
  const fourth = Date.UTC(Number(year), 0, 4)
  const first = fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * DAY_MS
  const from = first + (Number(week) - 1) * 7 * DAY_MS
  // Thursday decides the year of a week: not every year has 53.
  if (!toDay(from + 3 * DAY_MS).startsWith(year)) return undefined
  return { name, kind: 'week', from: toDay(from), to: toDay(from + 6 * DAY_MS) }
}

/** @param name such as "2026-11" */
export function toMonth(name: string): Period | undefined {
  if (!/^20\d\d-\d\d$/.test(name) || !isDay(`${name}-01`)) return undefined
  const [year, month] = name.split('-').map(Number)
  return {
    name,
    kind: 'month',
    from: `${name}-01`,
    to: toDay(Date.UTC(year ?? 0, month ?? 0, 0)),
  }
}

/** @returns the week and the month of a day */
export function listPeriodsOf(day: string): Period[] {
  const time = Date.parse(day)
  const thursday = time + (3 - ((new Date(time).getUTCDay() + 6) % 7)) * DAY_MS
  const year = new Date(thursday).getUTCFullYear()
  const week = Math.floor((thursday - Date.UTC(year, 0, 1)) / (7 * DAY_MS)) + 1
  const names = [`${year}-W${String(week).padStart(2, '0')}`, day.slice(0, 7)]
  return names.flatMap((name) => toWeek(name) ?? toMonth(name) ?? [])
}
