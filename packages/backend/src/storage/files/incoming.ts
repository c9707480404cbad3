import { mkdirSync } from 'node:fs'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { limitBytes } from './files.ts'

/** Longer than any upload takes: older files were left by a power cut. */
const ABANDONED_MS = 24 * 3600 * 1000

/** A complete upload that has not been stored yet. */
export interface IncomingFile {
  /** Path of its bytes. */
  path: string
  /** In bytes. */
  size: number
  /** The first bytes. */
  head: Uint8Array
  drop(): Promise<void>
}

/** Uploads are on disk until they are complete, so that memory use does not depend on their size. */
export interface IncomingFolder {
  /**
   * @throws {ApiError} 413 past the limit; after an error nothing is left on disk
   */
  receive(bytes: AsyncIterable<Uint8Array>, maxBytes: number): Promise<IncomingFile>
  /** A path for a file that is created otherwise. */
  newPath(): Promise<string>
}

/**
 * @param folder created if it does not exist; abandoned files in it are removed
 * @throws {Error} if the folder cannot be created
 */
export function openIncoming(folder: string): IncomingFolder {
  // Synchronous: a backend that is closed immediately must not create folders later.
  const created = mkdirSync(folder, { recursive: true, mode: 0o700 })
  const ready = sweep(folder, created).catch(() => {})
  const newPath = async () => {
    await ready
    return join(folder, crypto.randomUUID())
  }
  return {
    newPath,
    async receive(bytes, maxBytes) {
      const path = await newPath()
      const received = { size: 0, head: new Uint8Array() }
      const handle = await open(path, 'w', 0o600)
      try {
        await handle.writeFile(limitBytes(bytes, maxBytes, received))
        await handle.sync()
      } catch (error) {
        await rm(path, { force: true })
        throw error
      } finally {
        await handle.close()
      }
      return { ...received, path, drop: () => rm(path, { force: true }) }
    },
  }
}

async function sweep(folder: string, created: string | undefined): Promise<void> {
  if (created) await sync(dirname(created))
  for (const name of await readdir(folder)) {
    const file = join(folder, name)
    const { mtimeMs } = await stat(file)
    if (Date.now() - mtimeMs > ABANDONED_MS) await rm(file, { force: true })
  }
}

/** Creates a folder, and syncs its parent: otherwise a power cut would lose the new folder. */
export async function makeFolder(folder: string): Promise<void> {
  const created = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (created) await sync(dirname(created))
}

/** Writes a file's bytes, or the names in a folder, to the disk. @throws {Error} if that fails */
export async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    // Windows cannot open folders, and writes their names itself.
    if (process.platform === 'win32') return undefined
    throw error
  })
  try {
    await handle?.sync()
  } finally {
    await handle?.close()
  }
}
