import type { Sharp } from 'sharp'
import { loadSharp } from '../pictures/load-sharp.ts'

/** The pictures of the icon for systems that cannot show SVG: the edge in pixels, and the icon's share of it. */
const ICONS = {
  'icon-192.png': { edge: 192, share: 1 },
  'icon-512.png': { edge: 512, share: 1 },
  // The system may cut off what is not in the middle.
  'maskable-512.png': { edge: 512, share: 0.8 },
  'apple-touch-icon.png': { edge: 180, share: 0.9 },
} as const

export type IconName = keyof typeof ICONS

export const ICON_NAMES = Object.keys(ICONS) as IconName[]

/** Draws an icon as PNG, on the color of its first rectangle. */
export async function drawIcon(svg: Buffer, name: IconName): Promise<Buffer> {
  const { edge, share } = ICONS[name]
  if (share === 1) return toPng(await drawSquare(svg, edge)).toBuffer()
  const size = Math.round(edge * share)
  const margin = Math.round((edge - size) / 2)
  const input = await toPng(await drawSquare(svg, size)).toBuffer()
  const background = /<rect[^>]*fill="(#[0-9a-f]{3,8})"/i.exec(String(svg))?.[1] ?? '#000000'
  const sharp = await loadSharp()
  const ground = sharp({ create: { width: edge, height: edge, channels: 3, background } })
  return toPng(ground.composite([{ input, left: margin, top: margin }])).toBuffer()
}

/** Any size of the drawing becomes the edge, so that no pixel is enlarged. */
async function drawSquare(svg: Buffer, edge: number) {
  const sharp = await loadSharp()
  const { width = edge, height = edge } = await sharp(svg).metadata()
  const density = Math.min(2400, (72 * edge) / Math.max(width, height, 1))
  const background = { r: 0, g: 0, b: 0, alpha: 0 }
  return sharp(svg, { density: Math.max(1, density) }).resize(edge, edge, {
    fit: 'contain',
    background,
  })
}

const toPng = (picture: Sharp) => picture.png({ compressionLevel: 9, palette: true })
