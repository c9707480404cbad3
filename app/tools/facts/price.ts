import { IDENTITY } from '../../shared/identity.ts'
import { formatDay, today } from '../../ui/format/day.ts'
import type { ToolFacts } from '../tool.ts'
import * as priceWords from '../words/price.ts'

type Price = Pick<ToolFacts, 'price_from' | 'price_currency' | 'price_period' | 'price_checked_on'>

/** "$12.50 per month". @returns null if no price is known */
export function formatPrice({ price_from, price_currency, price_period }: Price): string | null {
  if (price_from === null || !price_currency) return null
  const price = new Intl.NumberFormat(IDENTITY.locale, {
    style: 'currency',
    currency: price_currency,
    ...(Number.isInteger(price_from) ? { maximumFractionDigits: 0 } : {}),
  }).format(price_from)
  return (priceWords.PRICES[price_period ?? ''] ?? '{price}').replace('{price}', price)
}

/** The same day of the year before. @param day as "yyyy-MM-dd" */
const yearBefore = (day: string) => `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`

/** Whether the price was checked within 12 months. */
export const isFreshPrice = ({ price_checked_on }: Price, day = today()): boolean =>
  price_checked_on !== null && price_checked_on >= yearBefore(day)

/** "Checked Mar 1, 2026", and that the price may have changed if that is long ago. */
export function formatChecked(price: Price, day = today()): string | null {
  if (!price.price_checked_on) return null
  const checked = formatDay(price.price_checked_on)
  return isFreshPrice(price, day) ? priceWords.checked(checked) : priceWords.checkedLongAgo(checked)
}
