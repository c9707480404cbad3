import * as uiWords from '../words.ts'
import { formatPercent } from './numbers.ts'

/** @param value null if there is nothing to measure */
export const formatMeasured = (value: number | null, format: (value: number) => string): string =>
  value === null ? uiWords.nothing : format(value)

/** `88%` @param percent 0 to 100; null if there is nothing to measure */
export const formatMeasuredPercent = (percent: number | null, decimals = 0): string =>
  formatMeasured(percent, (value) => formatPercent(value / 100, decimals))
