import fc from 'fast-check'
import { expect, test } from 'vitest'
import { drawChart, drawTool } from './draw-scene.ts'
import { drawText, measureText } from './text-path.ts'

test('drawText wraps at the width, has at most maxLines lines, and ends a longer text with an ellipsis', () => {
  const box = { x: 0, y: 0, size: 60, width: 540, maxLines: 4, fill: '#000' }
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (text) => {
      const { svg, lines } = drawText(text, box)
      expect(lines).toBeLessThanOrEqual(4)
      expect(svg).not.toMatch(/NaN|undefined/)
    }),
  )
  expect(drawText('Plan the week', box).lines).toBe(1)
  expect(drawText('Plan the week with the family, not only with the office', box).lines).toBe(4)
  expect(measureText('ww', 60)).toBeCloseTo(2 * measureText('w', 60))
})

test('characters without a glyph are left out', () => {
  expect(measureText('日本', 60)).toBe(0)
  expect(measureText('Łódź', 60)).toBeGreaterThan(60)
})

const NAMED = { name: 'Notion', website_host: null, slug: 'notion' }
const NONE = { rating_average: null, adjusted_rating: null, rating_high: null }
const UNRATED = { ...NAMED, ...NONE, review_count: 0, counted_reviews: 0 }

test('the picture of a tool without reviews has the empty axis, and a chart one for each tool', () => {
  expect(drawTool(UNRATED)).not.toMatch(/data-(band|tick|dot)|NaN|undefined/)
  const rated = { rating_average: 4.5, adjusted_rating: 4, rating_high: 4.8, review_count: 9 }
  const chart = drawChart([UNRATED, { ...UNRATED, ...rated }], 'Notion tools')
  expect(chart.match(/data-band/g)).toHaveLength(1)
  // A chart with many dots says what one is.
  const withDots = (reviews: number[]) => drawChart([{ ...UNRATED, ...rated, reviews }], 'Notion')
  expect(withDots([0, 0, 0, 20, 20]).match(/<g fill/g)?.length).toBe(
    (withDots([0, 0, 0, 2, 2]).match(/<g fill/g)?.length ?? 0) + 1,
  )
  expect(chart).not.toMatch(/NaN|undefined/)
})
