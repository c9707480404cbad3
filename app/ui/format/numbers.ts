import { IDENTITY } from '../../shared/identity.ts'
import { NOTATION, type Notation } from './notation.ts'

const { locale } = IDENTITY

const PLURALS = new Intl.PluralRules(locale)
/** Takes what is a half but for the last binary place for one. */
const NEARLY = 1 + 1e-14
const THREES = /\B(?=(?:\d{3})+$)/g

/** A number that is not negative, rounded as people do: 4.35 to 4.4, although its binary value is less. */
export function formatNumber(
  value: number,
  decimals: number,
  notation: Notation = NOTATION,
): string {
  const scaled = Math.round(value * 10 ** decimals * (Number.isInteger(value) ? 1 : NEARLY))
  const digits = String(scaled).padStart(decimals + 1, '0')
  const units = digits.slice(0, digits.length - decimals)
  const grouped =
    units.length < notation.groupFrom ? units : units.replaceAll(THREES, notation.group)
  return decimals === 0 ? grouped : grouped + notation.decimal + digits.slice(-decimals)
}

/** A number as it is counted: `12,345`. */
export const whole = (value: number): string => formatNumber(value, 0)

/** The same, where it was counted only so far: `600+`. */
export const wholeOrMore = (value: number, isMore: boolean): string =>
  isMore ? `${whole(value)}+` : whole(value)

/** With one decimal, as ratings (spec 2 §2): `4.0`. */
export const toOneDecimal = (value: number): string => formatNumber(value, 1)

/** @param share 0 to 1 */
export const percent = (share: number, decimals = 0): string =>
  NOTATION.percent.replace('{n}', formatNumber(share * 100, decimals))

/** By how much something grew or shrank, with its sign: `+24%`. @param share of what it was */
export const change = (share: number): string =>
  new Intl.NumberFormat(locale, { style: 'percent', signDisplay: 'exceptZero' }).format(share)

/**
 * The words that go with a number in the site's language; `{n}` in them is the number.
 * @param forms by the categories of CLDR, of which each language has some
 * @param text the formatted number
 */
export function plural(
  value: number,
  forms: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string },
  text = whole(value),
): string {
  return (forms[PLURALS.select(value)] ?? forms.other).replaceAll('{n}', text)
}
