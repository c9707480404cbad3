import type { Database } from '../../database/database.ts'
import { isObject } from '../protocol/frames.ts'
import type { SentMessage } from './bus-messages.ts'

/** A row of `realtime.messages`, as its trigger announces it; a large one has only its id. */
interface RowNotice {
  row: string
  topic?: string
  event?: string
  /** JSON text. */
  payload?: string
  private?: boolean
}

/** A message of another process that is read from `realtime.bus_messages`. */
interface LargeNotice {
  large: number
  from?: string
}

type Log = (error: unknown) => void

type Notice = SentMessage | LargeNotice | RowNotice

/**
 * Reads notifications, with at most one statement per table for those that are too large.
 * @param process the id of this process; its own messages are left out
 * @param payloads of notifications; every role of the database can send some
 * @param log gets an error for each one that is not valid or cannot be read
 * @returns the other messages in their order, without those that are gone
 */
export async function decodeNotices(
  database: Database,
  process: string,
  payloads: readonly string[],
  log: Log,
): Promise<SentMessage[]> {
  const notices = payloads
    .flatMap((payload) => parse(payload, isNotice, log))
    .filter((notice) => !('from' in notice) || notice.from !== process)
  const [large, rows] = await Promise.all([
    loadLarge(database, notices, log),
    loadRows(database, notices, log),
  ])
  return notices.flatMap((notice) => {
    if ('large' in notice) return large.get(notice.large) ?? []
    if (!('row' in notice)) return notice
    const row = notice.topic === undefined ? rows.get(notice.row) : notice
    return row ? fromRow(row) : []
  })
}

/** @returns the value, or nothing after it has logged why */
function parse<T>(text: string, isValid: (value: unknown) => value is T, log: Log): [T] | [] {
  try {
    const value: unknown = JSON.parse(text)
    if (isValid(value)) return [value]
  } catch {
    // Logged below.
  }
  log(new Error(`A message over notify realtime is not valid: ${text.slice(0, 100)}`))
  return []
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** The ids have to be valid: they are parameters of one statement for all notices. */
function isNotice(value: unknown): value is Notice {
  if (!isObject(value)) return false
  if ('large' in value) return Number.isSafeInteger(value.large)
  if (!('row' in value)) return isMessage(value)
  return typeof value.topic === 'string' || UUID.test(String(value.row))
}

const isMessage = (value: unknown): value is SentMessage =>
  isObject(value) && typeof value.from === 'string' && typeof value.topic === 'string'

async function loadLarge(database: Database, notices: readonly Notice[], log: Log) {
  const ids = notices.flatMap((notice) => ('large' in notice ? [notice.large] : []))
  if (ids.length === 0) return new Map<number, SentMessage>()
  const rows = await readOrLog(
    database.asOwner<{ id: number; payload: string }>(
      'select id, payload from realtime.bus_messages where id = any($1::bigint[])',
      [ids],
    ),
    log,
  )
  return new Map(
    rows.flatMap(({ id, payload }) =>
      parse(payload, isMessage, log).map((message) => [id, message] as const),
    ),
  )
}

async function loadRows(database: Database, notices: readonly Notice[], log: Log) {
  const ids = notices.flatMap((notice) =>
    'row' in notice && notice.topic === undefined ? [notice.row] : [],
  )
  if (ids.length === 0) return new Map<string, RowNotice>()
  const rows = await readOrLog(
    database.asOwner<RowNotice>(
      `select id as row, topic, event, payload::text, private from realtime.messages
       where id = any($1::uuid[])`,
      [ids],
    ),
    log,
  )
  return new Map(rows.map((row) => [row.row, row]))
}

/**
 * Returns no rows if the read fails, so that notices that carry their own message are still
 * delivered.
 */
async function readOrLog<T>(reading: Promise<T[]>, log: Log): Promise<T[]> {
  try {
    return await reading
  } catch (error) {
    log(error)
    return []
  }
}

function fromRow({
  topic = '',
  event,
  payload,
  private: isPrivate = false,
}: RowNotice): SentMessage {
  const text = `{"type":"broadcast","event":${JSON.stringify(event ?? null)},"payload":${payload}}`
  return { from: '', topic, isPrivate, text }
}
