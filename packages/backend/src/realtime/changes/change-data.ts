import type { Role } from '../../database/database.ts'
import type { Change } from './notices.ts'
import type { PublishedTable } from './published-tables.ts'
import type { VisibleRow } from './read-rows.ts'

const NO_KEY = 'Error 400: Bad Request, no primary key'
const NO_KEY_PRIVILEGE = 'Error 401: Unauthorized'
const TOO_LARGE = 'Error 413: Payload Too Large'

/** @returns why a role gets no rows of the table, in the words of Supabase's server */
export function findTableError({ columns }: PublishedTable, role: Role): string | undefined {
  const keys = columns.filter(({ isKey }) => isKey)
  if (keys.length === 0) return NO_KEY
  return keys.every(({ roles }) => roles.includes(role)) ? undefined : NO_KEY_PRIVILEGE
}

/** The JSON text of `data` for a change that the client learns of without its row. */
export function encodeError(table: PublishedTable, { kind, at }: Change, error: string): string {
  return JSON.stringify({
    schema: table.schema,
    table: table.name,
    commit_timestamp: at,
    type: kind,
    errors: [error],
  })
}

/**
 * The JSON text of `data`. Records stay the text that PostgreSQL wrote, so that no digit is lost here.
 * @param row the row after an insert or an update
 */
export function encodeChange(
  table: PublishedTable,
  { kind, at, key, oldKey }: Change,
  role: Role,
  row?: VisibleRow,
): string {
  const columns = table.columns
    .filter(({ roles }) => roles.includes(role))
    .map(({ name, type }) => ({ name, type }))
  const names = {
    schema: table.schema,
    table: table.name,
    commit_timestamp: at,
    type: kind,
    columns,
  }
  const record = row ? `,"record":${row.record}` : ''
  const old = kind === 'INSERT' ? '' : `,"old_record":${oldKey ?? key}`
  const errors = row?.isTooLarge ? [TOO_LARGE] : null
  return `${JSON.stringify(names).slice(0, -1)}${record}${old},"errors":${JSON.stringify(errors)}}`
}
