/** The channel of the notifications of `realtime.notify_changes`. */
export const CHANGES_CHANNEL = 'realtime_changes'

export type ChangeKind = 'INSERT' | 'UPDATE' | 'DELETE'

/** One row that a statement changed. */
export interface Change {
  kind: ChangeKind
  /** When the row changed, ISO 8601. */
  at: string
  /** A JSON object of the primary key; nothing for a table without one. */
  key?: string
  /** The key before an update that changed it. */
  oldKey?: string
}

export interface Notice {
  table: number
  changes: Change[]
  /** More rows changed than PostgreSQL announces. */
  isIncomplete: boolean
}

/** The first line of a notification. */
interface Header {
  table: number
  kind: ChangeKind
  at: string
  keys: number
  old?: string | null
  lost?: boolean
}

/** @returns nothing for a notification of another origin: any role may notify */
export function parseNotice(payload: string): Notice | undefined {
  const [first = '', ...keys] = payload.split('\n')
  const header = parseHeader(first)
  if (!header) return undefined
  const { table, kind, at, old } = header
  const rows = header.keys === 0 ? [{}] : keys.map((key) => ({ key }))
  const changes = header.lost
    ? []
    : rows.map((row) => ({ kind, at, ...row, ...(old ? { oldKey: old } : {}) }))
  return { table, changes, isIncomplete: header.lost === true }
}

function parseHeader(text: string): Header | undefined {
  try {
    const header: Partial<Header> | null = JSON.parse(text)
    const isKind = /^(INSERT|UPDATE|DELETE)$/.test(header?.kind ?? '')
    return isKind && typeof header?.table === 'number' ? (header as Header) : undefined
  } catch {
    return undefined
  }
}
