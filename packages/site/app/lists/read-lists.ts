import type { Reader } from '../data/cache-tags.ts'
import { findRow } from '../data/command-error.ts'
import { buildCursorFilter, encodeCursor, readFromCursor, type SortKey } from '../data/keyset.ts'
import { type ListedTool, ROW_COLUMNS, toRow } from '../tools/describe-facts.ts'
import type { CardTool } from '../tools/tool.ts'
import type * as listWords from './words.ts'

export type Visibility = keyof typeof listWords.VISIBILITIES

export interface List {
  id: string
  name: string
  description: string
  visibility: Visibility
  tool_count: number
  copies: number
  /** Of trusted members, which order the public lists. */
  trusted_copies: number
  updated_at: string
  profiles: {
    user_id: string
    username: string
    first_name: string | null
    last_name: string | null
  } | null
}

/** What its card shows. */
export interface ListedList extends List {
  /** The first tools. */
  list_items: { tools: Pick<CardTool, 'id' | 'name'> }[]
}

export interface ListItem {
  note: string
  tools: CardTool
}

export interface FullList extends List {
  items: ListItem[]
}

const LIST_COLUMNS =
  'id, name, description, visibility, tool_count, copies, trusted_copies, updated_at, profiles(user_id, username, first_name, last_name)' as const

const CARD_COLUMNS = `${LIST_COLUMNS}, list_items(tools(id, name))` as const

/** The tools of a card. */
const FIRST_ITEMS = { referencedTable: 'list_items' } as const
const LOGOS_SHOWN = 5

const PUBLIC_LISTS_SHOWN = 24

const MOST_COPIED: readonly SortKey[] = [{ column: 'trusted_copies' }, { column: 'id' }]

export interface ListPage {
  lists: ListedList[]
  /** The cursor of the next page; null on the last one. */
  next: string | null
}

/** Reads a page of the public lists, those first that trusted members copied most. @param after the cursor of the page before */
export async function readPublicLists(
  { supabase, tag }: Reader,
  after: string | null,
): Promise<ListPage> {
  tag('lists', 'profiles')
  return readFromCursor(after, async (cursor) => {
    let query = supabase
      .from('lists')
      .select(CARD_COLUMNS)
      .eq('visibility', 'public')
      .gt('tool_count', 0)
      .order('position', FIRST_ITEMS)
      .limit(LOGOS_SHOWN, FIRST_ITEMS)
    const filter = buildCursorFilter(cursor, MOST_COPIED)
    if (filter) query = query.or(filter)
    for (const { column } of MOST_COPIED) query = query.order(column, { ascending: false })
    const { data } = await query
      .limit(PUBLIC_LISTS_SHOWN + 1)
      .throwOnError()
      .overrideTypes<ListedList[], { merge: false }>()
    const lists = data.slice(0, PUBLIC_LISTS_SHOWN)
    tag(...lists.map(({ id }) => `list:${id}` as const))
    const last = data.length > lists.length ? lists.at(-1) : undefined
    return { lists, next: last ? encodeCursor({ ...last }, MOST_COPIED) : null }
  })
}

export async function readOwnLists(
  { supabase }: Pick<Reader, 'supabase'>,
  userId: string,
): Promise<ListedList[]> {
  const { data } = await supabase
    .from('lists')
    .select(CARD_COLUMNS)
    .eq('user_id', userId)
    .order('updated_at', { ascending: false })
    .order('position', FIRST_ITEMS)
    .limit(LOGOS_SHOWN, FIRST_ITEMS)
    .throwOnError()
    .overrideTypes<ListedList[], { merge: false }>()
  return data
}

/**
 * Reads a list that the viewer may see, with its tools in their order.
 * @param id from the URL; a text that is not a UUID returns null
 */
export async function readList({ supabase, tag }: Reader, id: string): Promise<FullList | null> {
  const list = await findRow(
    supabase
      .rpc('shown_list', { list: id })
      .select(LIST_COLUMNS)
      .maybeSingle()
      .overrideTypes<List, { merge: false }>(),
  )
  tag(list ? `list:${list.id}` : 'lists', 'profiles', 'tools')
  if (!list) return null
  const { data: items } = await supabase
    .rpc('shown_list_items', { list: id })
    .select(`note, tools(${ROW_COLUMNS})` as const)
    .order('position')
    .order('tool_id')
    .throwOnError()
    .overrideTypes<{ note: string; tools: ListedTool }[], { merge: false }>()
  tag(...items.map(({ tools }) => `tool:${tools.id}` as const))
  return { ...list, items: items.map(({ note, tools }) => ({ note, tools: toRow(tools) })) }
}
