import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatDate } from './day.ts'
import { deriveNotation } from './derive-notation.ts'
import { formatNumber } from './numbers.ts'

describe.each(['en', 'de', 'es', 'fr', 'pl', 'sv', 'pt-PT', 'de-CH', 'ja'])(
  'deriveNotation(%s)',
  (locale) => {
    const notation = deriveNotation(locale)

    test('formatNumber returns what Intl.NumberFormat returns', () => {
      const intl = [0, 1].map(
        (digits) =>
          new Intl.NumberFormat(locale, {
            minimumFractionDigits: digits,
            maximumFractionDigits: digits,
          }),
      )
      const anyNumber = fc.oneof(
        fc.nat(),
        fc.nat(10_000),
        // Averages and shares are often exactly between two representable results.
        fc.tuple(fc.nat(100_000), fc.constantFrom(8, 20, 100)).map(([part, total]) => part / total),
      )
      fc.assert(
        fc.property(anyNumber, fc.constantFrom(0, 1), (value, decimals) => {
          expect(formatNumber(value, decimals, notation)).toBe(intl[decimals]?.format(value))
        }),
      )
    })

    test('the percent notation returns what Intl.NumberFormat returns', () => {
      const intl = new Intl.NumberFormat(locale, { style: 'percent' })
      for (const share of [0, 0.07, 0.5, 1]) {
        const text = notation.percent.replace('{n}', formatNumber(share * 100, 0, notation))
        expect(text).toBe(intl.format(share))
      }
    })

    test('formatDate returns what Intl.DateTimeFormat returns for days and months', () => {
      const in2026 = Array.from({ length: 365 }, (_, day) => new Date(Date.UTC(2026, 0, 1 + day)))
      const forms = [
        [notation.days, { year: 'numeric', month: 'short', day: 'numeric' }],
        [notation.months.short, { year: 'numeric', month: 'short' }],
        [notation.months.long, { year: 'numeric', month: 'long' }],
      ] as const
      for (const [form, options] of forms) {
        const intl = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
        expect(in2026.map((date) => formatDate(form, date))).toEqual(
          in2026.map((d) => intl.format(d)),
        )
      }
    })
  },
)
