import type { ObjectRow, StorageRequest } from './context.ts'
import { objectNotFound } from './errors.ts'
import { type Files, fileKeyOf } from './files/files.ts'

/** Sends an object's bytes, a range of them (RFC 9110 §14), or 304 (§13). */
export async function sendFile(
  c: StorageRequest,
  row: ObjectRow | undefined,
  files: Files,
): Promise<Response> {
  const size = row && (await files.size(fileKeyOf(row)))
  if (!row || size === undefined) throw objectNotFound()
  const headers = createHeaders(c, row)
  if (isUnchanged(c, row)) return new Response(null, { status: 304, headers })
  const range = parseRange(c, row, size)
  if (range === 'none') {
    return new Response(null, { status: 416, headers: { 'Content-Range': `bytes */${size}` } })
  }
  const { start, end } = range ?? { start: 0, end: size - 1 }
  headers.set('Content-Length', String(end - start + 1))
  if (range) headers.set('Content-Range', `bytes ${start}-${end}/${size}`)
  const wantsBody = c.req.raw.method !== 'HEAD' && size > 0
  return new Response(wantsBody ? await files.read(fileKeyOf(row), { start, end }) : null, {
    status: range ? 206 : 200,
    headers,
  })
}

function createHeaders(c: StorageRequest, { name, metadata, updated_at }: ObjectRow): Headers {
  const headers = new Headers({
    'Content-Type': metadata.mimetype,
    'Cache-Control': metadata.cacheControl,
    ETag: metadata.eTag,
    'Last-Modified': updated_at.toUTCString(),
    'Accept-Ranges': 'bytes',
    'X-Content-Type-Options': 'nosniff',
    // An uploaded page must not run scripts on this origin.
    'Content-Security-Policy': "default-src 'none'; sandbox",
  })
  const download = c.req.query('download')
  if (download !== undefined) {
    const fileName = encodeURIComponent((download || name.split('/').at(-1) || '').toWellFormed())
    headers.set('Content-Disposition', `attachment; filename*=UTF-8''${fileName}`)
  }
  return headers
}

function isUnchanged(c: StorageRequest, { metadata, updated_at }: ObjectRow): boolean {
  const tags = c.req.header('if-none-match')
  if (tags !== undefined) {
    const entityTags = tags.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
    return entityTags.includes(metadata.eTag) || entityTags.includes('*')
  }
  const since = Date.parse(c.req.header('if-modified-since') ?? '')
  // The header has whole seconds only.
  return Math.floor(updated_at.getTime() / 1000) * 1000 <= since
}

/** The range of `bytes=…`. Several ranges and unknown units are ignored. */
function parseRange(
  c: StorageRequest,
  { metadata }: ObjectRow,
  size: number,
): { start: number; end: number } | 'none' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(c.req.header('range') ?? '') ?? []
  const ifRange = c.req.header('if-range')
  if ((first === '' && last === '') || (ifRange && ifRange !== metadata.eTag)) return undefined
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return start > end || start >= size ? 'none' : { start, end }
}
