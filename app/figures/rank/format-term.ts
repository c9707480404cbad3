import { formatNumber } from '../../ui/format/numbers.ts'

const MINUS = '−'

/** @param column all values of the column, which get the same number of decimals */
export function formatTerm(value: number, column: readonly number[]): string {
  const decimals = column.every(Number.isInteger) ? 0 : 4
  return (value < 0 ? MINUS : '') + formatNumber(Math.abs(value), decimals)
}
