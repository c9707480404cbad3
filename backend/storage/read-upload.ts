import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { Busboy, type BusboyHeaders } from '@fastify/busboy'
import type { StorageRequest } from './context.ts'
import { badRequest } from './errors.ts'
import { MOST_METADATA } from './user-metadata.ts'

/** A file on its way here. */
export interface Upload {
  bytes: AsyncIterable<Uint8Array>
  /** What the sender says that it is. */
  type: string
  cacheControl: string
  /** JSON of what is to be kept beside it. */
  metadata: string
}

/**
 * The file of a request, which is its body or comes in a form.
 * @throws {ApiError} 400 for a form without a file; later from `bytes`, for one that cannot be read
 */
export async function readUpload(c: StorageRequest): Promise<Upload> {
  const type = c.req.header('content-type') ?? ''
  const { body } = c.req.raw
  if (!type.startsWith('multipart/form-data')) {
    const cacheControl = c.req.header('cache-control') ?? 'no-cache'
    const metadata = Buffer.from(c.req.header('x-metadata') ?? '', 'base64').toString()
    return { bytes: body ?? Readable.from([]), type, cacheControl, metadata }
  }
  if (!body) throw badRequest('The form has no file')
  return fileOfForm(body, type)
}

function fileOfForm(body: ReadableStream, contentType: string): Promise<Upload> {
  return new Promise((resolve, reject) => {
    let seconds = 3600
    let metadata = ''
    const form = formReader(contentType)
    form.on('field', (name, value) => {
      if (name === 'cacheControl') seconds = Math.max(0, Number.parseInt(value, 10) || 0)
      if (name === 'metadata') metadata = value
    })
    let file: Readable | undefined
    form.on('file', (_field, stream, _name, _encoding, type) => {
      file = stream
      resolve({ bytes: readable(stream), type, cacheControl: `max-age=${seconds}`, metadata })
    })
    pipeline(Readable.fromWeb(body as NodeStream), form).then(
      () => reject(badRequest('The form has no file')),
      (error: Error) => {
        file?.destroy(error)
        reject(isOfForm(error) ? badRequest('The form cannot be read') : error)
      },
    )
  })
}

function formReader(contentType: string) {
  try {
    return new Busboy({
      headers: { 'content-type': contentType } as BusboyHeaders,
      isPartAFile: (_field, type, name) =>
        name !== undefined || type === 'application/octet-stream',
      // In bytes, of which a character takes four: what is cut is known by its length.
      limits: { files: 1, fields: 10, fieldSize: 4 * MOST_METADATA },
    })
  } catch {
    throw badRequest('The form cannot be read')
  }
}

async function* readable(stream: Readable): AsyncGenerator<Uint8Array> {
  try {
    yield* stream
  } catch (error) {
    throw isOfForm(error) ? badRequest('The form cannot be read') : error
  }
}

/** What the form itself is to blame for: its reader says so in words alone. */
const isOfForm = (error: unknown) =>
  error instanceof Error && /multipart|part terminated|Unexpected end|boundary/i.test(error.message)
