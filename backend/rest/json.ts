import { isTooDeep, MAX_DEPTH } from '../json-depth.ts'
import { restError } from './errors.ts'

/** @throws {ApiError} PGRST102 for what is no JSON, or nests too deeply */
export function parseJson(body: string): unknown {
  refuseDeep(body)
  try {
    return JSON.parse(body)
  } catch {
    throw restError(400, 'PGRST102', 'Empty or invalid json')
  }
}

/** @throws {ApiError} PGRST102 for JSON that nests too deeply, before anything walks through it */
export function refuseDeep(json: string): void {
  if (!isTooDeep(json)) return
  throw restError(400, 'PGRST102', 'Empty or invalid json', {
    details: `Lists and objects nest more than ${MAX_DEPTH} deep`,
  })
}
