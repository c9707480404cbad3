import { createReadStream } from 'node:fs'
import { copyFile, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'

/** Names of our own making alone: what a person called the file never reaches the disk. */
export function fileOf(filesDir: string, { id, version }: { id: string; version: string }): string {
  return join(filesDir, id.slice(0, 2), `${id}-${version}`)
}

/** The file is there whole, or not at all. */
export async function writeWhole(file: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const handle = await open(`${file}.part`, 'w', 0o600)
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(`${file}.part`, file)
}

export async function copyWhole(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  await copyFile(from, `${to}.part`)
  await rename(`${to}.part`, to)
}

export const remove = (file: string) => rm(file, { force: true })

/** Bytes of a file; nothing when it is not there. */
export async function sizeOf(file: string): Promise<number | undefined> {
  return stat(file).then(
    (about) => about.size,
    () => undefined,
  )
}

/** @param part first and last byte, both included */
export function stream(file: string, part?: { start: number; end: number }): ReadableStream {
  return Readable.toWeb(createReadStream(file, part)) as ReadableStream
}
