// `npm run icons`: draws public/icons from public/icon.svg, for systems that cannot show SVG.
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'

const PUBLIC = join(import.meta.dirname, '..', 'public')
const svg = readFileSync(join(PUBLIC, 'icon.svg'))
/** The background color: it fills the edges if the system cuts the shape. */
const background = /<rect[^>]*fill="([^"]+)"/.exec(String(svg))?.[1] ?? '#000000'

/** @param size edge in pixels */
const draw = (size: number) =>
  sharp(svg, { density: 72 * (size / 32) })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })

/** @param share of the edge that the icon takes; the system may cut off the rest */
async function onGround(size: number, share: number) {
  const edge = Math.round(size * share)
  const margin = Math.round((size - edge) / 2)
  const icon = await draw(edge).toBuffer()
  return sharp({ create: { width: size, height: size, channels: 3, background } })
    .composite([{ input: icon, left: margin, top: margin }])
    .png({ compressionLevel: 9, palette: true })
}

mkdirSync(join(PUBLIC, 'icons'), { recursive: true })
const file = (name: string) => join(PUBLIC, 'icons', name)
for (const size of [192, 512]) await draw(size).toFile(file(`icon-${size}.png`))
await (await onGround(512, 0.8)).toFile(file('maskable-512.png'))
await (await onGround(180, 0.9)).toFile(file('apple-touch-icon.png'))
