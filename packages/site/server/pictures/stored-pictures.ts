import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import type { Site } from '../../app/data/site.ts'
import { encodePicture, type Frame } from './encode-picture.ts'

/** Memory of cached pictures, in bytes. */
const CAPACITY_BYTES = 16 * 1024 ** 2
const READS_AT_ONCE = 32
const READS_WAITING_MAX = 200
const DRAWINGS_AT_ONCE = 2
/** The most pixels of an original, as of a camera. The site's own uploads have a sixtieth of it. */
const PIXELS_MAX = 16_000_000
/** Concurrent drawings: each has an original of up to 2 MB in memory. */
const DRAWINGS_WAITING_MAX = 50
/** Timeout for reading an original, in milliseconds. */
const TIMEOUT_MS = 5000
/** A picture that could not be drawn is not tried again for this long, in milliseconds. */
const MISSING_LIFETIME_MS = 600_000

/** After an answer that the store is down, reads are refused for this long, in milliseconds: each would wait. */
const PAUSE_MS = 5000

/** Cached for an upload that is no picture. */
const NONE = Buffer.alloc(0)

/**
 * Uploaded pictures, smaller. The original is read each time, so that one that was removed is gone
 * at once, and the smaller picture is cached in memory by the original's bytes, not on disk.
 */
export function createStoredPictures(supabase: Site['supabase'], log: (error: unknown) => void) {
  let pausedUntil = 0
  const isPaused = () => performance.now() < pausedUntil
  const reads = pLimit(READS_AT_ONCE)
  const drawings = pLimit(DRAWINGS_AT_ONCE)
  const underWay = new Map<string, ReturnType<typeof readOriginal>>()
  const finished = new LRUCache<string, Buffer, Drawing>({
    maxSize: CAPACITY_BYTES,
    sizeCalculation: (picture, key) => picture.byteLength + key.length,
    // A request that waits for a drawing gets it even if the entry is evicted meanwhile.
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _stale, { options, context: { original, frame } }) =>
      drawings(() => encodePicture(original, frame, PIXELS_MAX)).catch(() => {
        options.ttl = MISSING_LIFETIME_MS
        return NONE
      }),
  })

  async function readOriginal(bucket: string, path: string): Promise<Buffer | 'busy' | undefined> {
    if (isPaused()) return 'busy'
    const { data, error } = await supabase.storage
      .from(bucket)
      .download(path, {}, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (!error) return Buffer.from(await data.arrayBuffer())
    // Supabase returns 400 for a missing object.
    if (error.status === 400 || error.status === 404) return undefined
    const failure = new Error(`a stored picture cannot be read: ${error.message}`)
    // Other errors may be due to this picture alone.
    if (error.status !== 503) throw failure
    if (!isPaused()) log(failure)
    pausedUntil = performance.now() + PAUSE_MS
    return 'busy'
  }

  /** Concurrent requests share one download: a page shows a picture in several widths. */
  function loadOriginal(bucket: string, path: string): ReturnType<typeof readOriginal> {
    const key = `${bucket}/${path}`
    const reading =
      underWay.get(key) ??
      reads(() => readOriginal(bucket, path)).finally(() => underWay.delete(key))
    underWay.set(key, reading)
    return reading
  }

  /**
   * @returns undefined if there is no such picture; 'busy' if too many requests wait, or the store is down
   * @throws {Error} for another error of the backend
   */
  return async (
    bucket: string,
    path: string,
    frame: Frame,
  ): Promise<Buffer | 'busy' | undefined> => {
    if (reads.pendingCount >= READS_WAITING_MAX) return 'busy'
    const original = await loadOriginal(bucket, path)
    if (!original || original === 'busy') return original
    const key = `${createHash('sha256').update(original).digest('hex')} ${frame.width}x${frame.height}`
    if (!finished.has(key) && drawings.pendingCount >= DRAWINGS_WAITING_MAX) return 'busy'
    const picture = await finished.fetch(key, { context: { original, frame } })
    return picture?.byteLength ? picture : undefined
  }
}

interface Drawing {
  original: Buffer
  frame: Frame
}
