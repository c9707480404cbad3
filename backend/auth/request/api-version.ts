import { z } from 'zod'
import { ApiError } from '../../api-error.ts'

/** GoTrue's header for the version of its errors; clients send and read it. */
export const API_VERSION_HEADER = 'X-Supabase-Api-Version'

/** Since this version an error has its code as a text. The clients of supabase-js request it. */
const VERSION = '2024-01-01'

/** Later versions than the last one count as the last one, as in GoTrue. */
const requestsVersion = (request: Request) => {
  const requested = request.headers.get(API_VERSION_HEADER) ?? ''
  return z.iso.date().safeParse(requested).success && requested >= VERSION
}

/**
 * Converts an error of this service to the version that the request names.
 * @returns the error itself for a request without a version, or an error without GoTrue's fields
 */
export function toRequestedVersion(request: Request, error: ApiError): ApiError {
  const { code: _status, error_code: code, msg, message, ...more } = error.body
  if (code === undefined || !requestsVersion(request)) return error
  const headers = { ...error.headers, [API_VERSION_HEADER]: VERSION }
  return new ApiError(error.status, { code, message: msg ?? message, ...more }, headers)
}
