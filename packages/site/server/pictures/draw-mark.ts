import { isRatedByFew, type RatedTool } from '../../app/shared/rated.ts'
import type { ThemeColors } from '../../app/shared/theme-colors.ts'

/** A tool with what its mark draws. */
export interface MarkedTool extends RatedTool {
  /** The reviews with 1 to 5 stars; without them the mark has no dots. */
  reviews?: readonly number[]
  /** Those that the average of the range counts. */
  counted?: readonly number[]
}

interface MarkBox {
  /** The left edge, and the center of the axis, in pixels. */
  x: number
  y: number
  width: number
  /** Of the stroke. */
  stroke: number
  /** The distance of dots. With many reviews they are smaller. */
  pitch?: number
  /** Of the dots above the axis. */
  height?: number
}

const STARS = [1, 2, 3, 4, 5]
/** In a row of dots. */
const COLUMNS_MAX = 7
const PITCH_MIN = 4
/** From so many reviews in a column on, one dot stands for ten; for a hundred if they do not fit. */
const TENS_FROM = 300

/**
 * The picture of a rating as the page draws it (app/ui/mark.tsx): an axis from 1 to 5 stars, a stroke over the range, a
 * tick at the average, dots for reviews.
 * @returns parts of an SVG
 */
export function drawRating(
  tool: MarkedTool,
  box: MarkBox,
  colors: ThemeColors,
  dots = planDots(tool.reviews ?? [], box),
): string {
  const { rating_average: average, adjusted_rating: low, rating_high: high } = tool
  const { y, stroke } = box
  const place = (stars: number) => toPlace(stars, box)
  const top = y - stroke / 2
  const over = stroke * 0.3
  const line = Math.max(1, stroke / 10)
  const axis = STARS.map((stars) => draw('M', place(stars), y - stroke * 0.3, `v${stroke * 0.6}`))
  const tick = draw('M', average === null ? 0 : place(average), top - over, `v${stroke + 2 * over}`)
  const toTick = (color: string, width: number) =>
    `<path d="${tick}" stroke="${color}" stroke-width="${width}" stroke-linecap="round"/>`
  return [
    `<path d="${draw('M', place(1), y, `H${place(5)}`)}" stroke="${colors.line}" stroke-width="${line * 1.5}"/>`,
    `<path d="${axis.join('')}" stroke="${colors.edge}" stroke-width="${line}"/>`,
    low === null || high === null
      ? ''
      : `<rect data-band="" x="${place(low)}" y="${top}" width="${round(place(high) - place(low))}" height="${stroke}" fill="${colors.marker}"/><path d="${draw('M', place(low), top, `v${stroke}`)}${draw('M', place(high), top, `v${stroke}`)}" stroke="${colors.edge}" stroke-width="${line * 1.5}"/>`,
    average === null
      ? ''
      : `${toTick(colors.paper, stroke * 0.6)}<g data-tick="">${toTick(isRatedByFew(tool) ? colors.soft : colors.ink, stroke * 0.3)}</g>`,
    drawDots(tool, box, colors, dots),
  ].join('')
}

/** @returns where a number of stars is on the axis, in pixels; dots of 1 and 5 stars stay in the box */
export function toPlace(stars: number, { x, width, stroke, pitch = 0 }: MarkBox): number {
  const pad = pitch ? (COLUMNS_MAX / 2) * pitch : stroke * 0.6
  return round(x + pad + ((stars - 1) / 4) * (width - 2 * pad))
}

interface DotPlan {
  /** How many reviews a dot stands for. */
  step: number
  /** The distance of dots, and how many are in a row. */
  pitch: number
  columns: number
}

/** Plans dots of which the highest column fits. @param reviews the numbers of all columns; several marks may share a plan */
export function planDots(
  reviews: readonly number[],
  { pitch: most = 0, height = Number.POSITIVE_INFINITY, ...box }: MarkBox,
): DotPlan {
  const largest = Math.max(0, ...reviews)
  const space =
    ((toPlace(2, { ...box, pitch: most }) - toPlace(1, { ...box, pitch: most })) * 4) / 5
  const countColumns = () => Math.floor(Math.min(space, COLUMNS_MAX * most) / pitch)
  const isFit = () => Math.ceil(largest / step / countColumns()) * pitch <= height
  let step = largest >= TENS_FROM ? 10 : 1
  let pitch = most
  while (pitch > PITCH_MIN && !isFit()) pitch -= 1
  while (largest > 0 && pitch > 0 && !isFit()) step *= 10
  return { step, pitch, columns: countColumns() }
}

function drawDots(
  tool: MarkedTool,
  box: MarkBox,
  colors: ThemeColors,
  { step, pitch, columns }: DotPlan,
): string {
  const { y, stroke } = box
  if (!pitch || !tool.reviews) return ''
  const counts = tool.reviews.map((count) => Math.ceil(count / step))
  const floor = y - stroke / 2 - stroke * 0.6
  const radius = pitch * 0.36
  return counts
    .flatMap((count, at) =>
      Array.from({ length: count }, (_, dot) => {
        const row = Math.floor(dot / columns)
        const inRow = Math.min(columns, count - row * columns)
        const cx = round(toPlace(at + 1, box) + ((dot % columns) - (inRow - 1) / 2) * pitch)
        const cy = round(floor - (row + 0.5) * pitch)
        const isCounted = dot * step < (tool.counted?.[at] ?? count)
        const fill = isCounted
          ? `fill="${colors.ink}"`
          : `fill="none" stroke="${colors.edge}" stroke-width="1.5"`
        return `<circle data-dot="${isCounted ? '' : 'uncounted'}" cx="${cx}" cy="${cy}" r="${round(isCounted ? radius : radius - 0.75)}" ${fill}/>`
      }),
    )
    .join('')
}

const round = (pixels: number) => Math.round(pixels * 10) / 10

const draw = (command: string, x: number, y: number, rest: string) =>
  `${command}${round(x)} ${round(y)}${rest}`
