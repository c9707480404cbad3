/** Spec 4 §1. */
export const PRICES: Readonly<Record<string, string>> = {
  month: '{price} per month',
  year: '{price} per year',
  once: '{price} once',
}

/** @param day as "Mar 1, 2026" */
export const checked = (day: string) => `Checked ${day}`
export const checkedLongAgo = (day: string) => `Checked ${day}. It may have changed.`
