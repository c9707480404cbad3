import { isTooDeep } from '../json-depth.ts'
import { badRequest, storageError } from './errors.ts'

/** In the JSON of one object's metadata. */
export const MAX_METADATA_CHARACTERS = 10_000

export type UserMetadata = Record<string, unknown>

/**
 * Parses the metadata that an uploader sends. As in Supabase Storage, anything but a JSON object is
 * ignored.
 * @throws {ApiError} 413 if it is too long, 400 if PostgreSQL cannot store it
 */
export function parseUserMetadata(json: string): UserMetadata {
  if (json.length >= MAX_METADATA_CHARACTERS) {
    throw storageError(413, 'Payload too large', 'The metadata exceeded the maximum allowed size')
  }
  if (isTooDeep(json)) throw badRequest('The metadata nests too deeply')
  const metadata = parseJson(json)
  if (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata)) return {}
  // JSON can write U+0000 and half a surrogate pair as escapes; PostgreSQL stores neither.
  const isStorable = JSON.stringify(metadata).search(/(?<!\\)(\\\\)*\\u(0000|d[89a-f])/i) < 0
  if (!isStorable) throw badRequest('The metadata holds what is no text')
  return metadata as UserMetadata
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
