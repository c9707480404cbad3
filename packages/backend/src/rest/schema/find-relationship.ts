import { quoteIdentifier } from '../../database/sql-text.ts'
import { restError } from '../errors.ts'
import type { SelectedEmbed } from '../request/parse-select.ts'
import { findNearestName } from './find-nearest-name.ts'
import type { Column, Relation, Relationship, SchemaCache } from './schema-cache.ts'

/** What a select list reads from: a relation, or the result of a function. */
export interface SelectSource {
  name: string
  columns: ReadonlyMap<string, Column>
  relationships: readonly Relationship[]
  /** Computed columns: functions of a row, and the types they return. */
  computed?: ReadonlyMap<string, string>
  /** The type of its rows in SQL, if the statement lost it: after a write or a call. */
  rowType?: string
}

/** A whole row as an argument. `.*` prevents that a column named like the alias is taken instead. */
export function buildRowExpression({ rowType }: SelectSource, alias: string): string {
  return rowType === undefined
    ? `${quoteIdentifier(alias)}.*`
    : `(${quoteIdentifier(alias)}.*)::${rowType}`
}

export const isToMany = ({ cardinality }: Relationship) => cardinality.endsWith('many')

/**
 * Finds the relationship between a source and an embedded relation.
 * @throws {ApiError} PGRST200 if there is none, PGRST201 if there are several
 */
export function findRelationship(
  cache: SchemaCache,
  schemaName: string,
  source: SelectSource,
  { name, hint }: Pick<SelectedEmbed, 'name' | 'hint'>,
): { relationship: Relationship; target: Relation } {
  const computed = source.relationships.filter(
    (each) => each.function !== undefined && each.constraint === name,
  )
  const matches =
    computed.length > 0
      ? computed
      : source.relationships.filter((relationship) =>
          hint === undefined ? isNamed(relationship, name) : isHinted(relationship, name, hint),
        )
  const [relationship] = matches
  const target = relationship && cache.relations.get(relationship.to)
  if (!relationship || !target) {
    refuseAggregate(name)
    throw restError(
      400,
      'PGRST200',
      `Could not find a relationship between '${source.name}' and '${name}' in the schema cache`,
      {
        details: `Searched for a foreign key relationship between '${source.name}' and '${name}'${hint ? ` using the hint '${hint}'` : ''} in the schema '${schemaName}', but no matches were found.`,
        hint: suggestRelation(source, name),
      },
    )
  }
  if (matches.length > 1) throw ambiguousError(source, name, matches)
  return { relationship, target }
}

/** The most similar relation that can be embedded; none if the name is right and only the hint is wrong. */
function suggestRelation({ relationships }: SelectSource, name: string): string | null {
  const targets = relationships.map(({ to }) => to)
  const nearest = targets.includes(name) ? undefined : findNearestName(targets, name, 0.33)
  return nearest === undefined ? null : `Perhaps you meant '${nearest}' instead of '${name}'.`
}

/**
 * Whether a name without a hint means the relationship: the relation's name, or the foreign key's name
 * or column, which mean its table and not a view of that. A relation that references itself is named
 * for the rows that reference a row, and by its column for the row that it references.
 */
function isNamed(relationship: Relationship, name: string): boolean {
  const { to, constraint, columns, cardinality, isSelf, toIsView, through } = relationship
  if (relationship.function !== undefined) return false
  if (isSelf) {
    return to === name
      ? cardinality === 'one-to-many'
      : cardinality === 'many-to-one' && columns.join() === name
  }
  if (to === name) return true
  const isKey = constraint === name || columns.join() === name
  return through === undefined && isKey && !toIsView
}

function isHinted(relationship: Relationship, name: string, hint: string): boolean {
  const { to, constraint, columns, toColumns, cardinality, isSelf, through } = relationship
  if (relationship.function !== undefined || to !== name) return false
  if (isSelf) return cardinality === 'one-to-many' && toColumns.join() === hint
  if (through) return hint === through.relation
  return hint === constraint || columns.join() === hint || toColumns.join() === hint
}

/** @throws {ApiError} PGRST123 for `count()`, `rating.avg()` etc., which PostgREST disables by default */
export function refuseAggregate(name: string): void {
  if (!/^(.+\.)?(count|sum|avg|min|max)$/.test(name)) return
  throw restError(400, 'PGRST123', 'Use of aggregate functions is not allowed')
}

function ambiguousError(source: SelectSource, name: string, matches: Relationship[]) {
  const hints = matches.map(({ to, constraint, through }) =>
    through ? `'${to}!${through.relation}'` : `'${to}!${constraint}'`,
  )
  return restError(
    300,
    'PGRST201',
    `Could not embed because more than one relationship was found for '${source.name}' and '${name}'`,
    {
      hint: `Try changing '${name}' to one of the following: ${hints.join(', ')}. Find the desired relationship in the 'details' key.`,
      details: matches.map((match) => ({
        cardinality: match.cardinality,
        embedding: `${source.name} with ${match.to}`,
        relationship: describeRelationship(source, match),
      })),
    },
  )
}

function describeRelationship(source: SelectSource, match: Relationship): string {
  const here = `${source.name}(${match.columns.join(', ')})`
  const there = `${match.to}(${match.toColumns.join(', ')})`
  return match.through
    ? `${match.through.relation} using ${match.constraint}`
    : `${match.constraint} using ${here} and ${there}`
}

/**
 * `from … where …` of an embedded relation for one row of the relation above it.
 * @param outer alias of the relation above
 * @param row the whole row of the relation above, as an expression
 * @param inner alias of the embedded relation; the junction's alias is derived from it
 */
export function buildJoin(
  schemaName: string,
  { columns, to, toColumns, through, function: computedBy }: Relationship,
  outer: string,
  row: string,
  inner: string,
): { from: string; on: string } {
  const table = (name: string) => `${quoteIdentifier(schemaName)}.${quoteIdentifier(name)}`
  if (computedBy !== undefined) {
    return { from: `${table(computedBy)}(${row}) as ${quoteIdentifier(inner)}`, on: 'true' }
  }
  const equal = (left: string, names: string[], right: string, others: string[]) =>
    names
      .map(
        (name, index) =>
          `${quoteIdentifier(left)}.${quoteIdentifier(name)} = ${quoteIdentifier(right)}.${quoteIdentifier(others[index] ?? '')}`,
      )
      .join(' and ')
  const from = `${table(to)} as ${quoteIdentifier(inner)}`
  if (!through) return { from, on: equal(inner, toColumns, outer, columns) }
  const junction = `${inner}j`
  return {
    from: `${from}, ${table(through.relation)} as ${quoteIdentifier(junction)}`,
    on: `${equal(junction, through.columns, outer, columns)} and ${equal(junction, through.toColumns, inner, toColumns)}`,
  }
}
