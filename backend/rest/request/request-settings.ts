import type { RequestSettings } from '../../database/database.ts'

/** Of the headers as JSON, in bytes: they are sent to the database with every statement. */
const MAX_BYTES = 4096

/**
 * What functions and policies can read of a request.
 * @param path of the API, which `request.path` does not have, as in PostgREST
 */
export function readRequestSettings(
  { headers, method, url }: Request,
  path: string,
): RequestSettings {
  const sent: Record<string, string> = {}
  let bytes = 2
  for (const [name, value] of headers) {
    const size = Buffer.byteLength(JSON.stringify({ [name]: value }))
    // A header that does not fit is left out: cutting it could change its meaning.
    if (bytes + size > MAX_BYTES) continue
    bytes += size
    sent[name] = value
  }
  return { headers: JSON.stringify(sent), method, path: new URL(url).pathname.slice(path.length) }
}
