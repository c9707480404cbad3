import { quoteIdentifier, type Values } from '../../database/sql-text.ts'
import { restError } from '../errors.ts'
import { parseJson } from '../request/parse-json.ts'
import type { RestQuery } from '../request/parse-request.ts'
import type { Preferences } from '../request/preferences.ts'
import type { Column, Relation } from '../schema/schema-cache.ts'

/**
 * The rows of a body. They are parsed here for their keys only: PostgreSQL parses the text itself, so
 * that large numbers keep all their digits.
 */
export interface Payload {
  columns: Column[]
  isArray: boolean
  rows: Record<string, unknown>[]
  json: string
}

/** The relation that a statement writes, and what it returns. */
export interface WriteTarget {
  /** Quoted, with its alias. */
  table: string
  relation: Relation
  values: Values
  returning: string
  /** SQL by column, for a request with `missing=default`; else all missing values are null. */
  defaults: ReadonlyMap<string, string> | undefined
}

/**
 * @param body the request's text
 * @throws {ApiError} PGRST102 for anything but a JSON object or a list of objects, PGRST204 for a column
 *   that the relation does not have
 */
export function parsePayload(body: string, relation: Relation, query: RestQuery): Payload {
  const parsed = parseJson(body)
  const rows = Array.isArray(parsed) ? parsed : [parsed]
  const names = new Set(query.columns)
  for (const row of rows) {
    if (row === null || typeof row !== 'object' || Array.isArray(row)) {
      const isList = Array.isArray(parsed) && parsed.length > 1
      const message = isList ? 'All object keys must match' : 'Empty or invalid json'
      throw restError(400, 'PGRST102', message)
    }
    if (!query.columns) for (const name of Object.keys(row)) names.add(name)
  }
  if (!query.columns && rows.some((row) => Object.keys(row).length < names.size)) {
    throw restError(400, 'PGRST102', 'All object keys must match')
  }
  return {
    columns: [...names].map((name) => requireColumn(relation, name)),
    isArray: Array.isArray(parsed),
    rows,
    json: body,
  }
}

function requireColumn(relation: Relation, name: string): Column {
  const column = relation.columns.get(name)
  if (column) return column
  throw restError(
    400,
    'PGRST204',
    `Could not find the '${name}' column of '${relation.name}' in the schema cache`,
  )
}

/** A function of PostgreSQL takes at most 100 arguments. */
const MAX_PAIRS = 50

/** The body as rows `p`, with the types of the columns. */
function buildPayloadRows(
  payload: Payload,
  values: Values,
  expressions?: ReadonlyMap<string, string>,
): string {
  const json = `${values.add(payload.json)}::jsonb`
  const list = payload.isArray ? json : `jsonb_build_array(${json})`
  const types = payload.columns
    .map(({ name, type }) => `${quoteIdentifier(name)} ${type}`)
    .join(', ')
  if (!expressions) return `jsonb_to_recordset(${list}) as p(${types})`
  const defaults = payload.columns.flatMap(({ name }) => {
    const expression = expressions.get(name)
    return expression ? [`${values.add(name)}::text, ${expression}`] : []
  })
  const pieces = Array.from({ length: Math.ceil(defaults.length / MAX_PAIRS) }, (_, piece) => {
    const pairs = defaults.slice(piece * MAX_PAIRS, (piece + 1) * MAX_PAIRS)
    return `jsonb_build_object(${pairs.join(', ')}) || `
  })
  return `jsonb_array_elements(${list}) as element cross join lateral
    jsonb_to_record(${pieces.join('')}element) as p(${types})`
}

/** @param where selects the rows `p` to insert; the default is all */
export function buildInsert(
  target: WriteTarget,
  body: Payload,
  query: Pick<RestQuery, 'onConflict'>,
  preferences: Preferences,
  where: () => string = () => '',
): string {
  const { table, relation, values, returning, defaults } = target
  const payload = defaults ? omitUnusedColumns(body) : body
  if (payload.columns.length === 0) {
    return payload.rows.length === 0
      ? `select ${returning} from ${table} where false`
      : `insert into ${table} default values returning ${returning}`
  }
  const names = payload.columns.map(({ name }) => quoteIdentifier(name)).join(', ')
  const from = buildPayloadRows(payload, values, defaults)
  const columns = payload.columns.map(({ name }) => `p.${quoteIdentifier(name)}`).join(', ')
  return `insert into ${table} (${names}) select ${columns} from ${from}${where()}${buildOnConflict(relation, payload, query, preferences)} returning ${returning}`
}

/** Omits columns that no row has, so that they get their default: generated columns take no value. */
function omitUnusedColumns(payload: Payload): Payload {
  const columns = payload.columns.filter(({ name }) =>
    payload.rows.some((row) => Object.hasOwn(row, name)),
  )
  return columns.length > 0 ? { ...payload, columns } : payload
}

/**
 * A condition whether all rows of an upsert exist already: PostgREST then answers 200 instead of 201.
 * It reads the same columns as `on conflict`, and so needs no further rights.
 * @returns nothing unless duplicates are merged
 */
export function allExist(
  { table, relation, values }: WriteTarget,
  payload: Payload,
  query: Pick<RestQuery, 'onConflict'>,
  preferences: Preferences,
): string | undefined {
  if (preferences.resolution !== 'merge-duplicates') return undefined
  if (payload.rows.length === 0) return 'true'
  const keys = getConflictKeys(relation, query)
  const isNamed = keys.every((key) => payload.columns.some(({ name }) => name === key))
  if (keys.length === 0 || !isNamed) return undefined
  const columns = payload.columns.filter(({ name }) => keys.includes(name))
  const rows = buildPayloadRows({ ...payload, columns }, values)
  const same = keys
    .map((key) => `t.${quoteIdentifier(key)} = p.${quoteIdentifier(key)}`)
    .join(' and ')
  return `not exists (select from ${rows} where not exists (select from ${table} where ${same}))`
}

const getConflictKeys = (relation: Relation, { onConflict }: Pick<RestQuery, 'onConflict'>) =>
  onConflict ?? relation.primaryKey

function buildOnConflict(
  relation: Relation,
  payload: Payload,
  query: Pick<RestQuery, 'onConflict'>,
  preferences: Preferences,
): string {
  if (!preferences.resolution) return ''
  const keys = getConflictKeys(relation, query)
  // Without a key, as in most views, no row can conflict.
  if (keys.length === 0) return ''
  for (const key of keys) requireColumn(relation, key)
  const conflictColumns = keys.map(quoteIdentifier).join(', ')
  if (preferences.resolution === 'ignore-duplicates')
    return ` on conflict (${conflictColumns}) do nothing`
  const others = payload.columns.filter(({ name }) => !keys.includes(name))
  // If all columns are key columns, the upsert sets them to themselves, so that it returns the row.
  const changed = others.length > 0 ? others : payload.columns
  const set = changed
    .map(({ name }) => `${quoteIdentifier(name)} = excluded.${quoteIdentifier(name)}`)
    .join(', ')
  return ` on conflict (${conflictColumns}) do update set ${set}`
}

/** @param where selects the rows to change; called only if there is something to change */
export function buildUpdate(target: WriteTarget, payload: Payload, where: () => string): string {
  const { table, values, returning, defaults } = target
  if (payload.isArray && payload.rows.length > 1) {
    throw restError(400, 'PGRST102', 'An update takes one object')
  }
  if (payload.columns.length === 0) return `select ${returning} from ${table} where false`
  const set = payload.columns
    .map(({ name }) => `${quoteIdentifier(name)} = p.${quoteIdentifier(name)}`)
    .join(', ')
  const from = buildPayloadRows(payload, values, defaults)
  return `update ${table} set ${set} from ${from}${where()} returning ${returning}`
}
