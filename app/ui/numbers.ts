import { IDENTITY } from '../identity.ts'

const { locale } = IDENTITY

const WHOLE = new Intl.NumberFormat(locale)
const TO_ONE_DECIMAL = new Intl.NumberFormat(locale, {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
})
const PERCENT = { style: 'percent' } as const
const PLURALS = new Intl.PluralRules(locale)

/** A number as it is counted: `12,345`. */
export const whole = (value: number): string => WHOLE.format(value)

/** The same, where it was counted only so far: `1,000+`. */
export const wholeOrMore = (value: number, isMore: boolean): string =>
  isMore ? `${whole(value)}+` : whole(value)

/** As ratings are written (spec 2 §2): `4.0`. */
export const toOneDecimal = (value: number): string => TO_ONE_DECIMAL.format(value)

/** @param share 0 to 1 */
export const percent = (share: number, decimals = 0): string =>
  new Intl.NumberFormat(locale, {
    ...PERCENT,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(share)

/** By how much something grew or shrank, with its sign: `+24%`. @param share of what it was */
export const change = (share: number): string =>
  new Intl.NumberFormat(locale, { ...PERCENT, signDisplay: 'exceptZero' }).format(share)

/**
 * The words that go with a number in the site's language; `{n}` in them is the number.
 * @param forms by the categories of CLDR, of which each language has some
 * @param written the number as it shows
 */
export function plural(
  value: number,
  forms: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string },
  written = whole(value),
): string {
  return (forms[PLURALS.select(value)] ?? forms.other).replaceAll('{n}', written)
}
