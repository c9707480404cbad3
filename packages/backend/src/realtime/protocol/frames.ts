import { isTooDeep } from '../../json-depth.ts'
import { decodeUserBroadcast, type UserBroadcast } from './user-broadcast.ts'

/** Protocols of Phoenix: 1.0.0 sends objects, 2.0.0 lists and binary broadcasts. */
export const VERSIONS = ['1.0.0', '2.0.0'] as const

export type Version = (typeof VERSIONS)[number]

export const isVersion = (text: string): text is Version =>
  (VERSIONS as readonly string[]).includes(text)

/** A reference that a client chooses and the answer repeats. */
export type Ref = string | number | null

/** A message of a client. */
export interface Frame {
  /** The reference of the join that the message belongs to. */
  joinRef: Ref
  ref: Ref
  topic: string
  event: string
  payload: Readonly<Record<string, unknown>>
  /** Of a binary broadcast, in place of the payload. */
  broadcast?: UserBroadcast
}

/** A frame that is not of the protocol. */
export class FrameError extends Error {}

/**
 * @param maxName characters of a topic, an event or a reference
 * @throws {FrameError}
 */
export function parseFrame(
  data: Buffer,
  isBinary: boolean,
  version: Version,
  maxName: number,
): Frame {
  const frame = isBinary ? parseBinary(data, version) : parseText(data.toString(), version)
  const names = [frame.topic, frame.event, frame.ref, frame.joinRef]
  if (names.some((name) => typeof name === 'string' && name.length > maxName)) {
    throw new FrameError('a name is too long')
  }
  return frame
}

function parseBinary(data: Buffer, version: Version): Frame {
  const decoded = version === '2.0.0' ? decodeUserBroadcast(data) : undefined
  if (!decoded) throw new FrameError('not a binary message of the protocol')
  const { joinRef, ref, topic, broadcast } = decoded
  return {
    joinRef: joinRef || null,
    ref: ref || null,
    topic,
    event: 'broadcast',
    payload: {},
    broadcast,
  }
}

function parseText(text: string, version: Version): Frame {
  if (isTooDeep(text)) throw new FrameError('nested too deeply')
  const fields = readFields(parseJson(text), version)
  if (!fields) throw new FrameError('not a message of the protocol')
  const { joinRef, ref, topic, event, payload } = fields
  if (typeof topic !== 'string' || typeof event !== 'string') {
    throw new FrameError('topic and event are texts')
  }
  if (!isObject(payload)) throw new FrameError('the payload is an object')
  return { joinRef: toRef(joinRef), ref: toRef(ref), topic, event, payload }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new FrameError('not JSON')
  }
}

function readFields(value: unknown, version: Version) {
  if (version === '2.0.0') {
    if (!Array.isArray(value) || value.length < 5) return undefined
    const [joinRef, ref, topic, event, payload] = value as unknown[]
    return { joinRef, ref, topic, event, payload }
  }
  if (!isObject(value)) return undefined
  const { join_ref: joinRef, ref, topic, event, payload } = value
  return { joinRef, ref, topic, event, payload }
}

function toRef(value: unknown): Ref {
  if (value === undefined || value === null) return null
  if (typeof value === 'string' || typeof value === 'number') return value
  throw new FrameError('a reference is a text or a number')
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
