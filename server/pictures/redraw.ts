import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'

/** What one pixel bomb may cost. */
const PIXELS_MAX = 40_000_000

/** No drawings: a few nested references in an SVG cost a processor for seconds. */
const RASTERS = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'])

// Pictures are small; the pages need the processor more.
sharp.concurrency(1)
sharp.cache(false)

export interface Frame {
  width: number
  height: number
  fit: 'contain' | 'cover'
}

/**
 * Decodes a picture and draws it anew as WebP: nothing from outside is passed on as it came, and
 * what cameras write into their files is gone.
 * @param limitInputPixels how many points a picture may have
 * @throws {Error} when it is no picture of points, or one of unreasonable size
 */
export async function redraw(
  bytes: Buffer,
  { width, height, fit }: Frame,
  limitInputPixels = PIXELS_MAX,
): Promise<Buffer> {
  const type = await fileTypeFromBuffer(bytes)
  if (!type || !RASTERS.has(type.mime)) throw new Error('not a picture that is taken')
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
