import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { millisecondsInDay } from 'date-fns/constants'
import pLimit from 'p-limit'

/** A picture is fetched again after this long. */
const LIFETIME_MS = 30 * millisecondsInDay
/** After a failure a picture is not fetched again for this long. */
const MISSING_LIFETIME_MS = millisecondsInDay
const MISSES_MAX = 50_000
const FETCHES_AT_ONCE = 4
const WAITING_MAX = 200
const BYTES_MAX = 200 * 1024 * 1024
/** An incomplete file of this age was abandoned. */
const WRITING_MAX_MS = 60_000

/**
 * Stores finished pictures on disk; concurrent requests for a picture wait for the same drawing.
 * @param bytesMax above it the oldest are removed; the folder may exceed it by a tenth
 */
export function createPictureStore(
  folder: string,
  log: (error: unknown) => void,
  bytesMax = BYTES_MAX,
) {
  const misses = new Map<string, number>()
  const underWay = new Map<string, Promise<Buffer | undefined>>()
  const limit = pLimit(FETCHES_AT_ONCE)
  const ready = mkdir(folder, { recursive: true }).then(() => evictFiles(folder, bytesMax))
  ready.catch(log)
  let addedBytes = 0

  /** Evicts files after each tenth of the limit. */
  function countAdded(bytes: number): void {
    addedBytes += bytes
    if (addedBytes < bytesMax / 10) return
    addedBytes = 0
    evictFiles(folder, bytesMax).catch(log)
  }

  async function drawAndStore(
    file: string,
    draw: () => Promise<Buffer>,
  ): Promise<Buffer | undefined> {
    const missed = misses.get(file)
    if (missed && Date.now() - missed < MISSING_LIFETIME_MS) return undefined
    // A full queue is no failure of this picture, so it is not recorded as missing.
    if (limit.pendingCount >= WAITING_MAX) return undefined
    let picture: Buffer
    try {
      picture = await limit(draw)
    } catch {
      if (misses.size >= MISSES_MAX) misses.clear()
      misses.set(file, Date.now())
      // An old picture is better than none.
      return readFile(file).catch(() => undefined)
    }
    misses.delete(file)
    // If storing fails, as on a full disk, this request still gets the picture.
    await storePicture(file, picture).catch(log)
    return picture
  }

  async function storePicture(file: string, picture: Buffer): Promise<void> {
    // Renamed when complete, so that no reader sees a part of it.
    const part = `${file}.${crypto.randomUUID()}.part`
    try {
      await writeFile(part, picture)
      await rename(part, file)
    } catch (error) {
      await rm(part, { force: true })
      throw error
    }
    countAdded(picture.byteLength)
  }

  /**
   * @param sources names everything that the picture depends on
   * @returns undefined if the picture cannot be drawn
   */
  return async function pictureOf(
    sources: string,
    draw: () => Promise<Buffer>,
  ): Promise<Buffer | undefined> {
    await ready
    const file = join(folder, `${createHash('sha256').update(sources).digest('hex')}.webp`)
    const known = await readFresh(file)
    if (known) return known
    const running =
      underWay.get(file) ?? drawAndStore(file, draw).finally(() => underWay.delete(file))
    underWay.set(file, running)
    return running
  }
}

async function readFresh(file: string): Promise<Buffer | undefined> {
  try {
    const { mtimeMs } = await stat(file)
    return Date.now() - mtimeMs < LIFETIME_MS ? await readFile(file) : undefined
  } catch {
    return undefined
  }
}

/** Removes abandoned files, and the oldest pictures while the folder exceeds the limit. */
async function evictFiles(folder: string, bytesMax: number): Promise<void> {
  const files = await Promise.all(
    (await readdir(folder)).map(async (name) => {
      const path = join(folder, name)
      // A file may be renamed or removed meanwhile.
      const { size, mtimeMs } = await stat(path).catch(() => ({ size: 0, mtimeMs: Date.now() }))
      return { path, size, mtimeMs }
    }),
  )
  let room = bytesMax
  for (const { path, size, mtimeMs } of files.sort((a, b) => b.mtimeMs - a.mtimeMs)) {
    room -= size
    const isAbandoned = path.endsWith('.part') && Date.now() - mtimeMs > WRITING_MAX_MS
    if (room < 0 || isAbandoned) await rm(path, { force: true })
  }
}
