/** The number and date formats of a locale that the site uses. */
export interface Notation {
  /** The separator of thousands. */
  group: string
  /** Numbers with at least this many digits have separators. */
  groupFrom: number
  decimal: string
  /** `{n}` is the placeholder of the number. */
  percent: string
  /** By month, from 0; `{d}` and `{y}` are the placeholders of day and year. */
  days: string[]
  months: Record<'short' | 'long', string[]>
}

const MONTHS = Array.from({ length: 12 }, (_, month) => month)
/** A day whose numbers, 27 and 2034, differ from all other numbers in a date. */
const toSampleDate = (month: number) => new Date(Date.UTC(2034, month, 27))

/**
 * Derives the formats from `Intl`. All locales get Arabic numerals, groups of three digits, the
 * Gregorian calendar, and days below ten without a leading zero.
 * @param locale BCP 47 tag
 */
export function deriveNotation(locale: string): Notation {
  const formatToParts = (value: number, options: Intl.NumberFormatOptions = {}) =>
    new Intl.NumberFormat(locale, { ...options, numberingSystem: 'latn' }).formatToParts(value)
  const findPart = (parts: Intl.NumberFormatPart[], kind: Intl.NumberFormatPart['type']) =>
    parts.find(({ type }) => type === kind)?.value
  const sample = formatToParts(12_345.6)
  const formatEachMonth = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, {
      ...options,
      timeZone: 'UTC',
      calendar: 'gregory',
      numberingSystem: 'latn',
    })
    return MONTHS.map((month) =>
      format.format(toSampleDate(month)).replace('27', '{d}').replace('2034', '{y}'),
    )
  }
  return {
    group: findPart(sample, 'group') ?? '',
    groupFrom: findPart(formatToParts(1234), 'group') === undefined ? 5 : 4,
    decimal: findPart(sample, 'decimal') ?? '.',
    percent: formatToParts(0.27, { style: 'percent' })
      .map(({ type, value }) => (type === 'integer' ? '{n}' : value))
      .join(''),
    days: formatEachMonth({ year: 'numeric', month: 'short', day: 'numeric' }),
    months: {
      short: formatEachMonth({ year: 'numeric', month: 'short' }),
      long: formatEachMonth({ year: 'numeric', month: 'long' }),
    },
  }
}
