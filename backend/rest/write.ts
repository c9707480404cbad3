import { SelectBuilder } from './build-select.ts'
import { allThere, buildInsert, buildUpdate, type Change, readPayload } from './build-write.ts'
import type { RestContext } from './context.ts'
import { restError } from './errors.ts'
import { bodyOf, formatOf, partsOf } from './formats.ts'
import type { RestQuery } from './parse-request.ts'
import type { Selected } from './parse-select.ts'
import type { Preferences } from './preferences.ts'
import { buildPut, otherRow } from './put.ts'
import { checkSingle, type Outcome, onlyRow, respond } from './respond.ts'
import type { Relation } from './schema-cache.ts'
import { quoted, Values } from './sql.ts'
import { inTransaction } from './transaction.ts'

/** POST, PATCH, PUT and DELETE of a relation. */
export async function write(
  request: Request,
  relation: Relation,
  query: RestQuery,
  preferences: Preferences,
  context: RestContext,
): Promise<Response> {
  const { method } = request
  const format = formatOf(request)
  const wantsRows = preferences.return === 'representation'
  const wantsKey = method === 'POST' && preferences.return === 'headers-only'
  const body = method === 'DELETE' ? '' : await request.text()
  const payload = method === 'DELETE' ? undefined : readPayload(body, relation, query)

  const values = new Values()
  const builder = new SelectBuilder(context, values, query)
  const returned = wantsRows ? neededColumns(relation, query) : wantsKey ? relation.primaryKey : []
  const change: Change = {
    table: `${builder.table(relation.name)} as ${quoted('t')}`,
    relation,
    values,
    returning: returned.map((name) => `${quoted('t')}.${quoted(name)}`).join(', ') || '1 as _one',
  }
  const { put, before } =
    method === 'PUT' && payload ? buildPut(change, payload, query, preferences, context) : NO_PUT
  const changed =
    put !== undefined
      ? put
      : payload === undefined
        ? `delete from ${change.table}${builder.where(relation, 't')} returning ${change.returning}`
        : method === 'PATCH'
          ? buildUpdate(change, payload, () => builder.where(relation, 't'))
          : buildInsert(change, payload, query, preferences)
  const shown = wantsRows
    ? builder.list({ ...relation, rowType: builder.table(relation.name) }, 'source')
    : { columns: '*', joins: '' }
  const merged =
    method === 'POST' && payload ? allThere(change, payload, query, preferences) : undefined
  const existed = before === undefined ? (merged ?? 'false') : `exists (${before})`
  const statement = `with source as (${changed}), shown as (select ${shown.columns} from source${shown.joins})
    select ${bodyOf('shown', format)} as body, count(*) as row_count, null::bigint as total,
      ${existed} as existed from ${partsOf('shown', format)}`

  // Inside the transaction, so that too many or too few rows undo the change.
  const outcome = await inTransaction(context, preferences, async (transaction) => {
    const found = onlyRow(await transaction.query<Written>(statement, values.list))
    if (method === 'PUT' && found.row_count !== 1) throw otherRow()
    if (wantsRows) checkSingle(format, found)
    checkAffected(found, method, preferences)
    return found
  })
  const isNew = (method === 'POST' || method === 'PUT') && !outcome.existed
  const total = preferences.count ? outcome.row_count : null
  return respond(request, { ...outcome, total }, preferences, {
    status: isNew ? 201 : wantsRows || method === 'POST' ? 200 : 204,
    offset: 0,
    written: true,
    rangeless: method !== 'PATCH',
    format,
    ...(wantsKey ? { headers: locationOf(relation, outcome) } : {}),
  })
}

const NO_PUT = { put: undefined, before: undefined }

/** `existed` where a PUT or an upsert found all its rows. */
type Written = Outcome & { existed: boolean }

function checkAffected({ row_count }: Outcome, method: string, { maxAffected }: Preferences): void {
  if (maxAffected === undefined || row_count <= maxAffected) return
  if (method !== 'PATCH' && method !== 'DELETE') return
  throw restError(400, 'PGRST124', 'Query result exceeds max-affected preference constraint', {
    details: `The query affects ${row_count} rows`,
  })
}

/** Where the one new row can be read. */
function locationOf(relation: Relation, { body, row_count }: Outcome): Headers {
  const headers = new Headers()
  if (row_count !== 1 || relation.primaryKey.length === 0) return headers
  const [row] = JSON.parse(body) as [Record<string, unknown>]
  const key = new URLSearchParams(
    relation.primaryKey.map((name) => [name, `eq.${String(row[name])}`]),
  )
  headers.set('Location', `/${encodeURIComponent(relation.name)}?${key}`)
  return headers
}

/** The columns that the answer and its embeds read: returning more would need more rights. */
function neededColumns(relation: Relation, query: RestQuery): string[] {
  const names = new Set<string>()
  // What is computed, is so from the whole row.
  const isComputed = (entry: Selected) =>
    relation.computed.has(entry.name) ||
    relation.relationships.some(({ by, constraint }) => by && constraint === entry.name)
  if (query.select.some(isComputed)) return [...relation.columns.keys()]
  for (const entry of query.select) {
    if (entry.kind === 'column') {
      if (entry.name === '*') return [...relation.columns.keys()]
      names.add(entry.name)
    } else {
      for (const { to, constraint, columns } of relation.relationships) {
        if (entry.name === to || entry.name === constraint || columns.includes(entry.name)) {
          for (const column of columns) names.add(column)
        }
      }
    }
  }
  const known = [...names].filter((name) => relation.columns.has(name))
  return known.length > 0 ? known : [...relation.columns.keys()].slice(0, 1)
}
