import type { RowResult } from '../../data/rpc-results.ts'
import type { TableRow } from '../import/file/table-file.ts'
import type { Proposal } from './proposal.ts'

/**
 * What a dry run sends: the site does not have the new categories, uses, attributes and options yet, so the database
 * would refuse them. Their values were checked when the list was read.
 */
export function replaceNewTopics({
  categories,
  capabilities,
  attributes,
  options,
  present,
}: Proposal) {
  const newCategories = new Set(categories.map(({ name }) => name))
  const newCapabilities = new Set(capabilities.map(({ slug }) => slug))
  const newAttributes = new Set(attributes.map(({ key }) => key))
  const newOptions = new Map(
    options.map((each) => [each.key, new Set(each.options.map(({ value }) => value))]),
  )
  /** By rows, the fields that are sent without their new values. */
  const changed = new Map<number, string[]>()

  const replace = (field: string, value: TableRow[string]): TableRow[string] => {
    if (field === 'category') return newCategories.has(String(value)) ? present : value
    const isNew = (each: string) =>
      (field === 'more_categories' && newCategories.has(each)) ||
      (field === 'capabilities' && newCapabilities.has(each)) ||
      newOptions.get(field)?.has(each)
    if (typeof value === 'string') return isNew(value) ? null : value
    return Array.isArray(value) ? value.filter((each: string) => !isNew(each)) : value
  }

  const toRow = (row: TableRow): TableRow => {
    const fields: string[] = []
    const entries = Object.entries(row).flatMap(([field, value]): [string, TableRow[string]][] => {
      const isNew = newAttributes.has(field)
      const sent = isNew ? null : replace(field, value)
      if (value !== null && JSON.stringify(sent) !== JSON.stringify(value)) fields.push(field)
      return isNew ? [] : [[field, sent]]
    })
    if (fields.length > 0) changed.set(Number(row.row), fields)
    return Object.fromEntries(entries)
  }

  const toResult = (result: RowResult): RowResult => {
    const fields = changed.get(result.row)?.filter((field) => !result.kept?.includes(field)) ?? []
    if (fields.length === 0 || !/^(unchanged|updated)$/.test(result.outcome)) return result
    const all = new Set([...(result.changed ?? []), ...fields])
    return { ...result, outcome: 'updated', changed: [...all] }
  }
  return { toRow, toResult }
}
