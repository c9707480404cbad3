import type { BadgeText } from '../../app/data/site.ts'
import { escapeXml } from '../../app/shared/escape-xml.ts'
import { toThemeColors } from '../../app/shared/theme-colors.ts'
import { drawRating } from './draw-mark.ts'
import { drawText, measureText } from './scenes/text-path.ts'

/** In pixels. The text is large enough to be read at half of the height. */
const HEIGHT = 40
const FONT_SIZE = 23
const BASELINE = 28
const PADDING = 12
const MARK_WIDTH = 104

/** A badge with text as outlines, so that it looks the same on every site. */
export function drawBadge(
  { label, message, rated, alt }: BadgeText,
  theme: 'light' | 'dark',
): string {
  const colors = toThemeColors(theme)
  const onCard = { ...colors, paper: colors.card }
  const left = Math.ceil(measureText(label, FONT_SIZE)) + 2 * PADDING
  const mark = rated ? MARK_WIDTH + 10 : 0
  const width = left + mark + Math.ceil(measureText(message, FONT_SIZE)) + 2 * PADDING
  const write = (text: string, x: number, fill: string) =>
    drawText(text, { x, y: BASELINE, size: FONT_SIZE, width: 1000, maxLines: 1, fill }).svg
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="${escapeXml(alt)}" width="${width}" height="${HEIGHT}" viewBox="0 0 ${width} ${HEIGHT}">`,
    `<title>${escapeXml(alt)}</title>`,
    `<rect x="1" y="1" width="${width - 2}" height="${HEIGHT - 2}" rx="7" fill="${colors.card}" stroke="${colors.ink}" stroke-width="2"/>`,
    `<path d="M8 1h${left - 8}v${HEIGHT - 2}h-${left - 8}a7 7 0 0 1-7-7V8a7 7 0 0 1 7-7z" fill="${colors.ink}"/>`,
    write(label, PADDING, colors['on-ink']),
    rated
      ? drawRating(rated, { x: left + PADDING, y: 20, width: MARK_WIDTH, stroke: 12 }, onCard)
      : '',
    write(message, left + PADDING + mark, colors.ink),
    '</svg>',
  ].join('')
}
