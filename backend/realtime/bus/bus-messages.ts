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

/** A row of `realtime.messages`, as its trigger announces it; a large one has only its id. */
interface RowNotice {
  row: string
  topic?: string
  event?: string
  /** JSON text. */
  payload?: string
  private?: boolean
}

type Notice = SentMessage | { large: number } | RowNotice

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
 * Reads notifications, with at most one statement per table for those that are too large.
 * @param payloads of notifications
 * @returns the messages in their order, without those that are gone
 */
export async function decodeNotices(
  database: Database,
  payloads: readonly string[],
): Promise<SentMessage[]> {
  const notices = payloads.map((payload) => JSON.parse(payload) as Notice)
  const [large, rows] = await Promise.all([
    loadLarge(database, notices),
    loadRows(database, notices),
  ])
  return notices.flatMap((notice) => {
    if ('large' in notice) return large.get(notice.large) ?? []
    if (!('row' in notice)) return notice
    const row = notice.topic === undefined ? rows.get(notice.row) : notice
    return row ? fromRow(row) : []
  })
}

async function loadLarge(database: Database, notices: readonly Notice[]) {
  const ids = notices.flatMap((notice) => ('large' in notice ? [notice.large] : []))
  if (ids.length === 0) return new Map<number, SentMessage>()
  const rows = await database.asOwner<{ id: number; payload: string }>(
    'select id, payload from realtime.bus_messages where id = any($1::bigint[])',
    [ids],
  )
  return new Map(rows.map(({ id, payload }) => [id, JSON.parse(payload) as SentMessage]))
}

async function loadRows(database: Database, notices: readonly Notice[]) {
  const ids = notices.flatMap((notice) =>
    'row' in notice && notice.topic === undefined ? [notice.row] : [],
  )
  if (ids.length === 0) return new Map<string, RowNotice>()
  const rows = await database.asOwner<RowNotice>(
    `select id as row, topic, event, payload::text, private from realtime.messages
     where id = any($1::uuid[])`,
    [ids],
  )
  return new Map(rows.map((row) => [row.row, row]))
}

function fromRow({
  topic = '',
  event,
  payload,
  private: isPrivate = false,
}: RowNotice): SentMessage {
  const text = `{"type":"broadcast","event":${JSON.stringify(event ?? null)},"payload":${payload}}`
  return { from: '', kind: 'broadcast', broadcast: { topic, isPrivate, text } }
}
