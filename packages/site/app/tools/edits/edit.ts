import type { Reader } from '../../data/cache-tags.ts'
import type { Json } from '../../data/database.types.ts'
import { formatDay } from '../../ui/format/day.ts'
import { formatNumber } from '../../ui/format/numbers.ts'
import * as uiWords from '../../ui/words.ts'
import * as detailWords from '../words/detail.ts'
import * as editWords from '../words/edits.ts'

/** A changed field with its values as text. */
export interface Change {
  field: string
  label: string
  before: string
  after: string
}

export const EDIT_COLUMNS =
  'id, number, changes, source_url, note, as_maker, created_at, decided_at, profiles(username, first_name, last_name)' as const

/** {field: [before, after]} of a stored edit, in the order of the form. */
function listChanges(changes: Json): [field: string, before: unknown, after: unknown][] {
  const byField = changes as Record<string, [unknown, unknown]>
  return Object.keys(editWords.FIELDS).flatMap((field) => {
    const values = byField[field]
    return values ? [[field, values[0], values[1]] as [string, unknown, unknown]] : []
  })
}

const DAYS = new Set(['price_checked_on', 'latest_version_on', 'discontinued_on'])

/** A capability by its slug; it may be renamed or removed. */
export const nameCapability = (slug: unknown) => String(slug).replaceAll('-', ' ')

/** @param names of successors by their id */
export function formatValue(
  field: string,
  value: unknown,
  names: ReadonlyMap<string, string>,
): string {
  if (value === null || value === undefined || value === '') return uiWords.nothing
  if (typeof value === 'number') return formatNumber(value, 2)
  if (Array.isArray(value) && field === 'capabilities') return value.map(nameCapability).join(', ')
  if (Array.isArray(value))
    return value.map((entry) => detailWords.PLATFORMS[String(entry)] ?? String(entry)).join(', ')
  const text = String(value)
  if (DAYS.has(field)) return formatDay(text)
  if (field === 'successor_id') return names.get(text) ?? text
  if (field === 'pricing_model') return detailWords.PRICING[text] ?? text
  if (field === 'price_period')
    return editWords.PERIODS.find(([period]) => period === text)?.[1] ?? text
  return field === 'license' && text === 'proprietary' ? detailWords.proprietary : text
}

export const describeChanges = (changes: Json, names: ReadonlyMap<string, string>): Change[] =>
  listChanges(changes).map(([field, before, after]) => ({
    field,
    label: editWords.FIELDS[field] ?? field,
    before: formatValue(field, before, names),
    after: formatValue(field, after, names),
  }))

/** The names of the successors in edits, by id; a deleted tool has none. */
export async function readSuccessorNames(
  supabase: Reader['supabase'],
  edits: readonly { changes: Json }[],
): Promise<Map<string, string>> {
  const ids = edits.flatMap(({ changes }) =>
    listChanges(changes).flatMap(([field, before, after]) =>
      field === 'successor_id' ? [before, after].filter((id) => typeof id === 'string') : [],
    ),
  )
  if (ids.length === 0) return new Map()
  const { data } = await supabase.from('tools').select('id, name').in('id', ids).throwOnError()
  return new Map(data.map(({ id, name }) => [id, name]))
}
