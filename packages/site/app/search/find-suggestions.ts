import { getReader } from '../session/session.ts'
import { readSearchNote } from '../tools/listing/read-search-note.ts'
import { readSuggestions } from '../tools/read-suggestions.ts'
import { toAddPath, toCapabilityPath, toToolPath } from '../tools/tool.ts'
import * as listingWords from '../tools/words/listing.ts'
import { hasWords, isSameText } from './match.ts'
import { toSearchPath } from './recent.ts'
import * as searchWords from './words.ts'

export type Kind = keyof typeof searchWords.KINDS

/** A page that the search suggests. */
export interface Place {
  kind: Kind
  label: string
  /** Shown beside the label. */
  detail?: string | undefined
  /** Of a tool. */
  id?: string
  average?: number | null
  /** Whether it leads to a form for something new. */
  isNew?: boolean
  to: string
}

/** A text such as "figma vs sketch" or "figma alternatives" asks for a page of its own. */
const ASKS_FOR_PAGE = /\b(vs|versus|alternatives?)\b/i

async function findAskedPages(query: string): Promise<Place[]> {
  const note = ASKS_FOR_PAGE.test(query) ? await readSearchNote(await getReader(), query) : null
  return [note?.comparison, note?.alternatives].flatMap((page) =>
    page ? [{ kind: 'page', label: page.text, to: page.path }] : [],
  )
}

/** Pages, tools, uses and categories that a visitor may be typing, then the search itself. */
export async function findSuggestions(query: string, signal: AbortSignal): Promise<Place[]> {
  const [pages, suggestions] = await Promise.all([
    findAskedPages(query),
    readSuggestions(query, signal),
  ])
  const found = suggestions.flatMap((suggestion): Place[] => {
    const { kind, slug, name, detail, matched, id, rating_average: average } = suggestion
    if (kind === 'tool')
      return [{ kind, label: name, detail, id, average, to: toToolPath({ slug, name }) }]
    const count = listingWords.allToolsCount(Number(detail), false)
    const place = { label: name, detail: matched ? searchWords.matched(matched, count) : count }
    if (kind === 'capability') return [{ ...place, kind, to: toCapabilityPath(slug) }]
    if (kind === 'category')
      return [{ ...place, kind, to: `/all-tools?category=${encodeURIComponent(name)}` }]
    return []
  })
  const isUnknown = [pages, suggestions, findMemberPages(query)].every(({ length }) => length === 0)
  const named = suggestions.find(({ kind, name }) => kind === 'tool' && isSameText(name, query))
  return [
    ...pages,
    ...found,
    ...(named
      ? [
          {
            kind: 'search' as const,
            label: listingWords.noteAlternatives(named.name),
            to: `${toToolPath(named)}/alternatives`,
          },
        ]
      : []),
    { kind: 'search', label: searchWords.all(query), to: toSearchPath(query) },
    ...(isUnknown
      ? [
          {
            kind: 'search' as const,
            label: listingWords.addNamed(query),
            isNew: true,
            to: toAddPath(query),
          },
        ]
      : []),
  ]
}

export const findMemberPages = (query: string): Place[] =>
  searchWords.MEMBER_PAGES.filter(([, label]) => hasWords(label, query)).map(([to, label]) => ({
    kind: 'goTo',
    label,
    to,
  }))

/** The groups that have places, in the order of `KINDS`, with the position of each place in the list. */
export function groupPlaces(places: readonly Place[]) {
  let index = 0
  return (Object.keys(searchWords.KINDS) as Kind[]).flatMap((kind) => {
    const items = places
      .filter((place) => place.kind === kind)
      .map((place) => ({ ...place, index: index++ }))
    return items.length > 0 ? [{ kind, items }] : []
  })
}
