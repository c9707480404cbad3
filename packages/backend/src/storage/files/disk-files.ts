import { createReadStream } from 'node:fs'
import { copyFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import type { Files } from './files.ts'
import { makeFolder, openIncoming, sync } from './incoming.ts'

/** @param folder created if it does not exist */
export function createDiskFiles(folder: string): Files {
  const incoming = openIncoming(join(folder, 'incoming'))
  const toPath = (key: string) => join(folder, key)
  const moveTo = async (path: string, key: string) => {
    const target = dirname(toPath(key))
    await makeFolder(target)
    await rename(path, toPath(key))
    await sync(target)
  }
  return {
    async stage(bytes, maxBytes) {
      const { path, ...received } = await incoming.receive(bytes, maxBytes)
      return { ...received, keep: (key) => moveTo(path, key) }
    },
    async copy(from, to) {
      const path = await incoming.newPath()
      await copyFile(toPath(from), path)
      await sync(path)
      await moveTo(path, to)
    },
    remove: (key) => rm(toPath(key), { force: true }),
    size: (key) =>
      stat(toPath(key)).then(
        ({ size }) => size,
        () => undefined,
      ),
    read: async (key, range) =>
      Readable.toWeb(createReadStream(toPath(key), range)) as ReadableStream,
  }
}
