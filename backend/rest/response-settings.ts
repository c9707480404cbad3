import { z } from 'zod'
import { isFinalStatus } from '../responses.ts'
import { restError } from './errors.ts'

const headerList = z.array(z.record(z.string(), z.string()))

/**
 * What a function says of its answer by `set_config('response.headers' or 'response.status', …)`.
 * @throws {ApiError} PGRST111 or PGRST112 for what cannot be understood
 */
export function said(outcome: { headers: string | null; status: string | null }): {
  headers: Headers
  status?: number
} {
  const headers = new Headers()
  for (const entry of listOf(outcome.headers ?? '[]')) {
    for (const [name, value] of Object.entries(entry)) headers.append(name, value)
  }
  if (!outcome.status) return { headers }
  const status = Number(outcome.status)
  if (!/^\d+$/.test(outcome.status) || !isFinalStatus(status)) {
    throw restError(500, 'PGRST112', 'response.status GUC must be a valid status code')
  }
  return { headers, status }
}

function listOf(text: string) {
  try {
    const list = headerList.parse(JSON.parse(text))
    // Names and values that no header can hold are refused here, and not while answering.
    for (const entry of list) new Headers(entry)
    return list
  } catch {
    throw restError(
      500,
      'PGRST111',
      'response.headers GUC must be a JSON array composed of objects with a single key and a string value',
    )
  }
}
