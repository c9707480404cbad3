import { restError } from './errors.ts'
import type { SelectedEmbed } from './parse-select.ts'
import type { Column, Relation, Relationship, SchemaCache } from './schema-cache.ts'
import { quoted } from './sql.ts'

/** What a select list reads from: a relation, or a function's result with columns but no keys. */
export interface Source {
  name: string
  columns: ReadonlyMap<string, Column>
  relationships: readonly Relationship[]
  /** Functions of a row that read as its columns. */
  computed?: ReadonlyMap<string, string>
  /** Its rows' type, as SQL writes it, where a statement has them without one: after a write or a call. */
  rowType?: string
}

/** A whole row, for a function of it; written so that no column of the alias's name hides it. */
export function wholeRow({ rowType }: Source, alias: string): string {
  return rowType === undefined ? `${quoted(alias)}.*` : `(${quoted(alias)}.*)::${rowType}`
}

export const isToMany = ({ cardinality }: Relationship) => cardinality.endsWith('many')

/**
 * The one way from a source to what a request embeds.
 * @throws {ApiError} PGRST200 when there is none, PGRST201 when there are several
 */
export function findRelationship(
  cache: SchemaCache,
  schemaName: string,
  source: Source,
  { name, hint }: Pick<SelectedEmbed, 'name' | 'hint'>,
): { relationship: Relationship; target: Relation } {
  const computed = source.relationships.filter(
    ({ by, constraint }) => by !== undefined && constraint === name,
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
      },
    )
  }
  if (matches.length > 1) throw ambiguous(source, name, matches)
  return { relationship, target }
}

function isNamed({ by, to, constraint, columns, through }: Relationship, name: string): boolean {
  if (by !== undefined) return false
  if (to === name) return true
  return through === undefined && (constraint === name || columns.join() === name)
}

function isHinted(relationship: Relationship, name: string, hint: string): boolean {
  const { by, to, constraint, columns, toColumns, through } = relationship
  if (by !== undefined || to !== name) return false
  if (through) return hint === through.relation
  return hint === constraint || columns.join() === hint || toColumns.join() === hint
}

/** `count()`, `rating.avg()` and their like, which PostgREST has switched off unless told. */
export function refuseAggregate(name: string): void {
  if (!/^(.+\.)?(count|sum|avg|min|max)$/.test(name)) return
  throw restError(400, 'PGRST123', 'Use of aggregate functions is not allowed')
}

function ambiguous(source: Source, name: string, matches: Relationship[]) {
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
        relationship: described(source, match),
      })),
    },
  )
}

function described(source: Source, match: Relationship): string {
  const here = `${source.name}(${match.columns.join(', ')})`
  const there = `${match.to}(${match.toColumns.join(', ')})`
  return match.through
    ? `${match.through.relation} using ${match.constraint}`
    : `${match.constraint} using ${here} and ${there}`
}

/**
 * `from … where …` of an embedded relation, one row above it at a time.
 * @param outer alias of the row above
 * @param row that row as a whole
 * @param inner alias of the embedded rows, which the junction's alias is made from
 */
export function joined(
  schemaName: string,
  { by, columns, to, toColumns, through }: Relationship,
  outer: string,
  row: string,
  inner: string,
): { from: string; on: string } {
  const table = (name: string) => `${quoted(schemaName)}.${quoted(name)}`
  if (by !== undefined) {
    return { from: `${table(by)}(${row}) as ${quoted(inner)}`, on: 'true' }
  }
  const equal = (left: string, names: string[], right: string, others: string[]) =>
    names
      .map(
        (name, index) =>
          `${quoted(left)}.${quoted(name)} = ${quoted(right)}.${quoted(others[index] ?? '')}`,
      )
      .join(' and ')
  const from = `${table(to)} as ${quoted(inner)}`
  if (!through) return { from, on: equal(inner, toColumns, outer, columns) }
  const junction = `${inner}j`
  return {
    from: `${from}, ${table(through.relation)} as ${quoted(junction)}`,
    on: `${equal(junction, through.columns, outer, columns)} and ${equal(junction, through.toColumns, inner, toColumns)}`,
  }
}
