import { INTERFACE_LOCALE } from '../../shared/languages.ts'

type NumberStyle = 'decimal' | 'percent'
const formats = new Map<string, Intl.NumberFormat>()

/** All locales get Arabic numerals. */
function getFormat(style: NumberStyle, decimals: number): Intl.NumberFormat {
  const key = `${style} ${decimals}`
  const known = formats.get(key)
  if (known) return known
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  const format = new Intl.NumberFormat(INTERFACE_LOCALE, {
    style,
    numberingSystem: 'latn',
    ...digits,
  })
  formats.set(key, format)
  return format
}

const PLURALS = new Intl.PluralRules(INTERFACE_LOCALE)

export const formatNumber = (value: number, decimals: number): string =>
  getFormat('decimal', decimals).format(value)

const LISTS = new Intl.ListFormat(INTERFACE_LOCALE)

/** `one, two, and three` */
export const formatList = (texts: readonly string[]): string => LISTS.format(texts)

/** `12,345` */
export const formatCount = (value: number): string => formatNumber(value, 0)

/** @param isMore the count stopped at `value`; the result is then `600+` */
export const formatCountOrMore = (value: number, isMore: boolean): string =>
  isMore ? `${formatCount(value)}+` : formatCount(value)

/** `4.0`, as for ratings (spec 2 §2). */
export const formatOneDecimal = (value: number): string => formatNumber(value, 1)

/** `88%` @param share 0 to 1 */
export const formatPercent = (share: number, decimals = 0): string =>
  getFormat('percent', decimals).format(share)

/** `+24%` @param share the difference, divided by the earlier value */
export const formatChange = (share: number): string =>
  new Intl.NumberFormat(INTERFACE_LOCALE, { style: 'percent', signDisplay: 'exceptZero' }).format(
    share,
  )

/**
 * Selects the words for a number in the site's language, and replaces `{n}` in them.
 * @param forms by CLDR plural category; `other` is used for categories without a form
 * @param text the formatted number
 */
export function pluralize(
  value: number,
  forms: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string },
  text = formatCount(value),
): string {
  return (forms[PLURALS.select(value)] ?? forms.other).replaceAll('{n}', text)
}
