import type { Database } from '../database/database.ts'

/** What the API knows of the database: names that a request may use come from here alone. */
export interface SchemaCache {
  relations: Map<string, Relation>
  functions: Map<string, Callable[]>
}

export interface Column {
  name: string
  /** As SQL writes it, e.g. `timestamp with time zone`, `text[]`. */
  type: string
  notNull: boolean
  hasDefault: boolean
  generated: boolean
  defaultExpression: string | null
}

export interface Relation {
  name: string
  isView: boolean
  columns: Map<string, Column>
  primaryKey: string[]
  relationships: Relationship[]
}

/** A way from one relation to another, along a foreign key or against it. */
export interface Relationship {
  constraint: string
  columns: string[]
  to: string
  toColumns: string[]
  toMany: boolean
}

export interface Callable {
  name: string
  arguments: { name: string; type: string; hasDefault: boolean }[]
  returnsSet: boolean
  kind: 'void' | 'scalar' | 'row'
  /** Type of a scalar result, as SQL writes it. */
  returnType: string
  /** Columns of a row result. */
  columns: Map<string, Column>
  volatile: boolean
}

interface RelationRow {
  oid: number
  name: string
  exposed: boolean
  is_view: boolean
  columns: (Omit<Column, 'notNull' | 'hasDefault' | 'defaultExpression'> & {
    number: number
    not_null: boolean
    has_default: boolean
    default_expression: string | null
  })[]
  primary_key: number[] | null
  unique_keys: number[][]
  rule: string | null
}

interface KeyRow {
  name: string
  from_oid: number
  from_numbers: number[]
  to_oid: number
  to_numbers: number[]
}

const RELATIONS = `
select c.oid::int as oid, c.relname as name, n.nspname = $1 as exposed, c.relkind in ('v', 'm') as is_view,
  (select coalesce(json_agg(json_build_object('number', a.attnum, 'name', a.attname,
      'type', format_type(a.atttypid, a.atttypmod), 'not_null', a.attnotnull,
      'has_default', a.atthasdef or a.attidentity <> '', 'generated', a.attgenerated <> '' or a.attidentity = 'a',
      'default_expression', case when a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid) end) order by a.attnum), '[]')
    from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
  (select to_json(k.conkey) from pg_constraint k where k.conrelid = c.oid and k.contype = 'p') as primary_key,
  (select coalesce(json_agg(to_json(k.conkey)), '[]') from pg_constraint k
    where k.conrelid = c.oid and k.contype in ('p', 'u')) as unique_keys,
  (select r.ev_action::text from pg_rewrite r where r.ev_class = c.oid and r.rulename = '_RETURN') as rule
from pg_class c join pg_namespace n on n.oid = c.relnamespace
where c.relkind in ('r', 'v', 'm', 'p', 'f') and (n.nspname = $1 or exists (
  select from pg_constraint k where k.contype = 'f' and c.oid in (k.conrelid, k.confrelid)))`

const FOREIGN_KEYS = `
select conname as name, conrelid::int as from_oid, to_json(conkey) as from_numbers,
  confrelid::int as to_oid, to_json(confkey) as to_numbers
from pg_constraint where contype = 'f' order by conname`

const FUNCTIONS = `
select p.proname as name, p.proretset as returns_set, p.provolatile = 'v' as volatile,
  format_type(p.prorettype, null) as return_type, t.typtype = 'c' or p.proretset and p.proargmodes is not null
    and 't' = any (p.proargmodes::text[]) or p.prorettype = 'record'::regtype as is_row,
  coalesce((select json_agg(json_build_object('name', coalesce(p.proargnames[i], ''),
      'type', format_type(coalesce(p.proallargtypes[i], p.proargtypes[i - 1]), null),
      'mode', coalesce(p.proargmodes[i]::text, 'i')) order by i)
    from generate_series(1, coalesce(cardinality(p.proallargtypes), p.pronargs)) as i), '[]') as arguments,
  p.pronargdefaults::int as defaults, t.typrelid::int as row_oid
from pg_proc p join pg_namespace n on n.oid = p.pronamespace join pg_type t on t.oid = p.prorettype
where n.nspname = $1 and p.prokind = 'f' and p.prorettype <> 'trigger'::regtype order by p.proname`

/** @param schema the one that clients see, such as `public` */
export async function loadSchema(database: Database, schema: string): Promise<SchemaCache> {
  const relationRows = await database.asOwner<RelationRow>(RELATIONS, [schema])
  const keys = await database.asOwner<KeyRow>(FOREIGN_KEYS)
  const relations = new Map<string, Relation>()
  for (const row of relationRows.filter(({ exposed }) => exposed)) {
    relations.set(row.name, relationOf(row))
  }
  const faces = new Map(relationRows.map((row) => [row.oid, facesOf(row, relationRows)]))
  for (const key of keys) connect(key, relationRows, faces, relations)
  return { relations, functions: await loadFunctions(database, schema, relations, relationRows) }
}

function relationOf(row: RelationRow): Relation {
  const columns = row.columns.map(columnOf)
  const names = new Map(row.columns.map(({ number, name }) => [number, name]))
  return {
    name: row.name,
    isView: row.is_view,
    columns: new Map(columns.map((column) => [column.name, column])),
    primaryKey: (row.primary_key ?? []).flatMap((number) => names.get(number) ?? []),
    relationships: [],
  }
}

function columnOf(column: RelationRow['columns'][number]): Column {
  const { name, type, generated } = column
  return {
    name,
    type,
    generated,
    notNull: column.not_null,
    hasDefault: column.has_default,
    defaultExpression: column.default_expression,
  }
}

/** How a table shows itself to clients: as itself and through the views that pass its columns on. */
interface Face {
  relation: string
  names: Map<number, string>
}

function facesOf(row: RelationRow, all: RelationRow[]): Face[] {
  const faces: Face[] = []
  if (row.exposed && !row.is_view) {
    faces.push({
      relation: row.name,
      names: new Map(row.columns.map(({ number, name }) => [number, name])),
    })
  }
  for (const view of all) {
    if (!view.exposed || !view.rule) continue
    const names = new Map<number, string>()
    for (const [column, origin] of originsOf(view)) {
      if (origin.table === row.oid) names.set(origin.column, column)
    }
    if (names.size > 0) faces.push({ relation: view.name, names })
  }
  return faces
}

/** Which table's column each column of a view passes on unchanged, read from its stored query. */
function originsOf(view: RelationRow): Map<string, { table: number; column: number }> {
  const entries =
    /:resno (\d+) :resname (\S+) :ressortgroupref \d+ :resorigtbl (\d+) :resorigcol (\d+) :resjunk false/g
  const origins = new Map<string, { table: number; column: number }>()
  // The query's own target list comes after those of its subqueries: the last entry wins.
  for (const [, number, name = '', table, column] of (view.rule ?? '').matchAll(entries)) {
    const own = view.columns.find((candidate) => candidate.number === Number(number))
    if (own?.name === name) origins.set(name, { table: Number(table), column: Number(column) })
  }
  return origins
}

function connect(
  key: KeyRow,
  rows: RelationRow[],
  faces: Map<number, Face[]>,
  relations: Map<string, Relation>,
): void {
  const fromTable = rows.find(({ oid }) => oid === key.from_oid)
  const isUnique = (fromTable?.unique_keys ?? []).some((unique) =>
    unique.every((number) => key.from_numbers.includes(number)),
  )
  for (const from of faces.get(key.from_oid) ?? []) {
    const columns = key.from_numbers.flatMap((number) => from.names.get(number) ?? [])
    if (columns.length < key.from_numbers.length) continue
    for (const to of faces.get(key.to_oid) ?? []) {
      const toColumns = key.to_numbers.flatMap((number) => to.names.get(number) ?? [])
      if (toColumns.length < key.to_numbers.length) continue
      const constraint = key.name
      relations
        .get(from.relation)
        ?.relationships.push({ constraint, columns, to: to.relation, toColumns, toMany: false })
      relations.get(to.relation)?.relationships.push({
        constraint,
        columns: toColumns,
        to: from.relation,
        toColumns: columns,
        toMany: !isUnique,
      })
    }
  }
}

interface FunctionRow {
  name: string
  returns_set: boolean
  volatile: boolean
  return_type: string
  is_row: boolean
  arguments: { name: string; type: string; mode: string }[]
  defaults: number
  row_oid: number
}

async function loadFunctions(
  database: Database,
  schema: string,
  relations: Map<string, Relation>,
  rows: RelationRow[],
): Promise<Map<string, Callable[]>> {
  const functions = new Map<string, Callable[]>()
  for (const row of await database.asOwner<FunctionRow>(FUNCTIONS, [schema])) {
    const inputs = row.arguments.filter(({ mode }) => 'iv'.includes(mode) || mode === 'b')
    const outputs = row.arguments.filter(({ mode }) => 'tob'.includes(mode))
    const relation = rows.find(({ oid }) => oid === row.row_oid)
    const columns: Column[] = relation
      ? [...(relations.get(relation.name)?.columns.values() ?? [])]
      : outputs.map(({ name, type }) => ({
          name,
          type,
          notNull: false,
          hasDefault: false,
          generated: false,
          defaultExpression: null,
        }))
    const callable: Callable = {
      name: row.name,
      arguments: inputs.map(({ name, type }, index) => ({
        name,
        type,
        hasDefault: index >= inputs.length - row.defaults,
      })),
      returnsSet: row.returns_set,
      kind: row.return_type === 'void' ? 'void' : row.is_row ? 'row' : 'scalar',
      returnType: row.return_type,
      columns: new Map(columns.map((column) => [column.name, column])),
      volatile: row.volatile,
    }
    functions.set(row.name, [...(functions.get(row.name) ?? []), callable])
  }
  return functions
}
