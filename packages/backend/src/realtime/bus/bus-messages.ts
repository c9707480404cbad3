import type { Broadcast } from '../protocol/broadcast.ts'

/** A broadcast as JSON: bytes are in base64. */
export interface EncodedBroadcast {
  topic: string
  isPrivate: boolean
  /** The payload's JSON text. */
  text?: string
  user?: { event: string; encoding: 'json' | 'binary'; payload: string }
}

/** What a process sends to the others. */
export type SentMessage = EncodedBroadcast & { from: string }

export function encodeBroadcast({ topic, isPrivate, content }: Broadcast): EncodedBroadcast {
  if (typeof content === 'string') return { topic, isPrivate, text: content }
  const { event, encoding, payload } = content
  return { topic, isPrivate, user: { event, encoding, payload: payload.toString('base64') } }
}

export function decodeBroadcast({ topic, isPrivate, text, user }: EncodedBroadcast): Broadcast {
  if (!user) return { topic, isPrivate, content: text ?? '{}' }
  return { topic, isPrivate, content: { ...user, payload: Buffer.from(user.payload, 'base64') } }
}
