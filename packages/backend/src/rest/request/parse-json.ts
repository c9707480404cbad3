import { isTooDeep, MAX_DEPTH } from '../../json-depth.ts'
import { restError } from '../errors.ts'

/** @throws {ApiError} PGRST102 for text that is not JSON, or nests too deeply */
export function parseJson(body: string): unknown {
  refuseDeepJson(body)
  try {
    return JSON.parse(body)
  } catch {
    throw restError(400, 'PGRST102', 'Empty or invalid json')
  }
}

/** @throws {ApiError} PGRST102 for JSON that nests too deeply; called before the text is parsed */
export function refuseDeepJson(json: string): void {
  if (!isTooDeep(json)) return
  throw restError(400, 'PGRST102', 'Empty or invalid json', {
    details: `Lists and objects nest more than ${MAX_DEPTH} deep`,
  })
}
