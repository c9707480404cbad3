import type { Database } from '../../database/database.ts'
import type { PresenceDiff } from '../presence/presence.ts'
import type { PresenceEntry } from '../presence/presence-topic.ts'
import type { Broadcast } from '../protocol/broadcast.ts'

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
  /** A sign of life. */
  | { kind: 'alive'; version: number }
  /** Asks for the state of one process, or of all. */
  | { kind: 'ask'; of?: string }
  | { kind: 'state'; version: number; state: [string, PresenceEntry[]][] }
  /** The process ends. */
  | { kind: 'leave' }

export type SentMessage = BusMessage & { from: string }

/** A row of `realtime.messages`, as its trigger announces it. */
interface SentRow {
  topic: string
  event: string
  payload: string
  private: boolean
}

export function encodeBroadcast({ topic, isPrivate, content }: Broadcast): EncodedBroadcast {
  if (typeof content === 'string') return { topic, isPrivate, text: content }
  const { event, encoding, payload } = content
  return { topic, isPrivate, user: { event, encoding, payload: payload.toString('base64') } }
}

export function decodeBroadcast({ topic, isPrivate, text, user }: EncodedBroadcast): Broadcast {
  if (!user) return { topic, isPrivate, content: text ?? '{}' }
  return { topic, isPrivate, content: { ...user, payload: Buffer.from(user.payload, 'base64') } }
}

/**
 * @param payload of a notification: a message, the id of a large one, or the id of a row of
 *   `realtime.messages`
 * @returns nothing for a message that is gone
 */
export async function decodeNotice(
  database: Database,
  payload: string,
): Promise<SentMessage | undefined> {
  const notice = JSON.parse(payload) as SentMessage | { large: number } | { row: string }
  if ('large' in notice) {
    const [row] = await database.asOwner<{ payload: string }>(
      'select payload from realtime.bus_messages where id = $1',
      [notice.large],
    )
    return row && (JSON.parse(row.payload) as SentMessage)
  }
  if (!('row' in notice)) return notice
  const [row] = await database.asOwner<SentRow>(
    'select topic, event, payload::text, private from realtime.messages where id = $1 order by inserted_at desc limit 1',
    [notice.row],
  )
  return row && { from: '', kind: 'broadcast', broadcast: fromRow(row) }
}

function fromRow({ topic, event, payload, private: isPrivate }: SentRow): EncodedBroadcast {
  const text = `{"type":"broadcast","event":${JSON.stringify(event)},"payload":${payload}}`
  return { topic, isPrivate, text }
}
