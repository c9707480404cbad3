import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { Busboy, type BusboyHeaders } from '@fastify/busboy'
import type { StorageRequest } from './context.ts'
import { badRequest } from './errors.ts'
import { MAX_METADATA_CHARACTERS } from './user-metadata.ts'

/** A file that is being uploaded. */
export interface Upload {
  bytes: AsyncIterable<Uint8Array>
  /** The media type that the client sent. */
  type: string
  cacheControl: string
  /** User metadata as JSON. */
  metadata: string
}

/**
 * The file of a request: its body, or a part of a form.
 * @throws {ApiError} 400 for a form without a file or an invalid Cache-Control; later from `bytes`, for a malformed form
 */
export async function readUpload(c: StorageRequest): Promise<Upload> {
  const type = c.req.header('content-type') ?? ''
  const { body } = c.req.raw
  if (!type.startsWith('multipart/form-data')) {
    const cacheControl = readCacheControl(c.req.header('cache-control') ?? 'no-cache')
    const metadata = Buffer.from(c.req.header('x-metadata') ?? '', 'base64').toString()
    return { bytes: body ?? Readable.from([]), type, cacheControl, metadata }
  }
  if (!body) throw badRequest('The form has no file')
  return readForm(body, type)
}

/** The longest that a cache may store a file, in seconds: it may be removed meanwhile. */
const MAX_AGE_SECONDS = 365 * 24 * 60 * 60

const capSeconds = (text: string) =>
  Math.min(MAX_AGE_SECONDS, Math.max(0, Number.parseInt(text, 10) || 0))

const DIRECTIVE =
  /^(public|private|no-cache|no-store|no-transform|must-revalidate|proxy-revalidate|immutable|(max-age|s-maxage|stale-while-revalidate|stale-if-error)=\d+)$/i

/** The header is sent with every download. @throws {ApiError} 400 for anything but the directives of RFC 9111 */
function readCacheControl(header: string): string {
  const directives = header.split(',').map((directive) => directive.trim())
  if (!directives.every((directive) => DIRECTIVE.test(directive)))
    throw badRequest('The header Cache-Control is not valid')
  return directives
    .map((directive) => directive.replace(/\d+$/, (seconds) => String(capSeconds(seconds))))
    .join(', ')
}

function readForm(body: ReadableStream, contentType: string): Promise<Upload> {
  return new Promise((resolve, reject) => {
    let seconds = 3600
    let metadata = ''
    const form = createFormParser(contentType)
    form.on('field', (name, value) => {
      if (name === 'cacheControl') seconds = capSeconds(value)
      if (name === 'metadata') metadata = value
    })
    let file: Readable | undefined
    form.on('file', (_field, stream, _name, _encoding, type) => {
      file = stream
      resolve({ bytes: readFile(stream), type, cacheControl: `max-age=${seconds}`, metadata })
    })
    pipeline(Readable.fromWeb(body as NodeStream), form).then(
      () => reject(badRequest('The form has no file')),
      (error: Error) => {
        file?.destroy(error)
        reject(isFormError(error) ? badRequest('The form cannot be read') : error)
      },
    )
  })
}

function createFormParser(contentType: string) {
  try {
    return new Busboy({
      headers: { 'content-type': contentType } as BusboyHeaders,
      isPartAFile: (_field, type, name) =>
        name !== undefined || type === 'application/octet-stream',
      // In bytes; a character has up to four. A text that was cut is recognized by its length.
      limits: { files: 1, fields: 10, fieldSize: 4 * MAX_METADATA_CHARACTERS },
    })
  } catch {
    throw badRequest('The form cannot be read')
  }
}

async function* readFile(stream: Readable): AsyncGenerator<Uint8Array> {
  try {
    yield* stream
  } catch (error) {
    throw isFormError(error) ? badRequest('The form cannot be read') : error
  }
}

/** Whether an error is due to the form's syntax: the parser's errors have messages only. */
const isFormError = (error: unknown) =>
  error instanceof Error && /multipart|part terminated|Unexpected end|boundary/i.test(error.message)
