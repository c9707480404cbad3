import { quoteIdentifier, Values } from '../database/sql-text.ts'
import type { RestContext } from './context.ts'
import { buildBody, buildParts, chooseFormat } from './request/formats.ts'
import type { RestQuery } from './request/parse-request.ts'
import type { Selected } from './request/parse-select.ts'
import type { Preferences } from './request/preferences.ts'
import {
  requireMaxAffected,
  requireRow,
  requireSingle,
  respond,
  type StatementResult,
} from './respond.ts'
import type { Relation } from './schema/schema-cache.ts'
import { DEFAULTS, type DefaultRow } from './schema/schema-queries.ts'
import { buildPut, keyMismatchError } from './statement/build-put.ts'
import { SelectBuilder } from './statement/build-select.ts'
import {
  allExist,
  buildInsert,
  buildUpdate,
  parsePayload,
  type WriteTarget,
} from './statement/build-write.ts'
import { inTransaction } from './transaction.ts'

/** Answers POST, PATCH, PUT and DELETE of a relation. */
export async function writeRelation(
  request: Request,
  relation: Relation,
  query: RestQuery,
  preferences: Preferences,
  context: RestContext,
): Promise<Response> {
  const { method } = request
  const format = chooseFormat(request)
  const wantsRows = preferences.return === 'representation'
  const wantsKey = method === 'POST' && preferences.return === 'headers-only'
  const body = method === 'DELETE' ? '' : await request.text()
  const payload = method === 'DELETE' ? undefined : parsePayload(body, relation, query)

  const values = new Values()
  const builder = new SelectBuilder(context, values, query)
  const returned = wantsRows
    ? listNeededColumns(relation, query)
    : wantsKey
      ? relation.primaryKey
      : []
  const target: WriteTarget = {
    table: `${builder.table(relation.name)} as ${quoteIdentifier('t')}`,
    relation,
    values,
    returning:
      returned.map((name) => `${quoteIdentifier('t')}.${quoteIdentifier(name)}`).join(', ') ||
      '1 as _one',
    defaults:
      payload && preferences.missing === 'default'
        ? await readDefaults(context, relation)
        : undefined,
  }
  const { put, before } =
    method === 'PUT' && payload ? buildPut(target, payload, query, preferences, context) : NO_PUT
  const changed =
    put !== undefined
      ? put
      : payload === undefined
        ? `delete from ${target.table}${builder.where(relation, 't')} returning ${target.returning}`
        : method === 'PATCH'
          ? buildUpdate(target, payload, () => builder.where(relation, 't'))
          : buildInsert(target, payload, query, preferences)
  const shown = wantsRows
    ? builder.list({ ...relation, rowType: builder.table(relation.name) }, 'source')
    : { columns: '*', joins: '' }
  const order = wantsRows ? builder.order(relation, 'source') : ''
  const merged =
    method === 'POST' && payload ? allExist(target, payload, query, preferences) : undefined
  const existed = before === undefined ? (merged ?? 'false') : `exists (${before})`
  const statement = `with source as (${changed}), shown as (select ${shown.columns} from source${shown.joins}${order})
    select ${buildBody('shown', format)} as body, count(*) as row_count, null::bigint as total,
      ${existed} as existed from ${buildParts('shown', format)}`

  // Inside the transaction, so that too many or too few rows roll it back.
  const outcome = await inTransaction(context, preferences, async (transaction) => {
    const result = requireRow(await transaction.query<WriteResult>(statement, values.list))
    if (method === 'PUT' && result.row_count !== 1) throw keyMismatchError()
    requireSingle(format, result)
    if (method === 'PATCH' || method === 'DELETE') requireMaxAffected(result, preferences)
    return result
  })
  const isNew = (method === 'POST' || method === 'PUT') && !outcome.existed
  const total = preferences.count ? outcome.row_count : null
  return respond(request, { ...outcome, total }, preferences, {
    status: isNew ? 201 : wantsRows || method === 'POST' ? 200 : 204,
    offset: 0,
    isWrite: true,
    hasRange: method === 'PATCH',
    format,
    ...(wantsKey ? { headers: buildLocation(relation, outcome) } : {}),
  })
}

async function readDefaults(
  { database, caller }: RestContext,
  { oid }: Relation,
): Promise<ReadonlyMap<string, string>> {
  const rows = await database.asReader<DefaultRow>(caller, DEFAULTS, [String(oid)], 'built-in')
  return new Map(rows.map(({ name, expression }) => [name, expression]))
}

const NO_PUT = { put: undefined, before: undefined }

/** `existed`: all rows of a PUT or an upsert existed before. */
type WriteResult = StatementResult & { existed: boolean }

/** The URL of the new row, if there is exactly one. */
function buildLocation(relation: Relation, { body, row_count }: StatementResult): Headers {
  const headers = new Headers()
  if (row_count !== 1 || relation.primaryKey.length === 0) return headers
  const [row] = JSON.parse(body) as [Record<string, unknown>]
  const key = new URLSearchParams(
    relation.primaryKey.map((name) => [name, `eq.${String(row[name])}`]),
  )
  headers.set('Location', `/${encodeURIComponent(relation.name)}?${key}`)
  return headers
}

/** The columns that the response and its embeds read: returning others would need more rights. */
function listNeededColumns(relation: Relation, query: RestQuery): string[] {
  const names = new Set<string>()
  // A computed column or relationship takes the whole row.
  const isComputed = (entry: Selected) =>
    relation.computed.has(entry.name) ||
    relation.relationships.some((each) => each.function && each.constraint === entry.name)
  const order = query.modifiers.get('')?.order ?? []
  const isOrderComputed = order.some(({ column }) => relation.computed.has(column))
  if (query.select.some(isComputed) || isOrderComputed) return [...relation.columns.keys()]
  for (const { embedded, column } of order) if (!embedded) names.add(column)
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
  const existing = [...names].filter((name) => relation.columns.has(name))
  return existing.length > 0 ? existing : [...relation.columns.keys()].slice(0, 1)
}
