import type { PresenceDiff } from '../presence/presence.ts'
import type { Broadcast } from '../protocol/broadcast.ts'
import type { State } from './state-parts.ts'

/** A broadcast as JSON: bytes are in base64. */
interface EncodedBroadcast {
  topic: string
  isPrivate: boolean
  /** The payload's JSON text. */
  text?: string
  user?: { event: string; encoding: 'json' | 'binary'; payload: string }
}

/** What processes send each other. `version` counts the changes of presence of the sender. */
export type BusMessage =
  | { kind: 'broadcast'; broadcast: EncodedBroadcast }
  | { kind: 'diff'; version: number; diff: PresenceDiff }
  /** A heartbeat. */
  | { kind: 'alive'; version: number }
  /** Asks for the state of one process, or of all. */
  | { kind: 'ask'; of?: string }
  /** A part of the sender's members. */
  | { kind: 'state'; version: number; part: number; isLast: boolean; state: State }
  /** The process ends. */
  | { kind: 'leave' }

export type SentMessage = BusMessage & { from: string }

export function encodeBroadcast({ topic, isPrivate, content }: Broadcast): EncodedBroadcast {
  if (typeof content === 'string') return { topic, isPrivate, text: content }
  const { event, encoding, payload } = content
  return { topic, isPrivate, user: { event, encoding, payload: payload.toString('base64') } }
}

export function decodeBroadcast({ topic, isPrivate, text, user }: EncodedBroadcast): Broadcast {
  if (!user) return { topic, isPrivate, content: text ?? '{}' }
  return { topic, isPrivate, content: { ...user, payload: Buffer.from(user.payload, 'base64') } }
}
