import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { counted } from './files.ts'

/** Uploads that a power cut left behind are older than any upload takes, in milliseconds. */
const LEFT_BEHIND = 24 * 3600 * 1000

/** An upload that is here whole, and nowhere else yet. */
export interface Incoming {
  /** Where its bytes lie. */
  part: string
  /** bytes */
  size: number
  /** The first of them. */
  head: Uint8Array
  drop(): Promise<void>
}

/** Where uploads wait on disk until they are known whole: memory stays small however large they are. */
export interface IncomingFolder {
  /**
   * @param limit bytes
   * @throws {ApiError} 413 past the limit; then, and where the bytes break off, nothing is left
   */
  take(bytes: AsyncIterable<Uint8Array>, limit: number): Promise<Incoming>
  /** A place for one that comes another way. */
  newPart(): Promise<string>
}

/** @param folder made when it is not there; what was left in it long ago is removed */
export function openIncoming(folder: string): IncomingFolder {
  const ready = sweep(folder).catch(() => {})
  const newPart = async () => {
    await ready
    return join(folder, crypto.randomUUID())
  }
  return {
    newPart,
    async take(bytes, limit) {
      const part = await newPart()
      const about = { size: 0, head: new Uint8Array() }
      const handle = await open(part, 'w', 0o600)
      try {
        await handle.writeFile(counted(bytes, limit, about))
        await handle.sync()
      } catch (error) {
        await rm(part, { force: true })
        throw error
      } finally {
        await handle.close()
      }
      return { ...about, part, drop: () => rm(part, { force: true }) }
    },
  }
}

async function sweep(folder: string): Promise<void> {
  await makeFolder(folder)
  for (const name of await readdir(folder)) {
    const file = join(folder, name)
    const { mtimeMs } = await stat(file)
    if (Date.now() - mtimeMs > LEFT_BEHIND) await rm(file, { force: true })
  }
}

/** A folder that was not there survives a power cut only with the one above it. */
export async function makeFolder(folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (made) await sync(dirname(made))
}

/** Leaves a file's bytes, or the names in a folder, on the disk. @throws {Error} when it cannot */
export async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    // Windows opens no folders, and writes their names itself.
    if (process.platform === 'win32') return undefined
    throw error
  })
  try {
    await handle?.sync()
  } finally {
    await handle?.close()
  }
}
