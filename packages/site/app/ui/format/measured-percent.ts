import * as uiWords from '../words.ts'
import { formatPercent } from './numbers.ts'

/** `88%` @param percent 0 to 100; null if there is nothing to measure */
export const formatMeasuredPercent = (percent: number | null, decimals = 0): string =>
  percent === null ? uiWords.nothing : formatPercent(percent / 100, decimals)
