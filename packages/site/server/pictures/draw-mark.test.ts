import { wcagContrast } from 'culori'
import { expect, test } from 'vitest'
import { toThemeColors } from '../../app/shared/theme-colors.ts'
import { drawRating, planDots, toPlace } from './draw-mark.ts'

const COLORS = toThemeColors('light')
const BOX = { x: 100, y: 300, width: 700, stroke: 24, pitch: 20, height: 200 }
const rate = (average: number, low: number, high: number, reviews: readonly number[]) => ({
  ...{ rating_average: average, adjusted_rating: low, rating_high: high },
  ...{ review_count: reviews.reduce((sum, each) => sum + each), counted_reviews: 1, reviews },
})

test.each([
  [4.8, 4.1, 4.9],
  [3, 2.2, 3.8],
  [5, 1, 5],
  [1, 1, 2],
])('average %d and range %d to %d are at proportional places of the axis', (average, low, high) => {
  const svg = drawRating(rate(average, low, high, [0, 0, 0, 0, 5]), BOX, COLORS)
  const toX = (stars: number) => 170 + (stars - 1) * 140
  const [, x = '', width = ''] = /data-band="" x="([\d.]+)" .*?width="([\d.]+)"/.exec(svg) ?? []
  const [, tick = '', top = '', length = ''] =
    /data-tick=""><path d="M([\d.]+) ([\d.]+)v([\d.]+)"/.exec(svg) ?? []
  expect([x, Number(x) + Number(width), tick].map(Number)).toEqual(
    [low, high, average].map((stars) => expect.closeTo(toX(stars), 0)),
  )
  expect(Number(top) + Number(length) / 2).toBeCloseTo(BOX.y, 1)
})

test.each([[[1, 0, 2, 8, 21]], [[0, 0, 0, 0, 250]], [[400, 3, 90, 700, 3000]], [[7, 7, 7, 7, 7]]])(
  'the dots of %j reviews stay in the box, and are one for each or for ten',
  (reviews) => {
    const svg = drawRating(rate(4, 3, 4.5, reviews), BOX, COLORS)
    const dots = [...svg.matchAll(/cx="([\d.]+)" cy="([\d.]+)" r="([\d.]+)"/g)].map((dot) =>
      dot.slice(1).map(Number),
    )
    const step = Math.max(...reviews) >= 300 ? 10 : 1
    expect(dots).toHaveLength(reviews.reduce((sum, count) => sum + Math.ceil(count / step), 0))
    for (const [x = 0, y = 0, radius = 0] of dots) {
      expect(x - radius).toBeGreaterThanOrEqual(BOX.x)
      expect(x + radius).toBeLessThanOrEqual(BOX.x + BOX.width)
      expect(y + radius).toBeLessThan(BOX.y - BOX.stroke / 2)
      expect(y - radius).toBeGreaterThanOrEqual(BOX.y - BOX.stroke - 200)
    }
  },
)

test('marks of one plan have dots of the same worth', () => {
  const plan = planDots([2, 9, 700], BOX)
  expect(plan.step).toBe(10)
  const svg = drawRating(rate(4, 3, 4.5, [0, 0, 0, 2, 9]), BOX, COLORS, plan)
  expect(svg.match(/data-dot/g)).toHaveLength(2)
})

test('a review that is not counted is a hollow dot', () => {
  const tool = { ...rate(4, 3, 4.5, [0, 0, 0, 0, 3]), counted: [0, 0, 0, 0, 2] }
  expect(drawRating(tool, BOX, COLORS).match(/data-dot="uncounted"/g)).toHaveLength(1)
})

test('without reviews the axis is empty', () => {
  const none = { rating_average: null, adjusted_rating: null, rating_high: null }
  const svg = drawRating({ ...none, review_count: 0, counted_reviews: 0 }, BOX, COLORS)
  expect(svg).not.toMatch(/data-(band|tick|dot)|NaN/)
  expect(svg).toContain(`M${toPlace(1, BOX)} 300H${toPlace(5, BOX)}`)
})

test.each(['light', 'dark'] as const)(
  'ends, ticks and dots have 3:1 on the ground, %s',
  (theme) => {
    const { edge, ink, soft, paper, card } = toThemeColors(theme)
    for (const color of [edge, ink, soft])
      for (const ground of [paper, card])
        expect(wcagContrast(color, ground)).toBeGreaterThanOrEqual(3)
  },
)
