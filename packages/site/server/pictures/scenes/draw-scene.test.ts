import fc from 'fast-check'
import { expect, test } from 'vitest'
import { drawCover, drawLaunch } from './draw-scene.ts'
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

test.each([
  ['a dark brand', 'Notion', '#fff'],
  ['a pale brand', 'Sketch', '#16181d'],
  ['no mark', 'Our own files', '#fff'],
])('the text on the color of %s has enough contrast', (_, name, ink) => {
  const svg = drawCover({ tool: { name, website_host: null }, title: 'T', note: '' })
  expect(svg).toContain(`<g fill="${ink}">`)
})

test('the cover of a launch is the mark of its tool on its color, without text', () => {
  const svg = drawLaunch({ tools: { name: 'Notion', website_host: null } })
  const cover = drawCover({ tool: { name: 'Notion', website_host: null }, title: 'T', note: '' })
  expect(svg).not.toContain('<g fill=')
  const readColor = (drawing: string) =>
    /<rect width="1200" height="630" fill="([^"]+)"/.exec(drawing)?.[1]
  expect(readColor(svg)).toBe(readColor(cover))
  expect(svg.match(/<path fill="[^"]+" d="[^"]{100,}"/)?.[0]).toBe(
    cover.match(/<path fill="[^"]+" d="[^"]{100,}"/)?.[0],
  )
})
