import { join } from 'node:path'
import { type Font, openSync } from 'fontkit'

const FONTS = join(import.meta.dirname, '..', '..', '..', 'app', 'ui', 'fonts')

/** The display typeface in its default weight; the second file has the letters beyond Western Europe. */
const FILES = ['bricolage-grotesque-latin.woff2', 'bricolage-grotesque-latin-ext.woff2']

const LINE_HEIGHT = 1.12

let fonts: Font[] | undefined

interface TextBox {
  /** The left edge and the first baseline, in pixels. */
  x: number
  y: number
  /** In pixels. */
  size: number
  /** Lines are wrapped at this width, in pixels. */
  width: number
  /** A longer text ends with an ellipsis. */
  maxLines: number
  /** As an SVG color. */
  fill: string
}

/**
 * Text as SVG paths: a server without installed fonts draws the same picture. Characters without a
 * glyph are left out.
 * @returns the paths, and the number of lines
 */
export function drawText(text: string, box: TextBox): { svg: string; lines: number } {
  const lines = wrapText(text, box)
  const svg = lines
    .map((line, i) => drawLine(line, { ...box, y: box.y + i * box.size * LINE_HEIGHT }))
    .join('')
  return { svg: `<g fill="${box.fill}">${svg}</g>`, lines: lines.length }
}

/** @param size in pixels @returns the width in pixels */
export function measureText(text: string, size: number): number {
  return toGlyphs(text).reduce((sum, { advance }) => sum + advance, 0) * size
}

function wrapText(text: string, { size, width, maxLines }: TextBox): string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1)
    const longer = last === undefined ? word : `${last} ${word}`
    if (last !== undefined && measureText(longer, size) <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  if (lines.length <= maxLines && lines.every((line) => measureText(line, size) <= width))
    return lines
  return lines.slice(0, maxLines).map((line, i) => {
    const isCut = i === maxLines - 1 && lines.length > maxLines
    return shortenLine(isCut ? `${line}…` : line, size, width)
  })
}

function shortenLine(line: string, size: number, width: number): string {
  let shown = line
  while (shown.length > 1 && measureText(shown, size) > width)
    shown = `${shown.replace(/…$/, '').slice(0, -1).trimEnd()}…`
  return shown
}

function drawLine(line: string, { x, y, size }: { x: number; y: number; size: number }): string {
  let left = x
  return toGlyphs(line)
    .map(({ path, advance, unitsPerEm }) => {
      const scale = size / unitsPerEm
      const at = left
      left += advance * size
      return path
        ? `<path transform="translate(${at.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(5)} ${(-scale).toFixed(5)})" d="${path}"/>`
        : ''
    })
    .join('')
}

/** @returns for each character its outline, and its width as a share of the font size */
function toGlyphs(text: string) {
  fonts ??= FILES.map((file) => openSync(join(FONTS, file)) as Font)
  return Array.from(text).flatMap((character) => {
    const codePoint = character.codePointAt(0) ?? 0
    const font = fonts?.find((each) => each.hasGlyphForCodePoint(codePoint))
    if (!font) return []
    const glyph = font.glyphForCodePoint(codePoint)
    return {
      path: glyph.path.toSVG(),
      advance: glyph.advanceWidth / font.unitsPerEm,
      unitsPerEm: font.unitsPerEm,
    }
  })
}
