import { restError } from './errors.ts'
import { parseJson } from './json.ts'
import type { RestQuery } from './parse-request.ts'
import type { Preferences } from './preferences.ts'
import type { Column, Relation } from './schema-cache.ts'
import { quoted, type Values } from './sql.ts'

/** The rows of a body: the columns that they name, and the body as PostgreSQL shall read it. */
export interface Payload {
  columns: Column[]
  isArray: boolean
  rows: Record<string, unknown>[]
  json: string
}

/** What a statement changes, and what it gives back of it. */
export interface Change {
  /** With its alias. */
  table: string
  relation: Relation
  values: Values
  returning: string
}

/**
 * @param body as it came
 * @throws {ApiError} PGRST102 for what is no JSON object or list of objects, PGRST204 for a column
 *   that the relation does not have
 */
export function readPayload(body: string, relation: Relation, query: RestQuery): Payload {
  const parsed = parseJson(body)
  const rows = Array.isArray(parsed) ? parsed : [parsed]
  const names = new Set(query.columns)
  for (const row of rows) {
    if (row === null || typeof row !== 'object' || Array.isArray(row)) {
      throw restError(400, 'PGRST102', 'Empty or invalid json')
    }
    if (!query.columns) for (const name of Object.keys(row)) names.add(name)
  }
  if (!query.columns && rows.some((row) => Object.keys(row).length < names.size)) {
    throw restError(400, 'PGRST102', 'All object keys must match')
  }
  return {
    columns: [...names].map((name) => knownColumn(relation, name)),
    isArray: Array.isArray(parsed),
    rows,
    json: body,
  }
}

function knownColumn(relation: Relation, name: string): Column {
  const column = relation.columns.get(name)
  if (column) return column
  throw restError(
    400,
    'PGRST204',
    `Could not find the '${name}' column of '${relation.name}' in the schema cache`,
  )
}

/** A function takes a hundred arguments at most. */
const MOST_PAIRS = 50

/** The body as rows with the columns' own types, named `p`. */
function payloadRows(payload: Payload, values: Values, fillDefaults: boolean): string {
  const json = `${values.add(payload.json)}::jsonb`
  const list = payload.isArray ? json : `jsonb_build_array(${json})`
  const types = payload.columns.map(({ name, type }) => `${quoted(name)} ${type}`).join(', ')
  if (!fillDefaults) return `jsonb_to_recordset(${list}) as p(${types})`
  const defaults = payload.columns
    .filter(({ defaultExpression }) => defaultExpression)
    .map(({ name, defaultExpression }) => `${values.add(name)}::text, ${defaultExpression}`)
  const pieces = Array.from({ length: Math.ceil(defaults.length / MOST_PAIRS) }, (_, piece) => {
    const pairs = defaults.slice(piece * MOST_PAIRS, (piece + 1) * MOST_PAIRS)
    return `jsonb_build_object(${pairs.join(', ')}) || `
  })
  return `jsonb_array_elements(${list}) as element cross join lateral
    jsonb_to_record(${pieces.join('')}element) as p(${types})`
}

/** @param where of the new rows, named `p`, those that are inserted; none leaves all of them */
export function buildInsert(
  change: Change,
  given: Payload,
  query: Pick<RestQuery, 'onConflict'>,
  preferences: Preferences,
  where: () => string = () => '',
): string {
  const { table, relation, values, returning } = change
  const payload = preferences.missing === 'default' ? withoutUnnamed(given) : given
  if (payload.columns.length === 0) {
    return payload.rows.length === 0
      ? `select ${returning} from ${table} where false`
      : `insert into ${table} default values returning ${returning}`
  }
  const names = payload.columns.map(({ name }) => quoted(name)).join(', ')
  const from = payloadRows(payload, values, preferences.missing === 'default')
  const columns = payload.columns.map(({ name }) => `p.${quoted(name)}`).join(', ')
  return `insert into ${table} (${names}) select ${columns} from ${from}${where()}${conflict(relation, payload, query, preferences)} returning ${returning}`
}

/** Columns that no row names get their default by not being named: some take no value at all. */
function withoutUnnamed(payload: Payload): Payload {
  const columns = payload.columns.filter(({ name }) =>
    payload.rows.some((row) => Object.hasOwn(row, name)),
  )
  return columns.length > 0 ? { ...payload, columns } : payload
}

/**
 * Whether all rows of an upsert are there before it, as PostgREST tells a change from an insert;
 * nothing where none is merged. It reads the columns that `on conflict` needs the right to read.
 */
export function allThere(
  { table, relation, values }: Change,
  payload: Payload,
  query: Pick<RestQuery, 'onConflict'>,
  preferences: Preferences,
): string | undefined {
  if (preferences.resolution !== 'merge-duplicates') return undefined
  if (payload.rows.length === 0) return 'true'
  const keys = keysOf(relation, query)
  const isNamed = keys.every((key) => payload.columns.some(({ name }) => name === key))
  if (keys.length === 0 || !isNamed) return undefined
  const columns = payload.columns.filter(({ name }) => keys.includes(name))
  const rows = payloadRows({ ...payload, columns }, values, false)
  const same = keys.map((key) => `t.${quoted(key)} = p.${quoted(key)}`).join(' and ')
  return `not exists (select from ${rows} where not exists (select from ${table} where ${same}))`
}

const keysOf = (relation: Relation, { onConflict }: Pick<RestQuery, 'onConflict'>) =>
  onConflict ?? relation.primaryKey

function conflict(
  relation: Relation,
  payload: Payload,
  query: Pick<RestQuery, 'onConflict'>,
  preferences: Preferences,
): string {
  if (!preferences.resolution) return ''
  const keys = keysOf(relation, query)
  // Without a key, as most views are, there is nothing to run into.
  if (keys.length === 0) return ''
  for (const key of keys) knownColumn(relation, key)
  const target = keys.map(quoted).join(', ')
  if (preferences.resolution === 'ignore-duplicates') return ` on conflict (${target}) do nothing`
  const others = payload.columns.filter(({ name }) => !keys.includes(name))
  // A row that is all key is written over with itself: so it is among those that are returned.
  const changed = others.length > 0 ? others : payload.columns
  const set = changed.map(({ name }) => `${quoted(name)} = excluded.${quoted(name)}`).join(', ')
  return ` on conflict (${target}) do update set ${set}`
}

/** @param where gives the rows that are changed, when there is a change */
export function buildUpdate(change: Change, payload: Payload, where: () => string): string {
  const { table, values, returning } = change
  if (payload.isArray && payload.rows.length > 1) {
    throw restError(400, 'PGRST102', 'An update takes one object')
  }
  if (payload.columns.length === 0) return `select ${returning} from ${table} where false`
  const set = payload.columns.map(({ name }) => `${quoted(name)} = p.${quoted(name)}`).join(', ')
  const from = payloadRows(payload, values, false)
  return `update ${table} set ${set} from ${from}${where()} returning ${returning}`
}
