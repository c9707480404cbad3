import { createReadStream } from 'node:fs'
import { copyFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import type { Files } from './files.ts'
import { makeFolder, openIncoming, sync } from './incoming.ts'

/** @param folder holds the files; made when it is not there */
export function createDiskFiles(folder: string): Files {
  const incoming = openIncoming(join(folder, 'incoming'))
  const fileOf = (key: string) => join(folder, key)
  const placed = async (part: string, key: string) => {
    const place = dirname(fileOf(key))
    await makeFolder(place)
    await rename(part, fileOf(key))
    await sync(place)
  }
  return {
    async stage(bytes, limit) {
      const { part, ...taken } = await incoming.take(bytes, limit)
      return { ...taken, keep: (key) => placed(part, key) }
    },
    async copy(from, to) {
      const part = await incoming.newPart()
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
