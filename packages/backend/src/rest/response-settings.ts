import { z } from 'zod'
import { isFinalStatus } from '../responses.ts'
import { restError } from './errors.ts'

const headerList = z.array(z.record(z.string(), z.string()))

/**
 * Headers and status that a function set by `set_config('response.headers' or 'response.status', …)`.
 * @throws {ApiError} PGRST111 or PGRST112 for values that are not valid
 */
export function parseResponseSettings(result: { headers: string | null; status: string | null }): {
  headers: Headers
  status?: number
} {
  const headers = new Headers()
  for (const entry of parseHeaders(result.headers ?? '[]')) {
    for (const [name, value] of Object.entries(entry)) headers.append(name, value)
  }
  if (!result.status) return { headers }
  const status = Number(result.status)
  if (!/^\d+$/.test(result.status) || !isFinalStatus(status)) {
    throw restError(500, 'PGRST112', 'response.status guc must be a valid status code')
  }
  return { headers, status }
}

function parseHeaders(text: string) {
  try {
    const list = headerList.parse(JSON.parse(text))
    // Throws for names and values that are not valid in a header, before the response is built.
    for (const entry of list) new Headers(entry)
    return list
  } catch {
    throw restError(
      500,
      'PGRST111',
      'response.headers guc must be a JSON array composed of objects with a single key and a string value',
    )
  }
}
