import { storageError } from '../errors.ts'

/** The bytes of objects, by keys of our own making: what people call a file never reaches a store. */
export interface Files {
  /**
   * Takes bytes in; nobody sees them before they are kept.
   * @param limit bytes
   * @throws {ApiError} 413 past the limit
   */
  stage(bytes: AsyncIterable<Uint8Array>, limit: number): Promise<Staged>
  copy(from: string, to: string): Promise<void>
  remove(key: string): Promise<void>
  /** In bytes; nothing when it is not there. */
  size(key: string): Promise<number | undefined>
  /** @param part first and last byte, both included */
  read(key: string, part: Part): Promise<ReadableStream>
}

export interface Part {
  start: number
  end: number
}

export interface Staged {
  /** bytes */
  size: number
  /** The first of them, by which their type is known. */
  head: Uint8Array
  /** The file is there whole, or not at all. */
  keep(key: string): Promise<void>
  drop(): Promise<void>
}

/** As many as any known type needs. */
export const HEAD = 4100

export const keyOf = ({ id, version }: { id: string; version: string }) =>
  `${id.slice(0, 2)}/${id}-${version}`

/** Passes bytes on, and counts them. */
export async function* counted(
  bytes: AsyncIterable<Uint8Array>,
  limit: number,
  about: { size: number; head: Uint8Array },
): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    about.size += chunk.length
    if (about.size > limit) {
      throw storageError(413, 'Payload too large', 'The object exceeded the maximum allowed size')
    }
    if (about.head.length < HEAD) {
      about.head = Buffer.concat([about.head, chunk.subarray(0, HEAD - about.head.length)])
    }
    yield chunk
  }
}
