import { storageError } from '../errors.ts'

/** The bytes of objects by generated keys: a store never sees the names that clients choose. */
export interface Files {
  /**
   * Receives bytes, which are not visible before `keep`.
   * @throws {ApiError} 413 past the limit
   */
  stage(bytes: AsyncIterable<Uint8Array>, maxBytes: number): Promise<StagedFile>
  copy(from: string, to: string): Promise<void>
  remove(key: string): Promise<void>
  /** In bytes; nothing if the file does not exist. */
  size(key: string): Promise<number | undefined>
  read(key: string, range: ByteRange): Promise<ReadableStream>
}

/** The store of uploaded files cannot be reached, or refuses to work. Its message names the store. */
export class FileStoreError extends Error {
  override readonly name = 'FileStoreError'
}

/** The first and the last byte. */
export interface ByteRange {
  start: number
  end: number
}

export interface StagedFile {
  /** In bytes. */
  size: number
  /** The first bytes, which determine the media type. */
  head: Uint8Array
  /** Makes the whole file visible under a key, atomically. */
  keep(key: string): Promise<void>
  drop(): Promise<void>
}

/** `file-type` needs at most so many bytes. */
export const HEAD_BYTES = 4100

export const fileKeyOf = ({ id, version }: { id: string; version: string }) =>
  `${id.slice(0, 2)}/${id}-${version}`

/** Passes bytes on and counts them. */
export async function* limitBytes(
  bytes: AsyncIterable<Uint8Array>,
  maxBytes: number,
  received: { size: number; head: Uint8Array },
): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    received.size += chunk.length
    if (received.size > maxBytes) {
      throw storageError(413, 'Payload too large', 'The object exceeded the maximum allowed size')
    }
    if (received.head.length < HEAD_BYTES) {
      received.head = Buffer.concat([
        received.head,
        chunk.subarray(0, HEAD_BYTES - received.head.length),
      ])
    }
    yield chunk
  }
}
