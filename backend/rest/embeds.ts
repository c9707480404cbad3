import { badQuery, restError } from './errors.ts'
import { isPlace, type Selected, type SelectedColumn, type SelectedEmbed } from './parse-select.ts'
import type { Source } from './relationships.ts'

/** The name under which an answer shows what is embedded. */
export const nameOf = (entry: SelectedEmbed) => entry.alias ?? entry.name

/** Everything that is embedded, by its names from the top, joined with dots. */
export function pathsOf(select: Selected[], above = ''): string[] {
  return select.flatMap((entry) => {
    if (entry.kind === 'column') return []
    const path = above ? `${above}.${nameOf(entry)}` : nameOf(entry)
    return [path, ...pathsOf(entry.select, path)]
  })
}

export function embedNamed(select: readonly Selected[], name: string): SelectedEmbed | undefined {
  return select.find(
    (entry): entry is SelectedEmbed => entry.kind === 'embed' && nameOf(entry) === name,
  )
}

export function notEmbedded(path: string) {
  const name = path.split('.').at(-1) ?? path
  return restError(400, 'PGRST108', `'${name}' is not an embedded resource in this request`, {
    hint: `Verify that '${name}' is included in the 'select' query parameter.`,
  })
}

/** `count` where no column has that name: how many rows there are. */
export const isCount = ({ columns }: Source, entry: Selected) =>
  entry.kind === 'column' && entry.name === 'count' && !columns.has('count')

/** Whether a list holds nothing but counts. */
export const isCounted = (source: Source, select: readonly Selected[]) =>
  select.length > 0 && select.every((entry) => isCount(source, entry))

/** The columns of an embedded relation that become columns of the row above it. */
export function spreadOf(
  { columns }: Source,
  select: readonly Selected[],
): { part: Selected; name: string }[] {
  return select.flatMap((part): { part: Selected; name: string }[] => {
    if (part.kind === 'embed') {
      if (part.spread) throw badQuery('a spread embed inside a spread embed', part.name)
      // What shows nothing of itself is there to be filtered by.
      return part.select.length > 0 ? [{ part, name: nameOf(part) }] : []
    }
    if (part.name !== '*') return [{ part, name: shownAs(part) }]
    return [...columns.keys()].map((name) => ({ part: { kind: 'column', name, path: [] }, name }))
  })
}

/** The name under which an answer shows a column: with steps into JSON the last one that is a name. */
export const shownAs = (entry: SelectedColumn) =>
  entry.alias ?? entry.path.findLast(({ key }) => !isPlace(key))?.key ?? entry.name
