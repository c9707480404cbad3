import { formatHex } from 'culori'
import { IDENTITY } from '../../../app/shared/identity.ts'
import { tintOf } from '../../../app/shared/logo-tint.ts'
import { toThemeColors } from '../../../app/shared/theme-colors.ts'
import { drawInitials, drawMark, measureContrastWithWhite } from '../draw-fallbacks.ts'
import { findMark } from '../marks/find-mark.ts'
import { createNumbers, drawSketch, SKETCHES, type SketchKind, sketchesOf } from './sketches.ts'
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
 * A title on the tool's color next to its mark and a sketch of an interface: the first picture of a
 * launch, and the picture of a shared link.
 * @param title at most four lines are shown
 * @param note the line at the bottom
 * @param sketch none: the title takes the width
 */
export function drawCover({
  tool,
  title,
  note,
  sketch,
}: {
  tool: SceneTool
  title: string
  note: string
  sketch?: SketchKind
}): string {
  const { background, ink, accent } = colorsOf(tool)
  const width = sketch ? 540 : SCENE.width - 144
  const size = sketch ? 60 : 76
  const text = drawText(title, { x: 72, y: 262, size, width, maxLines: 4, fill: ink })
  const name = drawText(note, {
    x: 72,
    y: 566,
    size: 32,
    width,
    maxLines: 1,
    fill: ink,
  })
  const window = sketch
    ? `<g transform="translate(676 96)">${drawSketch(sketch, { width: 640, height: 480, accent, below: createNumbers(tool.name) })}</g>`
    : ''
  return toSvg(background, `${drawTile(tool, 72, 72, 112)}${text.svg}${name.svg}${window}`)
}

/** A sketch of the tool's interface on a pale tint of its color. */
export function drawInterface(tool: SceneTool, kind: SketchKind): string {
  const { background, accent } = colorsOf(tool)
  const sketch = drawSketch(kind, {
    width: 960,
    height: 560,
    accent,
    below: createNumbers(`${tool.name} ${kind}`),
  })
  return toSvg(
    '#f3f3f0',
    `<rect width="${SCENE.width}" height="${SCENE.height}" fill="${background}" opacity=".16"/><g transform="translate(120 96)">${sketch}</g>${drawTile(tool, 1056, 40, 88)}`,
  )
}

/**
 * A picture of a launch.
 * @param picture a value of `pictures`; none: the cover without a sketch
 */
export function drawLaunch(
  launch: { tagline: string | null; tools: (SceneTool & { category: string }) | null },
  picture?: string,
): string {
  const tool = launch.tools ?? { name: IDENTITY.name, website_host: null, category: '' }
  const kind = SKETCHES.find((each) => picture === `drawn/${each}`)
  if (kind) return drawInterface(tool, kind)
  const cover = { tool, title: launch.tagline ?? '', note: tool.name }
  return drawCover(picture ? { ...cover, sketch: sketchesOf(tool.category)[0] } : cover)
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

/** The brand's color, else the tint of the name; and the text color and the accent that go with it. */
function colorsOf({ name, website_host }: SceneTool) {
  const brand = findMark(name, website_host)?.color
  if (!brand || measureContrastWithWhite(brand) < MIN_BACKGROUND_CONTRAST) {
    const tint = toTint(name)
    return { background: tint, ink: '#fff', accent: tint }
  }
  const isPale = measureContrastWithWhite(brand) < MIN_CONTRAST
  return { background: brand, ink: isPale ? DARK : '#fff', accent: brand }
}

/** The renderer of SVG does not know oklch(). */
const toTint = (name: string) => formatHex(tintOf(name)) ?? DARK
