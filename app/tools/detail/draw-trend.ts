import type { RatedMonth } from '../../data/rpc-results.ts'
import { formatMonth } from '../../ui/format/day.ts'
import * as describingWords from '../words/describing.ts'
import { toMonthNumber } from './insight.ts'
import type { Trend } from './rating-trend.tsx'

const WIDTH = 280
const HEIGHT = 96
const EDGE = 6
const STARS_MAX = 5

/** @returns null with less than two months */
export function drawTrend(months: readonly RatedMonth[]): Trend | null {
  const [first, last] = [months[0], months.at(-1)]
  if (!first || !last || first === last) return null
  const start = toMonthNumber(first.month)
  const span = toMonthNumber(last.month) - start
  const x = (month: string) => EDGE + ((toMonthNumber(month) - start) / span) * (WIDTH - 2 * EDGE)
  const y = (average: number) =>
    HEIGHT - EDGE - ((average - 1) / (STARS_MAX - 1)) * (HEIGHT - 2 * EDGE)
  return {
    label: describingWords.trendLabel(first, last),
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    grid: [1, 2, 3, 4, 5].map((stars) => `M0 ${y(stars)}H${WIDTH}`).join(''),
    points: months
      .map(({ month, average }) => `${roundToTenth(x(month))},${roundToTenth(y(average))}`)
      .join(' '),
    end: `M${x(last.month)} ${y(last.average)}h0`,
    months: [formatMonth(first.month), formatMonth(last.month)],
  }
}

const roundToTenth = (value: number) => Math.round(value * 10) / 10
