import { IDENTITY } from '../../shared/identity.ts'

/** The number and date formats of a locale, as far as the site uses them. */
export interface Notation {
  /** The separator of thousands, and the number of digits from which it is used. */
  group: string
  groupFrom: number
  decimal: string
  /** `{n}` stands for the number. */
  percent: string
  /** By month, from 0; `{d}` and `{y}` stand for day and year. */
  days: string[]
  months: Record<'short' | 'long', string[]>
}

const MONTHS = Array.from({ length: 12 }, (_, month) => month)
/** Of UTC, like every day of this site, and one whose figures are no others. */
const inMonth = (month: number) => new Date(Date.UTC(2034, month, 27))

/**
 * @param locale as BCP 47 names it; with Arabic figures, groups of three and the Gregorian calendar
 *   also where its own are others, and a day below ten as one figure
 */
export function notationOf(locale: string): Notation {
  const partsOf = (value: number, options: Intl.NumberFormatOptions = {}) =>
    new Intl.NumberFormat(locale, { ...options, numberingSystem: 'latn' }).formatToParts(value)
  const part = (parts: Intl.NumberFormatPart[], kind: Intl.NumberFormatPart['type']) =>
    parts.find(({ type }) => type === kind)?.value
  const written = partsOf(12_345.6)
  const byMonth = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, {
      ...options,
      timeZone: 'UTC',
      calendar: 'gregory',
      numberingSystem: 'latn',
    })
    return MONTHS.map((month) =>
      format.format(inMonth(month)).replace('27', '{d}').replace('2034', '{y}'),
    )
  }
  return {
    group: part(written, 'group') ?? '',
    groupFrom: part(partsOf(1234), 'group') === undefined ? 5 : 4,
    decimal: part(written, 'decimal') ?? '.',
    percent: partsOf(0.27, { style: 'percent' })
      .map(({ type, value }) => (type === 'integer' ? '{n}' : value))
      .join(''),
    days: byMonth({ year: 'numeric', month: 'short', day: 'numeric' }),
    months: {
      short: byMonth({ year: 'numeric', month: 'short' }),
      long: byMonth({ year: 'numeric', month: 'long' }),
    },
  }
}

/**
 * The site's own. In the browser it is a table made by the build (vite.config.ts): `Intl` takes 10 to
 * 40 ms there to begin, four times that on a phone, before a page can answer.
 */
export const NOTATION = notationOf(IDENTITY.locale)
