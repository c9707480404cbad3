import type { Database } from '../../database/database.ts'
import {
  FOREIGN_KEYS,
  FUNCTIONS,
  type FunctionRow,
  type KeyRow,
  RELATIONS,
  type RelationRow,
  SEARCH_DOMAINS,
} from './schema-queries.ts'
import {
  type ExposedRelation,
  type ExposedView,
  findExposingRelations,
  findOrigins,
  listExposures,
} from './view-origins.ts'

/** The structure of a schema. All names in statements come from here. */
export interface SchemaCache {
  relations: Map<string, Relation>
  functions: Map<string, Callable[]>
  /** The types whose values are text-search vectors already: tsvector and domains over it. */
  searchTypes: ReadonlySet<string>
}

export interface Column {
  name: string
  /** In SQL, e.g. `timestamp with time zone`, `text[]`. */
  type: string
  notNull: boolean
  hasDefault: boolean
  generated: boolean
}

export interface Relation {
  oid: number
  name: string
  isView: boolean
  columns: Map<string, Column>
  primaryKey: string[]
  relationships: Relationship[]
  /** Computed columns: functions of one row, by name, with the types they return. */
  computed: Map<string, string>
}

/** From one relation to another: by a foreign key in either direction, by a junction, or computed. */
export interface Relationship {
  /** Name of the foreign key or of the function; of a junction, both keys with their columns. */
  constraint: string
  columns: string[]
  to: string
  toColumns: string[]
  cardinality: 'many-to-one' | 'one-to-one' | 'one-to-many' | 'many-to-many'
  /** Whether both sides are one relation. */
  isSelf: boolean
  toIsView: boolean
  /** The junction, with its columns that reference either side. */
  through?: { relation: string; columns: string[]; toColumns: string[] }
  /** The function that computes the rows. */
  function?: string
}

export interface Callable {
  oid: number
  name: string
  arguments: { name: string; type: string; hasDefault: boolean; isVariadic: boolean }[]
  returnsSet: boolean
  kind: 'void' | 'scalar' | 'row'
  /** SQL type of a scalar result. */
  returnType: string
  /** The relation whose rows it returns, if that is exposed. */
  of: Relation | undefined
  /** Columns of a row result. */
  columns: Map<string, Column>
  volatile: boolean
}

/** @param schema an exposed schema, such as `public` */
export async function loadSchema(database: Database, schema: string): Promise<SchemaCache> {
  const relationRows = await database.asOwner<RelationRow>(RELATIONS, [schema])
  const keys = await database.asOwner<KeyRow>(FOREIGN_KEYS)
  const relations = new Map<string, Relation>()
  for (const row of relationRows.filter(({ exposed }) => exposed)) {
    relations.set(row.name, toRelation(row))
  }
  const views = relationRows
    .filter((row) => row.exposed && row.rule)
    .map((view) => ({ name: view.name, origins: findOrigins(view, relationRows) }))
  const exposed = new Map(relationRows.map((row) => [row.oid, listExposures(row, views)]))
  for (const key of keys) addForeignKey(key, relationRows, exposed, relations)
  addPrimaryKeysOfViews(views, relationRows, relations)
  const junctions = [...relations.values()].map((relation) => listJunctionRelationships(relation))
  for (const [from, relationship] of junctions.flat()) {
    relations.get(from)?.relationships.push(relationship)
  }
  const domains = await database.asOwner<{ name: string }>(SEARCH_DOMAINS)
  return {
    relations,
    functions: await loadFunctions(database, schema, relations),
    searchTypes: new Set(['tsvector', ...domains.map(({ name }) => name)]),
  }
}

/** The many-to-many relationships of a table whose primary key contains two foreign keys, both ways. */
function listJunctionRelationships(junction: Relation): [string, Relationship][] {
  const ends = junction.relationships.filter(
    ({ cardinality, columns }) =>
      cardinality === 'many-to-one' && columns.every((name) => junction.primaryKey.includes(name)),
  )
  return ends.flatMap((one) =>
    ends
      .filter((other) => other.constraint !== one.constraint)
      .map((other): [string, Relationship] => [
        one.to,
        {
          constraint: `${one.constraint}(${one.columns.join(', ')}) and ${other.constraint}(${other.columns.join(', ')})`,
          columns: one.toColumns,
          to: other.to,
          toColumns: other.toColumns,
          cardinality: 'many-to-many',
          isSelf: one.to === other.to,
          toIsView: other.toIsView,
          through: { relation: junction.name, columns: one.columns, toColumns: other.columns },
        },
      ]),
  )
}

function toRelation(row: RelationRow): Relation {
  const columns = row.columns.map(toColumn)
  const names = new Map(row.columns.map(({ number, name }) => [number, name]))
  return {
    oid: row.oid,
    name: row.name,
    isView: row.is_view,
    columns: new Map(columns.map((column) => [column.name, column])),
    primaryKey: (row.primary_key ?? []).flatMap((number) => names.get(number) ?? []),
    relationships: [],
    computed: new Map(),
  }
}

function toColumn(column: RelationRow['columns'][number]): Column {
  const { name, type, generated } = column
  return {
    name,
    type,
    generated,
    notNull: column.not_null,
    hasDefault: column.has_default,
  }
}

/** A view that has all columns of a table's primary key has them in its own key. */
function addPrimaryKeysOfViews(
  views: readonly ExposedView[],
  rows: RelationRow[],
  relations: Map<string, Relation>,
): void {
  for (const view of views) {
    const origins = [...view.origins]
    const key = rows.flatMap(({ oid, primary_key }) => {
      const names = (primary_key ?? []).map(
        (number) =>
          origins.find(([, origin]) => origin.table === oid && origin.column === number)?.[0],
      )
      return names.every((name) => name !== undefined) ? names : []
    })
    relations.get(view.name)?.primaryKey.push(...key)
  }
}

function addForeignKey(
  key: KeyRow,
  rows: RelationRow[],
  exposed: Map<number, ExposedRelation[]>,
  relations: Map<string, Relation>,
): void {
  const fromTable = rows.find(({ oid }) => oid === key.from_oid)
  const isUnique = (fromTable?.unique_keys ?? []).some((unique) =>
    unique.every((number) => key.from_numbers.includes(number)),
  )
  for (const { relation: from, columns } of findExposingRelations(
    exposed.get(key.from_oid),
    key.from_numbers,
  )) {
    for (const { relation: to, columns: toColumns } of findExposingRelations(
      exposed.get(key.to_oid),
      key.to_numbers,
    )) {
      const constraint = key.name
      relations.get(from)?.relationships.push({
        constraint,
        columns,
        to: to,
        toColumns,
        cardinality: isUnique ? 'one-to-one' : 'many-to-one',
        isSelf: from === to,
        toIsView: relations.get(to)?.isView ?? false,
      })
      relations.get(to)?.relationships.push({
        constraint,
        columns: toColumns,
        to: from,
        toColumns: columns,
        cardinality: isUnique ? 'one-to-one' : 'one-to-many',
        isSelf: from === to,
        toIsView: relations.get(from)?.isView ?? false,
      })
    }
  }
}

async function loadFunctions(
  database: Database,
  schema: string,
  relations: Map<string, Relation>,
): Promise<Map<string, Callable[]>> {
  const functions = new Map<string, Callable[]>()
  const byOid = new Map([...relations.values()].map((relation) => [relation.oid, relation]))
  for (const row of await database.asOwner<FunctionRow>(FUNCTIONS, [schema])) {
    const inputs = row.arguments.filter(({ mode }) => 'iv'.includes(mode) || mode === 'b')
    const outputs = row.arguments.filter(({ mode }) => 'tob'.includes(mode))
    const columns = (row.row_columns.length > 0 ? row.row_columns : outputs).map(
      ({ name, type }): Column => ({
        name,
        type,
        notNull: false,
        hasDefault: false,
        generated: false,
      }),
    )
    const callable: Callable = {
      oid: row.oid,
      name: row.name,
      arguments: inputs.map(({ name, type, mode }, index) => ({
        name,
        type,
        isVariadic: mode === 'v',
        hasDefault: index >= inputs.length - row.defaults,
      })),
      returnsSet: row.returns_set,
      kind: row.return_type === 'void' ? 'void' : row.is_row ? 'row' : 'scalar',
      returnType: row.return_type,
      of: byOid.get(row.row_oid),
      columns: new Map(columns.map((column) => [column.name, column])),
      volatile: row.volatile,
    }
    if (canBeCalled(callable)) {
      functions.set(row.name, [...(functions.get(row.name) ?? []), callable])
    }
    if (row.of_oid) addComputed(row, byOid)
  }
  return functions
}

/** Types of a single argument without a name, which takes the whole body. */
const BODY_TYPES = ['json', 'jsonb', 'text']

/** An argument without a name can only be given as the body. */
function canBeCalled({ arguments: all }: Callable): boolean {
  const [only, ...more] = all
  if (more.length === 0 && only?.name === '') return BODY_TYPES.includes(only.type)
  return all.every(({ name }) => name !== '')
}

/** Adds a function of one row as a computed column or a computed relationship. */
function addComputed(row: FunctionRow, byOid: ReadonlyMap<number, Relation>): void {
  const of = row.of_oid === null ? undefined : byOid.get(row.of_oid)
  const to = byOid.get(row.row_oid)
  if (to) {
    of?.relationships.push({
      constraint: row.name,
      function: row.name,
      columns: [],
      to: to.name,
      toColumns: [],
      cardinality: row.returns_set && row.rows !== 1 ? 'one-to-many' : 'many-to-one',
      isSelf: of === to,
      toIsView: to.isView,
    })
  } else if (!row.returns_set) of?.computed.set(row.name, row.return_type)
}
