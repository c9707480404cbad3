import { createReadStream } from 'node:fs'
import { copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { counted, type Files } from './files.ts'

/** Uploads that a power cut left behind are older than any upload takes, in milliseconds. */
const LEFT_BEHIND = 24 * 3600 * 1000

/** @param folder holds the files; made when it is not there */
export function createDiskFiles(folder: string): Files {
  const incoming = join(folder, 'incoming')
  const ready = (async () => {
    await makeFolder(incoming)
    for (const name of await readdir(incoming)) {
      const file = join(incoming, name)
      const { mtimeMs } = await stat(file)
      if (Date.now() - mtimeMs > LEFT_BEHIND) await rm(file, { force: true })
    }
  })().catch(() => {})
  const fileOf = (key: string) => join(folder, key)
  const placed = async (part: string, key: string) => {
    const place = dirname(fileOf(key))
    await makeFolder(place)
    await rename(part, fileOf(key))
    await sync(place)
  }
  return {
    async stage(bytes, limit) {
      await ready
      const part = join(incoming, crypto.randomUUID())
      const about = { size: 0, head: new Uint8Array() }
      const handle = await open(part, 'w', 0o600)
      try {
        for await (const chunk of counted(bytes, limit, about)) await handle.write(chunk)
        await handle.sync()
      } catch (error) {
        await rm(part, { force: true })
        throw error
      } finally {
        await handle.close()
      }
      return { ...about, keep: (key) => placed(part, key), drop: () => rm(part, { force: true }) }
    },
    async copy(from, to) {
      await ready
      const part = join(incoming, crypto.randomUUID())
      await copyFile(fileOf(from), part)
      await sync(part)
      await placed(part, to)
    },
    remove: (key) => rm(fileOf(key), { force: true }),
    size: (key) =>
      stat(fileOf(key)).then(
        (about) => about.size,
        () => undefined,
      ),
    read: async (key, part) =>
      Readable.toWeb(createReadStream(fileOf(key), part)) as ReadableStream,
  }
}

/** A folder that was not there survives a power cut only with the one above it. */
async function makeFolder(folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (made) await sync(dirname(made))
}

/** Leaves a file's bytes, or the names in a folder, on the disk. @throws {Error} when it cannot */
async function sync(path: string): Promise<void> {
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
