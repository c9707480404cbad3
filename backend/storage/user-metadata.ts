import { isTooDeep } from '../json-depth.ts'
import { badRequest, storageError } from './errors.ts'

/** The longest that is kept with one object, in characters of its JSON. */
export const MOST_METADATA = 10_000

export type UserMetadata = Record<string, unknown>

/**
 * What an uploader wants to be kept beside an object. As at Supabase Storage, what is no JSON object
 * is not kept.
 * @throws {ApiError} 413 where it is too long, 400 where PostgreSQL cannot hold it
 */
export function readUserMetadata(json: string): UserMetadata {
  if (json.length >= MOST_METADATA) {
    throw storageError(413, 'Payload too large', 'The metadata exceeded the maximum allowed size')
  }
  if (isTooDeep(json)) throw badRequest('The metadata nests too deeply')
  const read = parsed(json)
  if (typeof read !== 'object' || read === null || Array.isArray(read)) return {}
  // U+0000 and halves of a character, which JSON can spell and no text of PostgreSQL can hold.
  const isHeld = JSON.stringify(read).search(/(?<!\\)(\\\\)*\\u(0000|d[89a-f])/i) < 0
  if (!isHeld) throw badRequest('The metadata holds what is no text')
  return read as UserMetadata
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
