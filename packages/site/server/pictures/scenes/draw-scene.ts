import { formatHex } from 'culori'
import { IDENTITY } from '../../../app/shared/identity.ts'
import { toThemeColors } from '../../../app/shared/theme-colors.ts'
import { tintOf } from '../../../app/shared/tint.ts'
import { drawInitials, drawMark, measureContrastWithWhite, WAVES } from '../draw-fallbacks.ts'
import { findMark } from '../marks/find-mark.ts'
import { drawText, measureText } from './text-path.ts'

export const SCENE = { width: 1200, height: 630 }

const DARK = '#16181d'

/** Of the site itself. */
const COLORS = toThemeColors('light')

/** With less contrast to the background, text is dark. */
const MIN_CONTRAST = 3

/** A paler color of a brand is no background. */
const MIN_BACKGROUND_CONTRAST = 1.25

export interface SceneTool {
  name: string
  website_host: string | null
}

/**
 * A title on the tool's color below its mark: the picture of a shared link.
 * @param title at most four lines are shown
 * @param note the line at the bottom
 */
export function drawCover({
  tool,
  title,
  note,
}: {
  tool: SceneTool
  title: string
  note: string
}): string {
  const { background, ink } = colorsOf(tool)
  const box = { x: 72, width: SCENE.width - 144, fill: ink }
  const text = drawText(title, { ...box, y: 262, size: 76, maxLines: 4 })
  const name = drawText(note, { ...box, y: 566, size: 32, maxLines: 1 })
  return toSvg(background, `${drawTile(tool, 72, 72, 112)}${text.svg}${name.svg}`)
}

/** The cover of a launch: the tool's mark on its color. The tagline stands beside it. */
export function drawLaunch(launch: { tools: SceneTool | null }): string {
  const tool = launch.tools ?? { name: IDENTITY.name, website_host: null }
  const edge = 240
  const tile = drawTile(tool, (SCENE.width - edge) / 2, (SCENE.height - edge) / 2, edge)
  return toSvg(colorsOf(tool).background, WAVES + tile)
}

/** Tools next to each other: the picture of a shared comparison. */
export function drawComparison(tools: readonly SceneTool[], title: string): string {
  const step = (SCENE.width - 144) / Math.max(tools.length, 1)
  const marks = tools.map((tool, i) => {
    const x = 72 + i * step
    const size = 36
    const width = step - 32
    return `${drawTile(tool, x, 150, 148)}${drawText(tool.name, { x, y: 360, size, width, maxLines: 2, fill: DARK }).svg}`
  })
  return toSvg(
    COLORS.paper,
    `${marks.join('')}${drawText(title, { x: 72, y: 550, size: 40, width: SCENE.width - 144, maxLines: 1, fill: DARK }).svg}`,
  )
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

const toSvg = (background: string, content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${SCENE.width}" height="${SCENE.height}" viewBox="0 0 ${SCENE.width} ${SCENE.height}"><rect width="${SCENE.width}" height="${SCENE.height}" fill="${background}"/>${content}</svg>`

/** The mark or the initials, as a rounded tile with a pale frame. */
function drawTile(tool: SceneTool, x: number, y: number, edge: number): string {
  const mark = findMark(tool.name, tool.website_host)
  const drawing = mark ? drawMark(mark) : drawTileInitials(tool.name)
  const radius = edge * 0.22
  const id = `tile${Math.round(x)}`
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

/** The brand's color, else the tint of the name; and the text color that goes with it. */
function colorsOf({ name, website_host }: SceneTool) {
  const brand = findMark(name, website_host)?.color
  if (!brand || measureContrastWithWhite(brand) < MIN_BACKGROUND_CONTRAST) {
    return { background: toTint(name), ink: '#fff' }
  }
  const isPale = measureContrastWithWhite(brand) < MIN_CONTRAST
  return { background: brand, ink: isPale ? DARK : '#fff' }
}

/** The renderer of SVG does not know oklch(). */
const toTint = (name: string) => formatHex(tintOf(name)) ?? DARK
