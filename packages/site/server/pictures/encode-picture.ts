import { loadSharp } from './load-sharp.ts'

/** Bounds the memory that a decompression bomb takes. */
const PIXELS_MAX = 40_000_000

/** No SVG: a few nested references take seconds of processor time. */
const RASTERS = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'])

export interface Frame {
  width: number
  height: number
  fit: 'contain' | 'cover'
}

/**
 * Decodes a picture and encodes it as WebP, so that no foreign bytes and no camera metadata are
 * passed on.
 * @param limitInputPixels the most pixels of the original
 * @throws {Error} if it is not a raster picture or is too large
 */
export async function encodePicture(
  bytes: Buffer,
  { width, height, fit }: Frame,
  limitInputPixels = PIXELS_MAX,
): Promise<Buffer> {
  const { fileTypeFromBuffer } = await import('file-type')
  const type = await fileTypeFromBuffer(bytes)
  if (!type || !RASTERS.has(type.mime)) throw new Error('not a supported picture')
  const sharp = await loadSharp()
  return sharp(bytes, { limitInputPixels, failOn: 'error', pages: 1 })
    .rotate()
    .resize({
      width,
      height,
      fit: fit === 'contain' ? 'inside' : 'cover',
      withoutEnlargement: true,
    })
    .webp({ quality: 82, effort: 3 })
    .timeout({ seconds: 5 })
    .toBuffer()
}

/** Rasterizes an SVG that the site has drawn, for mails: many programs show neither SVG nor WebP. */
export async function encodePng(svg: Buffer): Promise<Buffer> {
  const sharp = await loadSharp()
  return sharp(svg).png({ palette: true }).toBuffer()
}

/**
 * Encodes a picture that the site has made as JPEG, for other sites: several show no WebP beside a link.
 * @param width in pixels, for an SVG
 */
export async function encodeJpeg(picture: Buffer, width?: number): Promise<Buffer> {
  const sharp = await loadSharp()
  return sharp(picture)
    .resize(width ? { width } : {})
    .flatten({ background: '#fff' })
    .jpeg({ quality: 85 })
    .toBuffer()
}
