import type { RelationRow } from './schema-queries.ts'

/** A column of a table or a view, by numbers of the catalogue. */
export interface Origin {
  table: number
  column: number
}

/**
 * The table column behind each unchanged column of a view, also through other views.
 * @param outer the views that read this one: views can reference each other in a cycle
 */
export function findOrigins(
  view: RelationRow,
  all: RelationRow[],
  outer: readonly RelationRow[] = [],
): Map<string, Origin> {
  const origins = findDirectOrigins(view)
  if (outer.includes(view)) return origins
  for (const [name, { table, column }] of origins) {
    const inner = all.find(({ oid, rule }) => oid === table && rule)
    if (!inner) continue
    const innerName = inner.columns.find(({ number }) => number === column)?.name
    const origin = findOrigins(inner, all, [...outer, view]).get(innerName ?? '')
    if (origin) origins.set(name, origin)
  }
  return origins
}

/** The column of a table or view behind each unchanged column of a view, from its stored query. */
function findDirectOrigins(view: RelationRow): Map<string, Origin> {
  const entries =
    /:resno (\d+) :resname (\S+) :ressortgroupref \d+ :resorigtbl (\d+) :resorigcol (\d+) :resjunk false/g
  const origins = new Map<string, Origin>()
  // The target list of the query follows those of its subqueries: the last entry counts.
  for (const [, number, name = '', table, column] of (view.rule ?? '').matchAll(entries)) {
    const own = view.columns.find((candidate) => candidate.number === Number(number))
    if (own?.name === name) origins.set(name, { table: Number(table), column: Number(column) })
  }
  return origins
}

export interface ExposedView {
  name: string
  origins: ReadonlyMap<string, Origin>
}

/** A table, or a view of it, with the exposed names of the table's columns by number. A view can show one twice. */
export interface ExposedRelation {
  relation: string
  names: Map<number, string[]>
}

export function listExposures(row: RelationRow, views: readonly ExposedView[]): ExposedRelation[] {
  const exposed: ExposedRelation[] = []
  if (row.exposed && !row.is_view) {
    exposed.push({
      relation: row.name,
      names: new Map(row.columns.map(({ number, name }) => [number, [name]])),
    })
  }
  for (const view of views) {
    const names = new Map<number, string[]>()
    for (const [column, origin] of view.origins) {
      if (origin.table !== row.oid) continue
      names.set(origin.column, [...(names.get(origin.column) ?? []), column])
    }
    if (names.size > 0) exposed.push({ relation: view.name, names })
  }
  return exposed
}

/** The relations that show all columns of one side of a key, with each combination of their names. */
export function findExposingRelations(
  exposed: readonly ExposedRelation[] = [],
  numbers: readonly number[],
): { relation: string; columns: string[] }[] {
  return exposed.flatMap(({ relation, names }) =>
    numbers
      .reduce<string[][]>(
        (lists, number) =>
          lists.flatMap((list) => (names.get(number) ?? []).map((name) => [...list, name])),
        [[]],
      )
      .map((columns) => ({ relation, columns })),
  )
}
