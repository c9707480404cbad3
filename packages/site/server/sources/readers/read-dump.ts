import type { ListRecord, ReadList, SourceFile } from '../list.ts'
import { isRow, readJsonLines } from './read-tables.ts'

/** Columns of the tables that only their site can compute. */
const FIGURES =
  /^(id|tool_id|created_at|updated_at|review_count|rating_average|rating_counts|adjusted_rating|rating_high|former_names|more|successor_id)$/

/** Reads the tools of another site from its open data, with their facts and attributes. */
export function readDump(files: readonly SourceFile[]): ReadList {
  const read = (table: string) =>
    readJsonLines(
      files.find(({ path }) => new RegExp(`(^|/)${table}\\.jsonl(\\.gz)?$`).test(path))?.text ?? '',
    )
  const { records: tools, report } = read('tools')
  const factsByTool = new Map(read('tool_facts').records.map(({ cells }) => [cells.tool_id, cells]))
  const names = new Map(read('capabilities').records.map(({ cells }) => [cells.slug, cells.name]))
  const labels = new Map(read('attributes').records.map(({ cells }) => [cells.key, cells]))
  const records = tools.map(({ place, cells }): ListRecord => {
    const facts = factsByTool.get(cells.id) ?? {}
    const more = Object.entries(isRow(facts.more) ? facts.more : {}).map(([key, value]) => [
      String(labels.get(key)?.label ?? key),
      spellValue(labels.get(key)?.options, value),
    ])
    const category = [
      cells.category,
      ...(Array.isArray(cells.more_categories) ? cells.more_categories : []),
    ]
    const capabilities = [cells.capabilities].flat().map((slug) => names.get(slug) ?? slug)
    const entries = Object.entries({
      ...cells,
      ...facts,
      category,
      capabilities,
      more_categories: null,
    })
    const kept = entries.filter(([column, value]) => value !== null && !FIGURES.test(column))
    return { place, cells: { ...Object.fromEntries(kept), ...Object.fromEntries(more) } }
  })
  const descriptions = read('categories').records.map(
    ({ cells }) => [String(cells.name), String(cells.description ?? '')] as const,
  )
  return { records, report, descriptions: new Map(descriptions) }
}

/** An option by its label. */
function spellValue(options: unknown, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => spellValue(options, each))
  const found: unknown = Array.isArray(options)
    ? options.find((option: unknown) => isRow(option) && option.value === value)
    : undefined
  return isRow(found) ? found.label : value
}
