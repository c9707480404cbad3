import { restError } from '../errors.ts'
import {
  isArrayIndex,
  type Selected,
  type SelectedColumn,
  type SelectedEmbed,
} from '../request/parse-select.ts'
import type { SelectSource } from '../schema/find-relationship.ts'
import type { Relationship } from '../schema/schema-cache.ts'

/** One level of the query: the relation it reads and what is embedded in it. */
export interface Scope {
  source: SelectSource
  alias: string
  select: Selected[]
  /** Names of the embeds from the top level, joined with dots. */
  path: string
}

/** An embedded relation, joined to the row that embeds it. */
export interface EmbedJoin {
  relationship: Relationship
  inner: Scope
  from: string
  where: string
}

/** The name of an embed in the response. */
export const getEmbedName = (entry: SelectedEmbed) => entry.alias ?? entry.name

/** The paths of all embeds: their names from the top level, joined with dots. */
export function listEmbedPaths(select: Selected[], above = ''): string[] {
  return select.flatMap((entry) => {
    if (entry.kind === 'column') return []
    const path = above ? `${above}.${getEmbedName(entry)}` : getEmbedName(entry)
    return [path, ...listEmbedPaths(entry.select, path)]
  })
}

export function findEmbed(select: readonly Selected[], name: string): SelectedEmbed | undefined {
  return select.find(
    (entry): entry is SelectedEmbed => entry.kind === 'embed' && getEmbedName(entry) === name,
  )
}

export function notEmbeddedError(path: string) {
  const name = path.split('.').at(-1) ?? path
  return restError(400, 'PGRST108', `'${name}' is not an embedded resource in this request`, {
    hint: `Verify that '${name}' is included in the 'select' query parameter.`,
  })
}

/** Whether an entry is `count`, the number of rows, and not a column of that name. */
export const isCountColumn = ({ columns }: SelectSource, entry: Selected) =>
  entry.kind === 'column' && entry.name === 'count' && !columns.has('count')

/** Whether a select list has only counts. */
export const selectsOnlyCounts = (source: SelectSource, select: readonly Selected[]) =>
  select.length > 0 && select.every((entry) => isCountColumn(source, entry))

/** Whether an embed adds nothing to its row, because it only filters or joins: `tasks(projects())`. */
export const isEmptyEmbed = ({ select }: SelectedEmbed): boolean =>
  select.every((entry) => entry.kind === 'embed' && isEmptyEmbed(entry))

/** The name of a column in the response: its alias, the last JSON key, or its own name. */
export const getColumnName = (entry: SelectedColumn) =>
  entry.alias ?? entry.path.findLast(({ key }) => !isArrayIndex(key))?.key ?? entry.name

/** @throws {ApiError} PGRST200, PGRST201 without one relationship */
export type FindTarget = (source: SelectSource, entry: SelectedEmbed) => SelectSource

/** Checks an embed that adds nothing to the row. @throws {ApiError} PGRST200, PGRST201 */
export function requireRelationships(
  source: SelectSource,
  entry: SelectedEmbed,
  findTarget: FindTarget,
): void {
  const target = findTarget(source, entry)
  for (const inside of entry.select) {
    if (inside.kind === 'embed') requireRelationships(target, inside, findTarget)
  }
}

interface SpreadPart {
  part: Selected
  names: string[]
}

/** The entries of a spread embed, and the names of the columns that each adds. */
export function listSpreadParts(
  source: SelectSource,
  select: Selected[],
  findTarget: FindTarget,
): SpreadPart[] {
  return select.flatMap((part): SpreadPart[] => {
    if (part.kind === 'embed') {
      // An embed without columns is only a filter.
      if (isEmptyEmbed(part)) return []
      if (!part.spread) return [{ part, names: [getEmbedName(part)] }]
      const inside = listSpreadParts(findTarget(source, part), part.select, findTarget)
      return [{ part, names: inside.flatMap(({ names }) => names) }]
    }
    if (part.name !== '*') return [{ part, names: [getColumnName(part)] }]
    return [...source.columns.keys()].map((name) => ({
      part: { kind: 'column', name, path: [] },
      names: [name],
    }))
  })
}
