import { toDisplayName } from '../people/profile.ts'
import * as peopleWords from '../people/words.ts'
import { getReader, getSupabase } from '../session/session.ts'
import { readSearchNote } from '../tools/listing/read-search-note.ts'
import { readSuggestions } from '../tools/read-suggestions.ts'
import { toCapabilityPath, toToolPath } from '../tools/tool.ts'
import * as listingWords from '../tools/words/listing.ts'
import type { Place, PlaceGroup } from './choice-row.tsx'
import * as paletteWords from './words.ts'

/** The number of results of each kind. */
const RESULTS_EACH = 6

export async function findTools(query: string, signal: AbortSignal): Promise<Place[]> {
  const supabase = await getSupabase()
  const { data } = await supabase
    .rpc('search_tools', { query, sort: 'relevance', page_size: RESULTS_EACH })
    .abortSignal(signal)
    .throwOnError()
  return data.map((tool) => ({
    kind: 'tool',
    id: tool.id,
    label: tool.name,
    detail: tool.category,
    to: toToolPath(tool),
    tool: { slug: tool.slug, rating: tool.rating_average },
  }))
}

/** A text such as "figma vs sketch" or "figma alternatives" asks for a page of its own. */
const ASKS_FOR_PAGE = /\b(vs|versus|alternatives?)\b/i

async function findAskedPages(query: string): Promise<Place[]> {
  const note = ASKS_FOR_PAGE.test(query) ? await readSearchNote(await getReader(), query) : null
  return [note?.comparison, note?.alternatives].flatMap((page) =>
    page ? [{ kind: 'page', id: page.path, label: page.text, to: page.path }] : [],
  )
}

/** Pages, tools, uses and categories that a visitor may be typing, grouped by kind in this order. */
export async function findSuggestions(query: string, signal: AbortSignal): Promise<PlaceGroup[]> {
  const [pages, suggestions] = await Promise.all([
    findAskedPages(query),
    readSuggestions(query, signal),
  ])
  const found = suggestions.flatMap(({ kind, slug, name, detail, matched }): Place[] => {
    const place = { id: slug, label: name }
    if (kind === 'tool') return [{ ...place, kind, detail, to: toToolPath({ slug, name }) }]
    const count = listingWords.allToolsCount(Number(detail), false)
    const tools = { ...place, detail: matched ? paletteWords.matched(matched, count) : count }
    if (kind === 'capability') return [{ ...tools, kind, to: toCapabilityPath(slug) }]
    if (kind === 'category')
      return [{ ...tools, kind, to: `/all-tools?category=${encodeURIComponent(name)}` }]
    return []
  })
  const places = [...pages, ...found]
  return (['page', 'tool', 'capability', 'category'] as const)
    .map((kind) => ({ kind, items: places.filter((place) => place.kind === kind) }))
    .filter(({ items }) => items.length > 0)
}

export async function findCapabilities(query: string, signal: AbortSignal) {
  const groups = await findSuggestions(query, signal)
  return groups.find(({ kind }) => kind === 'capability')?.items ?? []
}

/** All categories: there are few, and the palette searches their aliases too. */
export async function readCategoryPlaces(signal: AbortSignal) {
  const supabase = await getSupabase()
  const { data } = await supabase
    .from('categories')
    .select('name, aliases')
    .order('position')
    .abortSignal(signal)
    .throwOnError()
  return data.map(
    ({ name, aliases }): Place => ({
      kind: 'category',
      id: name,
      label: name,
      detail: aliases.join(', '),
      to: `/all-tools?category=${encodeURIComponent(aliases[0] ?? name)}`,
    }),
  )
}

/** People by the beginnings of their names, without private profiles. */
export async function findPeople(query: string, signal: AbortSignal): Promise<Place[]> {
  const supabase = await getSupabase()
  const { data } = await supabase
    .rpc('search_people', { query, page_size: RESULTS_EACH })
    .abortSignal(signal)
    .throwOnError()
  return data.map((person) => ({
    kind: 'person',
    id: person.username,
    label: toDisplayName(person),
    detail: peopleWords.handle(person.username),
    to: `/user/${person.username}`,
  }))
}

/** Launches by their tagline or their tool's name, the newest first. */
export async function findLaunches(query: string, signal: AbortSignal): Promise<Place[]> {
  const supabase = await getSupabase()
  const read = (on: 'tagline' | 'tools.name') =>
    supabase
      .from('product_launches')
      .select('id, tagline, launch_date, tools!inner(name)')
      .ilike(on, `%${escapeWildcards(query)}%`)
      .order('launch_date', { ascending: false })
      .order('id')
      .limit(RESULTS_EACH)
      .abortSignal(signal)
      .throwOnError()
  const answers = await Promise.all([read('tools.name'), read('tagline')])
  const found = new Map<string, Place>()
  for (const { data } of answers) {
    for (const { id, tagline, launch_date, tools } of data) {
      if (!id || !launch_date) continue
      found.set(id, {
        kind: 'launch',
        id,
        label: tools.name,
        detail: paletteWords.launch(tagline ?? '', launch_date),
        to: `/launch/${id}`,
      })
    }
  }
  return [...found.values()]
}

/** Escapes the wildcards of LIKE. */
const escapeWildcards = (text: string) => text.replaceAll(/[\\%_]/g, '\\$&')
