import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatDate } from './day.ts'
import { notationOf } from './notation.ts'
import { formatNumber } from './numbers.ts'

describe.each(['en', 'de', 'es', 'fr', 'pl', 'sv', 'pt-PT', 'de-CH', 'ja'])('in %s', (locale) => {
  const notation = notationOf(locale)

  test('numbers are as Intl writes them', () => {
    const intl = [0, 1].map(
      (digits) =>
        new Intl.NumberFormat(locale, {
          minimumFractionDigits: digits,
          maximumFractionDigits: digits,
        }),
    )
    const ofAllSizes = fc.oneof(
      fc.nat(),
      fc.nat(10_000),
      // Averages and shares, which often lie between two that can be written.
      fc.tuple(fc.nat(100_000), fc.constantFrom(8, 20, 100)).map(([part, of]) => part / of),
    )
    fc.assert(
      fc.property(ofAllSizes, fc.constantFrom(0, 1), (value, decimals) => {
        expect(formatNumber(value, decimals, notation)).toBe(intl[decimals]?.format(value))
      }),
    )
  })

  test('a share is as Intl writes it', () => {
    const intl = new Intl.NumberFormat(locale, { style: 'percent' })
    for (const share of [0, 0.07, 0.5, 1]) {
      const text = notation.percent.replace('{n}', formatNumber(share * 100, 0, notation))
      expect(text).toBe(intl.format(share))
    }
  })

  test('days and months are as Intl writes them', () => {
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
})
