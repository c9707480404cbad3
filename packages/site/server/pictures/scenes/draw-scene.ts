import { formatHex } from 'culori'
import { IDENTITY } from '../../../app/shared/identity.ts'
import { isRatedByFew } from '../../../app/shared/rated.ts'
import { toThemeColors } from '../../../app/shared/theme-colors.ts'
import { tintOf } from '../../../app/shared/tint.ts'
import { formatOneDecimal } from '../../../app/ui/format/numbers.ts'
import * as uiWords from '../../../app/ui/words.ts'
import { drawInitials, drawMark } from '../draw-fallbacks.ts'
import { drawRating, type MarkedTool, planDots, toPlace } from '../draw-mark.ts'
import { findMark } from '../marks/find-mark.ts'
import { drawText, measureText } from './text-path.ts'

export const SCENE = { width: 1200, height: 630 }

const DARK = '#16181d'

/** Of the site itself. */
const COLORS = toThemeColors('light')

export interface SceneTool {
  name: string
  website_host: string | null
}

const EDGE = 72
const WIDTH = SCENE.width - 2 * EDGE

/** A tool's rating: the picture of a shared link. */
export function drawTool(tool: SceneTool & MarkedTool): string {
  const { rating_average: average } = tool
  const box = {
    ...(average === null ? { x: EDGE, width: WIDTH } : { x: 376, width: SCENE.width - 376 - EDGE }),
    ...{ y: 448, stroke: 24, pitch: 18, height: 216 },
  }
  const stars = [1, 2, 3, 4, 5].map((each) =>
    write(
      String(each),
      toPlace(each, box) - measureText(String(each), 26) / 2,
      504,
      26,
      COLORS.soft,
    ),
  )
  const number = average === null ? '' : formatOneDecimal(average)
  const ink = isRatedByFew(tool) ? COLORS.soft : COLORS.ink
  return toPaper(
    [
      drawHead(tool),
      write(number, EDGE, 468, 176, ink),
      drawRating(tool, box, COLORS),
      ...stars,
      write(uiWords.shareRated(tool), EDGE, 572, 36, COLORS.soft),
    ].join(''),
  )
}

/** The picture of a shared launch without a picture of its maker. */
export function drawLaunched(tool: SceneTool, tagline: string): string {
  const text = { x: EDGE, y: 320, size: 72, width: WIDTH, maxLines: 4, fill: COLORS.ink }
  return toPaper(drawHead(tool) + drawText(tagline, text).svg)
}

const drawHead = (tool: SceneTool) =>
  drawTile(tool, EDGE, 64, 96) +
  drawText(tool.name, { x: 196, y: 132, size: 56, width: 700, maxLines: 1, fill: COLORS.ink }).svg +
  drawSiteName(124)

/** At the right edge. */
const drawSiteName = (y: number) =>
  write(IDENTITY.name, SCENE.width - EDGE - measureText(IDENTITY.name, 34), y, 34, COLORS.ink)

const write = (text: string, x: number, y: number, size: number, fill: string) =>
  drawText(text, { x, y, size, width: WIDTH, maxLines: 1, fill }).svg

/** Of all rows, and the most of one, in pixels. */
const ROWS_HEIGHT = 440
const ROW_HEIGHT_MAX = 190

/** A chart with more dots says what one is. */
const DOTS_MAX = 30

/** The marks of up to four tools on one axis: the picture of a shared comparison, list or use. */
export function drawChart(tools: readonly (SceneTool & MarkedTool)[], title: string): string {
  const height = Math.min(ROW_HEIGHT_MAX, ROWS_HEIGHT / tools.length)
  const mark = { x: 416, width: 596, stroke: 18, pitch: 9, height: height * 0.62 - 28 }
  const reviews = tools.flatMap((tool) => tool.reviews ?? [])
  const dots = planDots(reviews, { ...mark, y: 0 })
  const isExplained = reviews.reduce((sum, count) => sum + count, 0) > DOTS_MAX
  const rows = tools.map((tool, at) => {
    const y = 150 + at * height
    const middle = y + height * 0.62
    const average = tool.rating_average
    const number = average === null ? '' : formatOneDecimal(average)
    const isLong = measureText(tool.name, 32) > 244
    return [
      `<path d="M${EDGE} ${y}H${SCENE.width - EDGE}" stroke="${COLORS.line}" stroke-width="2"/>`,
      drawTile(tool, EDGE, y + height / 2 - 32, 64),
      drawText(tool.name, {
        ...{ x: 156, y: y + height / 2 + (isLong ? -4 : 11) },
        ...{ size: isLong ? 28 : 32, width: 244, maxLines: 2, fill: COLORS.ink },
      }).svg,
      drawRating(tool, { ...mark, y: middle }, COLORS, dots),
      write(
        number,
        SCENE.width - EDGE - measureText(number, 48),
        middle + 5,
        48,
        isRatedByFew(tool) ? COLORS.soft : COLORS.ink,
      ),
    ].join('')
  })
  const size = measureText(title, 48) > 840 ? 36 : 48
  const text = { x: EDGE, y: 104, size, width: 840, maxLines: 1, fill: COLORS.ink }
  const note = isExplained ? write(uiWords.markDot(dots.step), mark.x, 614, 22, COLORS.soft) : ''
  return toPaper(drawText(title, text).svg + drawSiteName(104) + rows.join('') + note)
}

/** The small mark of a mail, with twice its pixels, on a card. */
export function drawMailedMark(tool: MarkedTool): string {
  const mark = drawRating(
    tool,
    { x: 0, y: 20, width: 480, stroke: 20 },
    { ...COLORS, paper: COLORS.card },
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="40"><rect width="480" height="40" fill="${COLORS.card}"/>${mark}</svg>`
}

/** The site's own picture: a title with its last words on the marker. */
export function drawSite(title: string, marked: string): string {
  const size = 84
  const lead = drawText(title, { x: 72, y: 270, size, width: 1056, maxLines: 2, fill: DARK })
  const y = 270 + lead.lines * size * 1.3
  return toSvg(
    COLORS.paper,
    `<rect x="56" y="${y - size}" width="${measureText(marked, size) + 32}" height="${size * 1.3}" fill="${COLORS.marker}"/>${lead.svg}${drawText(marked, { x: 72, y, size, width: 1056, maxLines: 1, fill: DARK }).svg}`,
  )
}

const toPaper = (content: string) => toSvg(COLORS.paper, content)

const toSvg = (background: string, content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${SCENE.width}" height="${SCENE.height}" viewBox="0 0 ${SCENE.width} ${SCENE.height}"><rect width="${SCENE.width}" height="${SCENE.height}" fill="${background}"/>${content}</svg>`

/** The mark or the initials, as a rounded tile with a pale frame. */
function drawTile(tool: SceneTool, x: number, y: number, edge: number): string {
  const mark = findMark(tool.name, tool.website_host)
  const drawing = mark ? drawMark(mark) : drawTileInitials(tool.name)
  const radius = edge * 0.22
  const id = `tile${Math.round(x)}-${Math.round(y)}`
  return `<g transform="translate(${Math.round(x)} ${Math.round(y)})"><rect x="-4" y="-4" width="${edge + 8}" height="${edge + 8}" rx="${radius + 4}" fill="#fff" opacity=".85"/><clipPath id="${id}"><rect width="${edge}" height="${edge}" rx="${radius}"/></clipPath><g clip-path="url(#${id})">${drawing.replace('<svg ', `<svg width="${edge}" height="${edge}" `)}</g></g>`
}

/** `drawInitials` with outlines in place of a system font. */
function drawTileInitials(name: string): string {
  const letters = /<text[^>]*>([^<]*)</.exec(drawInitials(name))?.[1] ?? ''
  const size = 56
  const text = drawText(letters, {
    x: 64 - measureText(letters, size) / 2,
    y: 84,
    size,
    width: 128,
    maxLines: 1,
    fill: '#fff',
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128"><rect width="128" height="128" fill="${toTint(name)}"/>${text.svg}</svg>`
}

/** The renderer of SVG does not know oklch(). */
const toTint = (name: string) => formatHex(tintOf(name)) ?? DARK
