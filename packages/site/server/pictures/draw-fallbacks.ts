import { initials } from '../../app/shared/initials.ts'
import { tintOf } from '../../app/shared/tint.ts'
import type { Mark } from './marks/find-mark.ts'

const EDGE = 128

/** Share of the tile's edge that a mark takes. */
const GLYPH_SHARE = 0.54
const FULL_COLOR_SHARE = 0.64

/** Visible on a white card as well as on a dark one. */
const NEUTRAL = '#f3f3f0'

/** With less contrast to the tile a white glyph is replaced by a dark one. */
const MIN_CONTRAST = 2.2

/** Lets the initials of the page show through. */
export const EMPTY_SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>'

/** A mark on a tile: white or dark on the brand's color, or in its own colors on a neutral tile. */
export function drawMark({ color, path, body, width = 24, height = 24 }: Mark): string {
  const share = path ? GLYPH_SHARE : FULL_COLOR_SHARE
  const scale = (EDGE * share) / Math.max(width, height)
  const [x, y] = [width, height].map((side) => ((EDGE - side * scale) / 2).toFixed(2))
  const tile = path ? color : NEUTRAL
  const glyph = path
    ? `<path fill="${measureContrastWithWhite(color ?? '') < MIN_CONTRAST ? '#16181d' : '#fff'}" d="${path}"/>`
    : body
  return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 ${EDGE} ${EDGE}"><rect width="${EDGE}" height="${EDGE}" fill="${tile}"/><g transform="translate(${x} ${y}) scale(${scale.toFixed(4)})">${glyph}</g></svg>`
}

/** @param color as #rrggbb @returns the contrast ratio of WCAG 2.1 */
function measureContrastWithWhite(color: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  })
  return 1.05 / (0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05)
}

/** A tool's initials on its tint, as the page draws them. */
export function drawInitials(name: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128"><rect width="128" height="128" fill="${tintOf(name)}"/><text x="64" y="64" dy=".35em" text-anchor="middle" font-family="system-ui, sans-serif" font-size="49" font-weight="600" fill="#fff">${escapeText(initials(name))}</text></svg>`
}

/** Pale waves at the bottom of a picture of one color. */
const WAVES =
  '<path d="M0 470 C300 380 500 560 800 450 S1100 400 1200 430 V630 H0 Z" fill="#fff" opacity=".12"/><path d="M0 540 C250 480 620 610 850 530 S1120 500 1200 520 V630 H0 Z" fill="#fff" opacity=".14"/>'

/** Replaces the picture of a launch that cannot be loaded. */
export function drawPlaceholder(seed: string): string {
  const tint = tintOf(seed)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630"><rect width="1200" height="630" fill="${tint}"/>${WAVES}</svg>`
}

const escapeText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
