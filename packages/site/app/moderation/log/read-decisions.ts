import type { Reader } from '../../data/cache-tags.ts'
import type { Database } from '../../data/database.types.ts'
import { buildCursorFilter, encodeCursor, readFromCursor, type SortKey } from '../../data/keyset.ts'
import { readPresentSlugs } from '../../data/present-slugs.ts'
import { readChoice, readCursor, readText } from '../../shared/parameters.ts'
import { today } from '../../ui/format/day.ts'
import { ACTIONS, REASONS } from '../words/reasons.ts'

export interface LoggedTool {
  id: string
  name: string
  slug: string
}

export type Decision = Omit<
  Database['public']['Tables']['moderation_decisions']['Row'],
  'tool_id'
> & {
  /** Null without a tool, and if it is not listed. */
  tool: LoggedTool | null
}

/** The filters in the address; an empty one is not set. */
export interface LogQuery {
  action: string
  reason: string
  /** A slug. */
  tool: string
  year: string
  after: string | null
}

export interface LogPage {
  query: LogQuery
  decisions: Decision[]
  next: string | null
}

const DECISIONS_PER_PAGE = 25

/** The site's first year. */
const FIRST_YEAR = 2026

/** The years of the site, the newest first. */
export function listYears(): string[] {
  const thisYear = Number(today().slice(0, 4))
  return Array.from({ length: thisYear - FIRST_YEAR + 1 }, (_, index) => String(thisYear - index))
}

const NEWEST: SortKey[] = [{ column: 'number' }]

export function readLogQuery(parameters: URLSearchParams): LogQuery {
  const year = readText(parameters, 'year', 4)
  return {
    action: readChoice(parameters, 'action', ACTIONS) ?? '',
    reason: readChoice(parameters, 'reason', REASONS) ?? '',
    tool: readText(parameters, 'tool', 200).toLowerCase(),
    year: /^20\d\d$/.test(year) ? year : '',
    after: readCursor(parameters),
  }
}

/** Reads one page of the log; with an invalid cursor the first one. */
export const readLog = (reader: Reader, query: LogQuery): Promise<LogPage> =>
  readFromCursor(query.after, (after) => readPage(reader, { ...query, after }))

async function readPage(reader: Reader, query: LogQuery): Promise<LogPage> {
  reader.tag('moderation-log')
  const toolId = query.tool ? await readToolId(reader, query.tool) : undefined
  if (toolId === null) return { query, decisions: [], next: null }
  let request = reader.supabase.from('moderation_decisions').select('*')
  if (query.action) request = request.eq('action', query.action)
  if (query.reason) request = request.eq('reason', query.reason)
  if (toolId) request = request.eq('tool_id', toolId)
  if (query.year) {
    request = request
      .gte('decided_at', `${query.year}-01-01T00:00:00Z`)
      .lt('decided_at', `${Number(query.year) + 1}-01-01T00:00:00Z`)
  }
  const cursorFilter = buildCursorFilter(query.after, NEWEST)
  if (cursorFilter) request = request.or(cursorFilter)
  const { data } = await request
    .order('number', { ascending: false })
    .limit(DECISIONS_PER_PAGE)
    .throwOnError()
  const last = data.length === DECISIONS_PER_PAGE ? data.at(-1) : undefined
  return {
    query,
    decisions: await addTools(reader, data),
    next: last ? encodeCursor({ ...last }, NEWEST) : null,
  }
}

export interface DecisionDetails extends Decision {
  /** The decision that took this one back. */
  reversed_by: number | null
}

/** @param number from the URL */
export async function readDecision(
  reader: Reader,
  number: string,
): Promise<DecisionDetails | null> {
  if (!/^[1-9]\d{0,14}$/.test(number)) return null
  reader.tag('moderation-log')
  const { data } = await reader.supabase
    .from('moderation_decisions')
    .select('*')
    .or(`number.eq.${number},reverses.eq.${number}`)
    .order('number')
    .throwOnError()
  const found = data.filter((row) => row.number === Number(number))
  const [decision] = await addTools(reader, found)
  if (!decision) return null
  const reversal = data.find(({ reverses }) => reverses === decision.number)
  return { ...decision, reversed_by: reversal?.number ?? null }
}

async function readToolId({ supabase, tag }: Reader, slug: string): Promise<string | null> {
  tag('tools')
  const [present = ''] = await readPresentSlugs({ supabase }, [slug])
  const tools = supabase.from('tools').select('id').eq('slug', present)
  return (await tools.maybeSingle().throwOnError()).data?.id ?? null
}

type Row = Database['public']['Tables']['moderation_decisions']['Row']

/** A decision references no tool, because it outlives it. */
async function addTools({ supabase, tag }: Reader, rows: readonly Row[]): Promise<Decision[]> {
  const ids = [...new Set(rows.flatMap(({ tool_id }) => tool_id ?? []))]
  const tools = new Map<string, LoggedTool>()
  if (ids.length > 0) {
    tag('tools')
    const { data } = await supabase
      .from('tools')
      .select('id, name, slug')
      .in('id', ids)
      .throwOnError()
    for (const tool of data) tools.set(tool.id, tool)
  }
  return rows.map(({ tool_id, ...row }) => ({
    ...row,
    tool: (tool_id && tools.get(tool_id)) || null,
  }))
}
