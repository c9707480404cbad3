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
  'id, number, changes, source_url, note, as_maker, by_source, created_at, decided_at, profiles(username, first_name, last_name)' as const

/** {field: [before, after]} of a stored edit, in the order of the form. */
function listChanges(changes: Json): [field: string, before: unknown, after: unknown][] {
  const byField = changes as Record<string, [unknown, unknown]>
  const attributes = Object.keys(byField).filter(isAttribute)
  return [...Object.keys(editWords.FIELDS), ...attributes].flatMap((field) => {
    const values = byField[field]
    return values ? [[field, values[0], values[1]] as [string, unknown, unknown]] : []
  })
}

/** Whether a field is an attribute of the catalog: `more.{key}`. */
const isAttribute = (field: string) => field.startsWith('more.')

const DAYS = new Set(['price_checked_on', 'latest_version_on', 'discontinued_on'])

/** A capability by its slug; it may be renamed or removed. */
export const nameCapability = (slug: unknown) => String(slug).replaceAll('-', ' ')

/** @param names of {@link readNames} */
export function formatValue(
  field: string,
  value: unknown,
  names: ReadonlyMap<string, string>,
): string {
  if (value === null || value === undefined || value === '') return uiWords.nothing
  if (typeof value === 'number') return formatNumber(value, 2)
  if (typeof value === 'boolean') return value ? detailWords.yes : detailWords.no
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
    label: editWords.FIELDS[field] ?? names.get(field) ?? field.replace('more.', ''),
    before: formatValue(field, before, names),
    after: formatValue(field, after, names),
  }))

/** The names of the successors in edits, by id, and of attributes, by field; one that is deleted has none. */
export async function readNames(
  supabase: Reader['supabase'],
  edits: readonly { changes: Json }[],
): Promise<Map<string, string>> {
  const ids = edits.flatMap(({ changes }) =>
    listChanges(changes).flatMap(([field, before, after]) =>
      field === 'successor_id' ? [before, after].filter((id) => typeof id === 'string') : [],
    ),
  )
  const hasAttributes = edits.some(({ changes }) =>
    listChanges(changes).some(([field]) => isAttribute(field)),
  )
  const [tools, attributes] = await Promise.all([
    ids.length > 0
      ? supabase.from('tools').select('id, name').in('id', ids).throwOnError()
      : undefined,
    hasAttributes ? supabase.from('attributes').select('key, label').throwOnError() : undefined,
  ])
  return new Map([
    ...(tools?.data ?? []).map(({ id, name }) => [id, name] as const),
    ...(attributes?.data ?? []).map(({ key, label }) => [`more.${key}`, label] as const),
  ])
}
