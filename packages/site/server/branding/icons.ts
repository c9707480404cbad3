import { type Context, Hono } from 'hono'
import { etag } from 'hono/etag'
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

type IconName = keyof typeof ICONS

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

const HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  // An SVG opened by itself is a document.
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  // The next start may have another icon at the same address.
  'Cache-Control': 'no-cache',
}

/** Serves the operator's icon at the addresses of the built one. Each PNG is drawn at its first request. */
export function serveIcons(icon: Buffer): Hono {
  const drawn = new Map<IconName, Promise<Buffer>>()
  const draw = (name: IconName) => {
    const drawing = drawn.get(name) ?? drawIcon(icon, name)
    drawn.set(name, drawing)
    return drawing
  }
  const answer = (c: Context, bytes: Buffer, type: string) =>
    c.body(new Uint8Array(bytes), 200, { ...HEADERS, 'Content-Type': type })
  const app = new Hono()
  app.use('/icon.svg', etag())
  app.use('/icons/*', etag())
  app.get('/icon.svg', (c) => answer(c, icon, 'image/svg+xml'))
  for (const name of ICON_NAMES) {
    app.get(`/icons/${name}`, async (c) => answer(c, await draw(name), 'image/png'))
  }
  return app
}
