import { restError } from '../errors.ts'
import {
  isArrayIndex,
  type Selected,
  type SelectedColumn,
  type SelectedEmbed,
} from '../request/parse-select.ts'
import type { SelectSource } from '../schema/find-relationship.ts'

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
