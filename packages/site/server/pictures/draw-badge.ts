import type { BadgeText } from '../../app/data/site.ts'
import { escapeXml } from '../../app/shared/escape-xml.ts'
import { toThemeColors } from '../../app/shared/theme-colors.ts'
import { drawText, measureText } from './scenes/text-path.ts'

/** In pixels. The text is large enough to be read at half of the height. */
const HEIGHT = 40
const FONT_SIZE = 23
const BASELINE = 28
const PADDING = 12
const STAR_SIZE = 24

/** A star of 24 by 24 pixels. */
const STAR = 'M12 1.8l3.1 6.4 7 1-5.1 4.9 1.2 7-6.2-3.3-6.2 3.3 1.2-7L1.9 9.2l7-1z'

/** A badge with text as outlines, so that it looks the same on every site. */
export function drawBadge(
  { label, message, hasStar, alt }: BadgeText,
  theme: 'light' | 'dark',
): string {
  const colors = toThemeColors(theme)
  const left = Math.ceil(measureText(label, FONT_SIZE)) + 2 * PADDING
  const star = hasStar ? STAR_SIZE + 6 : 0
  const width = left + star + Math.ceil(measureText(message, FONT_SIZE)) + 2 * PADDING
  const write = (text: string, x: number, fill: string) =>
    drawText(text, { x, y: BASELINE, size: FONT_SIZE, width: 1000, maxLines: 1, fill }).svg
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="${escapeXml(alt)}" width="${width}" height="${HEIGHT}" viewBox="0 0 ${width} ${HEIGHT}">`,
    `<title>${escapeXml(alt)}</title>`,
    `<rect x="1" y="1" width="${width - 2}" height="${HEIGHT - 2}" rx="7" fill="${colors.card}" stroke="${colors.ink}" stroke-width="2"/>`,
    `<path d="M8 1h${left - 8}v${HEIGHT - 2}h-${left - 8}a7 7 0 0 1-7-7V8a7 7 0 0 1 7-7z" fill="${colors.ink}"/>`,
    write(label, PADDING, colors['on-ink']),
    hasStar
      ? `<path transform="translate(${left + PADDING} 8)" d="${STAR}" fill="${colors.marker}" stroke="${colors.ink}" stroke-width="1.5" stroke-linejoin="round"/>`
      : '',
    write(message, left + PADDING + star, colors.ink),
    '</svg>',
  ].join('')
}
